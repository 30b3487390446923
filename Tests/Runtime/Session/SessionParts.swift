import Foundation
import Logging
import TestSupport

@testable import AuthRuntime

/// The parts of a session, with a store, a server, and a time that a test controls. They need no network.
struct SessionParts: Sendable {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  let contents: SteppedStore
  let date = Locked(start)
  /// The steps that the parts have logged.
  let steps = Locked<[String]>([])
  /// The credentials that were exchanged.
  let sent = Locked<[Credential]>([])
  let store: SessionStore
  let record: SessionRecord
  let engine: RefreshEngine
  let session: Session

  /// Creates the parts of a session whose credential is in the store. Only ``record`` has read it.
  init(_ credential: Credential = .test("old"), clock: any Clock<Duration> = ImmediateClock()) async throws {
    contents = SteppedStore(credential)
    let (date, steps) = (date, steps)
    let logger = Logger(label: "test") { _ in StepRecorder(steps: steps) }
    let key = CredentialKey(issuer: "https://id.example", clientID: "app")
    store = SessionStore(contents, key, clock, StepLog(logger: logger))
    record = SessionRecord(store, now: { date.value })
    engine = RefreshEngine(
      record: record, store: store, early: EarlyRefreshes(), clock: clock, now: { date.value })
    session = Session(
      key: key, store: contents, now: { date.value }, clock: clock,
      observer: Observer(logger: logger, provider: "test"), activity: .system)
    _ = try await record.current()
    steps.withLock { $0 = [] }
  }

  /// A renewal without a server. The tokens of each exchange have its number in their names.
  ///
  /// - Parameter respond: Receives the number of the exchange, from 1, before the exchange returns.
  func renewal(
    rotates: Bool = true, idToken: Secret? = nil,
    respond: @escaping @Sendable (Int) async throws(StepFailure) -> Void = { _ in },
    verify: @escaping @Sendable (Renewal.Tokens, Credential) async throws(StepFailure) -> Credential = { fresh, _ in
      fresh.credential
    }
  ) -> Renewal {
    Renewal(
      rotates: rotates, sessionEndingErrors: ["invalid_grant"], token: { $0.refreshToken }, prepare: { _ in },
      exchange: { [sent, date] old, _ async throws(StepFailure) in
        let number = sent.withLock { sent in
          sent.append(old)
          return sent.count
        }
        try await respond(number)
        let new = Credential.test("\(number)", since: date.value)
        return Renewal.Tokens(credential: new, accessToken: new.accessToken, idToken: idToken)
      },
      verify: verify, discard: { _ in })
  }

  /// Refreshes a session whose access token a caller doesn't want anymore.
  func refresh(_ renewal: Renewal, instead known: String = "access-old") async throws(StepFailure) -> Credential {
    try await engine.run(
      Refresh(
        renewal: renewal, known: Secret(known), requirement: TokenRequirement(), generation: 0, date: date.value))
  }
}

extension Credential {
  /// A credential with tokens of that name.
  static func test(
    _ name: String, validFor seconds: TimeInterval = 3600, since date: Date = SessionParts.start
  ) -> Credential {
    var credential = Credential(accessToken: Secret("access-\(name)"), scopes: [])
    credential.refreshToken = Secret("refresh-\(name)")
    (credential.obtainedAt, credential.expiresAt) = (date, date.addingTimeInterval(seconds))
    return credential
  }

  /// A credential that has expired.
  static var stale: Credential { test("stale", validFor: 50, since: SessionParts.start.addingTimeInterval(-100)) }

  /// This credential with an end of the session.
  func ending(at end: Date) throws -> Credential {
    var credential = self
    credential.claims = try Claims(
      known: ["sub": "user-1", "session_expiry": .number(end.timeIntervalSince1970)], identity: nil, accessToken: [:])
    return credential
  }

  /// This credential with the intent of a refresh.
  func refreshing(since seconds: TimeInterval) -> Credential {
    var credential = self
    credential.unconfirmedRefresh = SessionParts.start.addingTimeInterval(seconds)
    return credential
  }
}

extension StepFailure {
  /// The server rejected the refresh token.
  static let invalidGrant = StepFailure.server(
    AnyErrorCode(rawValue: "invalid_grant"), ServerError(code: "invalid_grant", endpoint: .token, status: 400))
}

extension SessionRecord {
  /// Changes the memory while another operation of the record waits.
  func edit(_ change: @Sendable (inout SessionMemory) -> Void) { change(&memory) }
}

/// A clock that a test advances. Each sleep ends immediately and advances it by two seconds.
final class LeapingClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let time = Locked(ContinuousClock.now)
  var now: Instant { time.value }
  var minimumResolution: Duration { .zero }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws { advance(by: .seconds(2)) }
}

/// Records the steps of a session.
private struct StepRecorder: LogHandler {
  let steps: Locked<[String]>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let (text, prefix) = ("\(event.message)", "session: ")
    if text.hasPrefix(prefix) { steps.withLock { $0.append(String(text.dropFirst(prefix.count))) } }
  }
}
