import Foundation

/// The session of the signed-in user. It keeps the credential in memory and renews it with one request at a time.
///
/// ``SessionRecord`` holds the credential in memory and in the store. ``RefreshEngine`` renews it. The session decides
/// when to refresh, and shares each refresh among its callers.
final class Session: Sendable {
  /// A credential and the number of its sign-in. Thousands of callers share one, because copies would cost too much.
  final class Lease: Sendable {
    let credential: Credential
    let generation: Int
    /// The time at which the session ends, even if its tokens are valid for longer.
    let end: Date?
    /// Measures the age of the access token. It's `nil` in the result of a refresh, which is used only once.
    private let tokenAge: Stopwatch?

    init(_ credential: Credential, _ generation: Int, _ tokenAge: Stopwatch? = nil) {
      (self.credential, self.generation, end) = (credential, generation, credential.sessionExpiresAt)
      self.tokenAge = tokenAge
    }

    func isOver(at date: Date) -> Bool { end.map { $0 <= date } ?? false }

    /// Whether the session's own token is good even though the clock was set back.
    func isGoodByAge(for requirement: TokenRequirement, at date: Date) -> Bool {
      guard requirement.derivedRequest == nil, let age = tokenAge?.elapsed else { return false }
      if let end, let start = credential.obtainedAt, age.seconds >= end.timeIntervalSince(start) { return false }
      return credential.token(for: nil)?.isGood(for: requirement.duration, at: date, aged: age) ?? false
    }
  }

  /// The result of a lookup without waiting.
  enum Lookup: Sendable {
    case lease(Lease)
    case refresh(RunningRefresh)
  }

  /// The result of a lookup in the record.
  private enum Availability: Sendable {
    case lease(Lease)
    /// A refresh. The lease is valid, too, if no caller needs the refresh yet.
    case refresh(RunningRefresh, instead: Lease?)
  }

  private let record: SessionRecord
  private let engine: RefreshEngine
  private let adoptions: AdoptionEngine
  private let refreshes = RunningRefreshes()
  private let early = EarlyRefreshes()
  private let now: @Sendable () -> Date
  private let observer: Observer
  private let activity: ExpiringActivity

  init(
    key: CredentialKey, store: any CredentialStore, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>,
    observer: Observer, activity: ExpiringActivity
  ) {
    let steps = StepLog(logger: observer.logger)
    let journal = SessionStore(store, key.adoption, clock, steps)
    let store = SessionStore(store, key, clock, steps)
    (self.now, self.observer, self.activity) = (now, observer, activity)
    record = SessionRecord(store, now: now)
    engine = RefreshEngine(record: record, store: store, early: early, clock: clock, now: now)
    adoptions = AdoptionEngine(record: record, store: store, journal: journal, clock: clock, now: now)
  }

  /// The credential, or `nil` if no user is signed in.
  func current() async throws(StepFailure) -> Credential? { try await record.current() }

  /// The credential with the changes of other processes, if the store can be read.
  func latest() async throws(StepFailure) -> Credential? { try await record.latest() }

  /// Stores the credential of a new sign-in. It's used from now on even if the store fails.
  func replace(with new: Credential) async throws(StepFailure) { try await record.replace(with: new) }

