import AuthRuntime
import Foundation
import Synchronization

/// Measures a session after the sign-in.
struct Sessions: Sendable {
  private let server: Server
  private let browser: ReturningBrowser
  private let redirect: Redirect

  init(_ key: SigningKey) throws {
    server = Server(key)
    browser = ReturningBrowser(server: server)
    guard let url = URL(string: Server.callback) else { throw Verification.Rejected() }
    redirect = .url(url)
  }

  private func client(
    _ store: any CredentialStore, now: @escaping @Sendable () -> Date = { Date() }
  ) -> AuthClient<DynamicProvider> {
    AuthClient(
      configuration: server.configuration(), variables: [:], clientID: Server.clientID, redirect: redirect,
      environment: AuthEnvironment(transport: server, browser: browser, store: store, now: now))
  }

  private func signedIn(
    _ store: any CredentialStore, now: @escaping @Sendable () -> Date = { Date() }
  ) async throws -> AuthClient<DynamicProvider> {
    let client = client(store, now: now)
    await browser.handOver(to: client)
    _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
    return client
  }

  /// Compares getting an access token from memory with getting a string from an actor that does nothing else.
  func fromMemory() async throws -> Timing {
    let client = try await signedIn(MemoryCredentialStore())
    let other = TokenHolder()
    return try await Timing(calls: 2_000) {
      _ = try await client.accessToken()
    } against: {
      _ = await other.text
    }
  }

  /// Returns the milliseconds until 10,000 callers of one refresh have its token, without the server's work, and the
  /// milliseconds until as many callers have a string from an actor.
  func manyCallers(_ count: Int = 10_000) async throws -> (own: Double, reference: Double) {
    let (hours, other) = (HourlyClock(), TokenHolder())
    let client = try await signedIn(MemoryCredentialStore()) { hours.now }
    var (own, reference) = (Double.infinity, Double.infinity)
    for _ in 0..<5 {
      hours.pass()
      let before = (work: await server.work, refreshes: await server.refreshes)
      let elapsed = try await Self.time(count) { _ = try await client.accessToken() }
      guard await server.refreshes == before.refreshes + 1 else { throw Verification.Rejected() }
      own = min(own, (elapsed - (await server.work - before.work)) / .milliseconds(1))
      reference = min(reference, try await Self.time(count) { _ = await other.text } / .milliseconds(1))
    }
    return (own, reference)
  }

  private static func time(
    _ count: Int, _ work: @escaping @Sendable () async throws -> Void
  ) async throws -> Duration {
    try await ContinuousClock().measure {
      try await withThrowingTaskGroup { group in
        for _ in 0..<count { group.addTask { try await work() } }
        try await group.waitForAll()
      }
    }
  }

  /// Compares the milliseconds of a refresh whose steps are stored in an encrypted file with those of a refresh in
  /// memory.
  func durability() async throws -> (own: Double, reference: Double) {
    try await withFolder { folder in
      let durable = try await signedIn(EncryptedFileStore(folder: folder, key: EncryptionKey()))
      let fleeting = try await signedIn(MemoryCredentialStore())
      let timing = try await Timing(rounds: 20, calls: 1) {
        _ = try await durable.refresh()
      } against: {
        _ = try await fleeting.refresh()
      }
      return (timing.own / 1000, timing.reference / 1000)
    }
  }

  /// Returns the milliseconds from the end of a refresh until another client of the same folder has its token, as the
  /// worst of twenty, and the milliseconds of the refresh.
  func adoption() async throws -> (own: Double, reference: Double) {
    try await withFolder { folder in
      let key = EncryptionKey()
      let owner = try await signedIn(EncryptedFileStore(folder: folder, key: key))
      var (worst, refreshing) = (0.0, Double.infinity)
      for _ in 0..<20 {
        // Both clients have the same token, and one of them must refresh it.
        let other = client(EncryptedFileStore(folder: folder, key: key))
        guard try await owner.accessToken() == (try await other.accessToken()) else { throw Verification.Rejected() }
        let begin = ContinuousClock.now
        async let first = Self.end { _ = try await owner.refresh() }
        async let second = Self.end { _ = try await other.refresh() }
        let (one, two) = (try await first, try await second)
        worst = max(worst, (max(one, two) - min(one, two)) / .milliseconds(1))
        refreshing = min(refreshing, (min(one, two) - begin) / .milliseconds(1))
      }
      return (worst, refreshing)
    }
  }

  private static func end(_ work: @Sendable () async throws -> Void) async throws -> ContinuousClock.Instant {
    try await work()
    return .now
  }

  private func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}

/// A clock that advances in hours.
private final class HourlyClock: Sendable {
  private let passed = Mutex(0.0)

  var now: Date { Date().addingTimeInterval(passed.withLock { $0 } * 3600) }
  func pass() { passed.withLock { $0 += 1 } }
}

private actor TokenHolder {
  let secret = "x"
  var text: String { secret }
}
