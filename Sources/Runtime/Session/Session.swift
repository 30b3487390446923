import Foundation

/// The signed-in user's session, as the client uses it: the credential from memory, renewed by one request at a time.
///
/// ``SessionRecord`` holds the credential in memory and in the store. ``RefreshEngine`` renews it. The session decides when to
/// refresh, and shares each refresh among its callers.
final class Session: Sendable {
  /// A credential and the number of its sign-in. Thousands of callers share one, because copies would cost too much.
  final class Lease: Sendable {
    let credential: Credential
    let generation: Int
    /// The end of the session, however long its tokens are good.
    let end: Date?

    init(_ credential: Credential, _ generation: Int) {
      (self.credential, self.generation, end) = (credential, generation, credential.sessionExpiresAt)
    }

    func isOver(at date: Date) -> Bool { end.map { $0 <= date } ?? false }
  }

  /// What a caller gets at once.
  enum Lookup: Sendable {
    case lease(Lease)
    case refresh(RefreshFlight)
  }

  /// What a caller gets from the record.
  private enum Availability: Sendable {
    case lease(Lease)
    /// With a lease that is good as well if no caller needs the refresh yet.
    case refresh(RefreshFlight, instead: Lease?)
  }

  private let record: SessionRecord
  private let engine: RefreshEngine
  private let flights = RefreshFlights()
  private let early = EarlyRefreshes()
  private let now: @Sendable () -> Date
  private let observer: Observer
  private let activity: ExpiringActivity

  init(
    key: CredentialKey, store: any CredentialStore, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>,
    observer: Observer, activity: ExpiringActivity
  ) {
    let store = SessionStore(store, key, clock)
    (self.now, self.observer, self.activity) = (now, observer, activity)
    record = SessionRecord(store, now: now)
    engine = RefreshEngine(record: record, store: store, early: early, clock: clock, now: now)
  }

  /// The credential, or `nil` if no user is signed in.
  func current() async throws(StepFailure) -> Credential? { try await record.current() }

  /// The credential with the changes of other processes, if the store can be read.
  func latest() async throws(StepFailure) -> Credential? { try await record.latest() }

  /// Keeps the credential of a new sign-in. It is used from now on even if the store fails.
  func replace(with new: Credential) async throws(StepFailure) { try await record.replace(with: new) }

  /// Forgets the credential, in memory and in the store.
  ///
  /// - Returns: The forgotten credential.
  @discardableResult
  func clear() async throws(StepFailure) -> Credential? { try await record.clear() }

  /// The state now, if the store can be read, and all later ones.
  func states() async -> AsyncStream<SessionState> { await record.states() }
}

/// Tokens for callers.
extension Session {
  /// A good token, or the refresh that brings one, which starts now if necessary; `nil` if the caller has to ask ``valid(_:by:)``.
  func find(_ need: TokenNeed, by renewal: @Sendable () -> Renewal?) -> Lookup? {
    let date = now()
    guard let lease = record.cache.lease, !lease.isOver(at: date) else { return nil }
    guard let token = lease.credential.token(for: need.wish), token.isGood(for: need.duration, at: date) else {
      return flight(lease, need, by: renewal).map { .refresh($0) }
    }
    guard lease.credential.unconfirmedRefresh == nil, token.isGood(for: need.early, at: date) else { return nil }
    return .lease(lease)
  }

  /// A credential whose access token is good for as long as it is needed, renewed if necessary.
  func valid(_ need: TokenNeed, by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Lease {
    switch try await offer(need, by: renewal) {
    case .lease(let lease): return lease
    case .refresh(let flight, instead: nil): return try await flight.value()
    case .refresh(let flight, instead: let lease?):
      do throws(StepFailure) { return try await flight.value() } catch {
        return try await self.lease(lease, after: error)
      }
    }
  }

  /// A credential with a newer token than the lease has, of the same sign-in.
  ///
  /// - Throws: ``AuthFailure/cancelled`` if another user has signed in since: a request of one user must not be sent with the
  ///   token of another.
  func renewed(
    _ lease: Lease, _ need: TokenNeed = TokenNeed(), by renewal: @Sendable () -> Renewal?
  ) async throws(StepFailure) -> Lease {
    var current = try await record.lease(of: lease.generation)
    let known = lease.credential.token(for: need.wish)?.token
    if let newer = current.credential.token(for: need.wish), newer.token != known { return current }
    if current.isOver(at: now()) { current = try await record.lease() }
    guard current.generation == lease.generation else { throw .cancelled }
    return try await started(flight(current, need, by: renewal)).value()
  }

  /// A credential with a new token.
  func refreshed(by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Lease {
    try await started(flight(try await record.lease(), TokenNeed(), by: renewal)).value()
  }

  private func offer(_ need: TokenNeed, by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Availability
  {
    let (lease, date) = (try await record.savedLease(), now())
    guard lease.credential.token(for: need.wish)?.isGood(for: need.duration, at: date) == true else {
      return .refresh(try started(flight(lease, need, by: renewal)), instead: nil)
    }
    guard EarlyRefreshes.wouldHelp(lease.credential, need, at: date), renewal()?.token(lease.credential) != nil,
      early.start(of: lease.generation, at: date)
    else { return .lease(lease) }
    return .refresh(try started(flight(lease, need, by: renewal)), instead: lease)
  }

  private func started(_ flight: RefreshFlight?) throws(StepFailure) -> RefreshFlight {
    guard let flight else { throw .notSignedIn }
    return flight
  }

  /// The token is good all the same, unless the session has ended or the caller has to know.
  private func lease(_ lease: Lease, after failure: StepFailure) async throws(StepFailure) -> Lease {
    guard await record.isCurrent(lease.generation), !failure.bringsNews else { throw failure }
    early.note(of: lease.generation, at: now())
    return lease
  }
}

/// One refresh for all callers that ask while it is running.
extension Session {
  /// The refresh that is running, or one that starts now; `nil` if there is nothing to renew the credential with.
  private func flight(_ lease: Lease, _ need: TokenNeed, by renewal: @Sendable () -> Renewal?) -> RefreshFlight? {
    let purpose = RefreshFlights.Purpose(generation: lease.generation, wish: need.wish)
    if let running = flights[purpose] { return running }
    guard let renewal = renewal(), renewal.token(lease.credential) != nil else { return nil }
    let new = RefreshFlight()
    let flight = flights.add(new, for: purpose)
    guard flight === new else { return flight }
    let known = lease.credential.token(for: need.wish)?.token
    let refresh = Refresh(renewal: renewal, known: known, need: need, generation: lease.generation, date: now())
    // A task of its own: a refresh runs to its end even if no caller waits for it any more.
    Task { flights.land(purpose, await activity.run { await self.outcome(of: refresh) }) }
    return new
  }

  private func outcome(of refresh: Refresh) async -> RefreshFlight.Outcome {
    do throws(StepFailure) {
      let credential = try await observer.observe(.refresh) { () async throws(StepFailure) in
        try await engine.run(refresh)
      }
      return .success(Lease(credential, refresh.generation))
    } catch {
      return .failure(error)
    }
  }
}

extension AuthFailure {
  /// Whether a caller has to know although its token is good: new tokens came, and are in danger or in doubt.
  fileprivate var bringsNews: Bool {
    switch self {
    case .session(.unsaved), .idToken: true
    default: false
    }
  }
}