  /// Makes another library's tokens the session, or returns the session that exists.
  func adopt(_ adoption: Adoption) async throws(StepFailure) -> Credential {
    let result = await activity.run { () async -> Result<Credential, StepFailure> in
      do throws(StepFailure) { return .success(try await self.adoptions.run(adoption)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Changes the credential without new tokens. If the store can't save the change, memory keeps it.
  func change(_ change: @escaping @Sendable (inout Credential) -> Void) async {
    guard let lease = try? await record.lease() else { return }
    await engine.change(of: lease.generation, change)
  }

  /// Removes the credential from memory and from the store.
  ///
  /// - Returns: The removed credential.
  @discardableResult
  func clear() async throws(StepFailure) -> Credential? { try await record.clear() }

  /// Removes the tokens of an unfinished adoption. A sign-out does this before it clears the session.
  ///
  /// - Returns: Tokens that are still valid, if any.
  func withdrawAdoption() async throws(StepFailure) -> Credential? { try await adoptions.withdraw() }

  /// Returns the current state, if the store can be read, and all later ones.
  func states() async -> AsyncStream<SessionState> { await record.states() }
}

/// Tokens for callers.
extension Session {
  /// Returns a valid token, or the refresh that renews it, which starts now if necessary. Returns `nil` if the caller
  /// has to call ``valid(_:by:)``.
  func find(_ requirement: TokenRequirement, by renewal: @Sendable () -> Renewal?) -> Lookup? {
    let date = now()
    guard let lease = record.cache.lease, !lease.isOver(at: date) else { return nil }
    guard let token = lease.credential.token(for: requirement.derivedRequest),
      token.isGood(for: requirement.duration, at: date)
    else {
      return runningRefresh(lease, requirement, by: renewal).map { .refresh($0) }
    }
    guard lease.credential.unconfirmedRefresh == nil, token.isGood(for: requirement.early, at: date) else { return nil }
    return .lease(lease)
  }

  /// Returns a credential whose access token is valid for as long as the caller needs it. It's renewed if necessary.
  func valid(_ requirement: TokenRequirement, by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Lease {
    switch try await offer(requirement, by: renewal) {
    case .lease(let lease): return lease
    case .refresh(let refresh, instead: nil): return try await refresh.value()
    case .refresh(let refresh, instead: let lease?):
      do throws(StepFailure) { return try await refresh.value() } catch {
        return try await self.lease(lease, after: error)
      }
    }
  }

  /// Returns a credential of the same sign-in with a newer token than the lease has.
  ///
  /// - Throws: ``AuthFailure/cancelled`` if another user has signed in since: a request of one user must not be sent with the
  ///   token of another.
  func renewed(
    _ lease: Lease, _ requirement: TokenRequirement = TokenRequirement(), by renewal: @Sendable () -> Renewal?
  ) async throws(StepFailure) -> Lease {
    var current = try await record.lease(of: lease.generation)
    let known = lease.credential.token(for: requirement.derivedRequest)?.token
    if let newer = current.credential.token(for: requirement.derivedRequest), newer.token != known { return current }
    if current.isOver(at: now()) {
      try await record.checkExpiration()
      current = try await record.lease(of: lease.generation)
    }
    return try await started(runningRefresh(current, requirement, by: renewal)).value()
  }

  /// Returns a credential with a new token.
  func refreshed(by renewal: @Sendable () -> Renewal?) async throws(StepFailure) -> Lease {
    try await started(runningRefresh(try await record.lease(), TokenRequirement(), by: renewal)).value()
  }

  /// Returns the credential of the session, which may need a refresh.
  func lease() async throws(StepFailure) -> Lease { try await record.savedLease() }

  private func offer(_ requirement: TokenRequirement, by renewal: @Sendable () -> Renewal?) async throws(StepFailure)
    -> Availability
  {
    let (lease, date) = (try await record.savedLease(), now())
    guard lease.credential.token(for: requirement.derivedRequest)?.isGood(for: requirement.duration, at: date) == true
    else {
      if let refresh = runningRefresh(lease, requirement, by: renewal) { return .refresh(refresh, instead: nil) }
      // No refresh is possible. Without the token, the user would have to sign in again.
      guard lease.isGoodByAge(for: requirement, at: date) else { throw .notSignedIn }
      return .lease(lease)
    }
    guard EarlyRefreshes.isUseful(lease.credential, requirement, at: date), renewal()?.token(lease.credential) != nil,
      early.start(of: lease.generation, at: date)
    else { return .lease(lease) }
    return .refresh(try started(runningRefresh(lease, requirement, by: renewal)), instead: lease)
  }

  private func started(_ refresh: RunningRefresh?) throws(StepFailure) -> RunningRefresh {
    guard let refresh else { throw .notSignedIn }
    return refresh
  }

  /// Returns the lease although a refresh failed, because its token is still valid. If the session has ended or the
  /// caller has to know about the failure, it is thrown.
  private func lease(_ lease: Lease, after failure: StepFailure) async throws(StepFailure) -> Lease {
    guard await record.isCurrent(lease.generation), !failure.mustReachCaller else { throw failure }
    early.note(of: lease.generation, at: now())
    return lease
  }
}

/// One refresh for all callers that ask while it is running.
extension Session {
  /// Returns the running refresh, or one that starts now, or `nil` if the credential can't be renewed.
  private func runningRefresh(_ lease: Lease, _ requirement: TokenRequirement, by renewal: @Sendable () -> Renewal?)
    -> RunningRefresh?
  {
    let purpose = RunningRefreshes.Purpose(generation: lease.generation, derivedRequest: requirement.derivedRequest)
    if let running = refreshes[purpose] { return running }
    guard let renewal = renewal(), renewal.token(lease.credential) != nil else { return nil }
    let new = RunningRefresh()
    let current = refreshes.add(new, for: purpose)
    guard current === new else { return current }
    let known = lease.credential.token(for: requirement.derivedRequest)?.token
    let refresh = Refresh(
      renewal: renewal, known: known, requirement: requirement, generation: lease.generation, date: now())
    // A separate task, so that the refresh completes even if no caller waits for it anymore.
    Task { refreshes.complete(purpose, await activity.run { await self.outcome(of: refresh) }) }
    return new
  }

  private func outcome(of refresh: Refresh) async -> RunningRefresh.Outcome {
    do throws(StepFailure) {
      let credential = try await observer.observe(.refresh) { () async throws(StepFailure) in
        try await engine.run(refresh)
      }
      return .success(Lease(credential, refresh.generation))
    } catch {
      // The user can continue with it in a sign-in without a browser.
      if case .server(_, let reason) = error, let new = reason.authSession {
        await engine.change(of: refresh.generation) { $0.authSession = new }
      }
      return .failure(error)
    }
  }
}

extension AuthFailure {
  /// Whether a caller has to know about the failure although its token is valid: the new tokens may be lost or
  /// unverified.
  fileprivate var mustReachCaller: Bool {
    switch self {
    case .session(.unsaved), .idToken: true
    default: false
    }
  }
}
