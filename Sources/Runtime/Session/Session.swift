import Foundation

/// The signed-in user's credential: read from memory, kept in the store, refreshed by one request at a time.
actor Session {
  /// Exchanges a credential for a fresh one. What the server has given is handed to `keep` before anything else can
  /// fail, because the old refresh token may be dead from then on.
  typealias Refresh =
    @Sendable (
      _ old: Credential, _ keep: @Sendable (Credential) async throws(StepFailure) -> Void
    ) async throws(StepFailure) -> Credential

  /// A credential, and which sign-in it belongs to.
  struct Lease: Sendable {
    let credential: Credential
    fileprivate let generation: Int
  }

  private let key: CredentialKey
  private let store: any CredentialStore
  private let now: @Sendable () -> Date
  private var loaded = false
  private var credential: Credential?
  /// Counts sign-ins and sign-outs, so that a refresh that was overtaken by one changes nothing.
  private var generation = 0
  private var refreshing: (generation: Int, task: Task<Result<Credential, StepFailure>, Never>)?
  /// The last write to the store. Each waits for the one before, so the store ends as the memory does.
  private var writing: Task<Void, Never>?

  init(key: CredentialKey, store: any CredentialStore, now: @escaping @Sendable () -> Date) {
    self.key = key
    self.store = store
    self.now = now
  }

  /// The credential as it is, or `nil` when nobody is signed in.
  func current() async throws(StepFailure) -> Credential? {
    if !loaded {
      let stored: Credential?
      do { stored = try await store.load(key) } catch { throw .store(error) }
      // Another call may have loaded, or signed in, while this one waited.
      if !loaded { (credential, loaded) = (stored, true) }
    }
    return credential
  }

  /// Keeps a new sign-in's credential. It is used from now on even when the store fails.
  func replace(with new: Credential) async throws(StepFailure) {
    generation += 1
    try await keep(new)
  }

  /// Forgets the credential, in memory and in the store.
  func clear() async throws(StepFailure) {
    generation += 1
    try await keep(nil)
  }

  /// A credential whose access token is good for at least the given time, refreshed if need be.
  func valid(for duration: Duration, refresh: Refresh?) async throws(StepFailure) -> Lease {
    guard let credential = try await current() else { throw .notSignedIn }
    let lease = Lease(credential: credential, generation: generation)
    guard let expiresAt = credential.expiresAt, expiresAt < now().addingTimeInterval(duration.seconds) else {
      return lease
    }
    return try await renewed(lease, by: refresh)
  }

  /// A credential that is newer than the given one and belongs to the same sign-in.
  ///
  /// - Throws: ``AuthFailure/cancelled`` when somebody else has signed in since: a request of one user must not go out
  ///   with the token of another.
  func renewed(_ lease: Lease, by refresh: Refresh?) async throws(StepFailure) -> Lease {
    guard let credential = try await current() else { throw .notSignedIn }
    guard generation == lease.generation else { throw .cancelled }
    if credential.accessToken != lease.credential.accessToken {
      return Lease(credential: credential, generation: generation)
    }
    return Lease(credential: try await refreshed(by: refresh), generation: lease.generation)
  }

  /// A fresh credential. Callers that come while a refresh runs share it.
  func refreshed(by refresh: Refresh?) async throws(StepFailure) -> Credential {
    guard let credential = try await current(), let refresh else { throw .notSignedIn }
    if let refreshing, refreshing.generation == generation { return try await refreshing.task.value.get() }
    // A task of its own: a caller that is cancelled must not cancel the others.
    let started = generation
    let task = Task { await self.run(refresh, on: credential, startedAt: started) }
    refreshing = (started, task)
    return try await task.value.get()
  }

  private func run(
    _ refresh: Refresh, on old: Credential, startedAt started: Int
  ) async -> Result<Credential, StepFailure> {
    defer { if refreshing?.generation == started { refreshing = nil } }
    do throws(StepFailure) {
      let new = try await refresh(old) { given async throws(StepFailure) in
        try await self.keep(given, ifStill: started)
      }
      try await keep(new, ifStill: started)
      return .success(new)
    } catch {
      if error.endsSession, generation == started { try? await clear() }
      return .failure(error)
    }
  }

  /// Keeps what a refresh brought, unless the session was ended or replaced meanwhile.
  private func keep(_ new: Credential, ifStill started: Int) async throws(StepFailure) {
    guard generation == started else { throw credential == nil ? .notSignedIn : .cancelled }
    try await keep(new)
  }

  private func keep(_ new: Credential?) async throws(StepFailure) {
    (credential, loaded) = (new, true)
    let (store, key, previous) = (store, key, writing)
    let task = Task { () async -> Result<Void, StoreFailure> in
      await previous?.value
      do throws(StoreFailure) {
        if let new { try await store.save(new, for: key) } else { try await store.remove(key) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    writing = Task { _ = await task.value }
    do { try await task.value.get() } catch { throw .store(error) }
  }
}

extension AuthFailure {
  /// Whether a refresh that failed like this leaves nothing to go on with: the server's definite no (RFC 6749 §5.2), or
  /// tokens of somebody else. Being offline is neither.
  fileprivate var endsSession: Bool {
    switch self {
    case .server(_, let reason): reason.code == "invalid_grant"
    case .idToken(let rejection): rejection.speaksOfOthers
    default: false
    }
  }
}

extension IDTokenRejection {
  /// Whether the token, and so what came with it, may be somebody else's or nobody's. What a wrong clock, or keys that cannot
  /// be had, or a sloppy server make of it says nothing of that kind.
  fileprivate var speaksOfOthers: Bool {
    switch self {
    case .subjectChanged, .issuerMismatch, .audienceMismatch, .untrustedAudience, .changedAfterRefresh, .hashMismatch,
      .nonceMismatch, .invalidSignature, .algorithmNotAllowed, .wrongTokenType, .criticalHeader, .unexpectedClaim:
      true
    case .missingIDToken, .malformed, .encrypted, .noMatchingKey, .ambiguousKey, .expired, .notYetValid,
      .issuedTooLongAgo, .authenticationTooOld, .missingHash, .claim:
      false
    }
  }
}
