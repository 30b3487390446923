import Foundation

/// The signed-in user's credential: read from memory, kept in the store, refreshed by one request at a time.
actor Session {
  /// Exchanges a credential for a fresh one.
  typealias Refresh = @Sendable (Credential) async throws(StepFailure) -> Credential

  private let key: CredentialKey
  private let store: any CredentialStore
  private let now: @Sendable () -> Date
  private var loaded = false
  private var credential: Credential?
  private var refreshing: Task<Result<Credential, StepFailure>, Never>?
  /// Counts sign-ins and sign-outs, so that a refresh that was overtaken by one changes nothing.
  private var generation = 0

  init(key: CredentialKey, store: any CredentialStore, now: @escaping @Sendable () -> Date) {
    self.key = key
    self.store = store
    self.now = now
  }

  /// The credential as it is, or `nil` when nobody is signed in.
  func current() async throws(StepFailure) -> Credential? {
    if !loaded {
      let stored = try await storing { () async throws(StoreFailure) in try await self.store.load(self.key) }
      // Another call may have loaded, or signed in, while this one waited.
      if !loaded { (credential, loaded) = (stored, true) }
    }
    return credential
  }

  /// Keeps a new credential. It is used from now on even when the store fails.
  func replace(with new: Credential) async throws(StepFailure) {
    generation += 1
    try await keep(new)
  }

  /// Forgets the credential, in memory and in the store.
  func clear() async throws(StepFailure) {
    generation += 1
    (credential, loaded) = (nil, true)
    try await storing { () async throws(StoreFailure) in try await self.store.remove(self.key) }
  }

  /// A credential whose access token is good for at least the given time, refreshed if need be.
  func valid(for duration: Duration, refresh: Refresh?) async throws(StepFailure) -> Credential {
    guard let credential = try await current() else { throw .notSignedIn }
    guard let expiresAt = credential.expiresAt, expiresAt < now().addingTimeInterval(duration.seconds) else {
      return credential
    }
    return try await refreshed(by: refresh)
  }

  /// A fresh credential. Callers that come while a refresh runs share it.
  func refreshed(by refresh: Refresh?) async throws(StepFailure) -> Credential {
    guard let credential = try await current(), credential.refreshToken != nil, let refresh else { throw .notSignedIn }
    if let refreshing { return try await refreshing.value.get() }
    // A task of its own: a caller that is cancelled must not cancel the others.
    let task = Task { await self.run(refresh, on: credential) }
    refreshing = task
    return try await task.value.get()
  }

  private func run(_ refresh: Refresh, on old: Credential) async -> Result<Credential, StepFailure> {
    defer { refreshing = nil }
    let started = generation
    do throws(StepFailure) {
      let new = try await refresh(old)
      guard generation == started else { return .failure(.notSignedIn) }
      try await keep(new)
      return .success(new)
    } catch {
      // Only the server's definite no ends the session (RFC 6749 §5.2); being offline does not.
      if case .server(_, let reason) = error, reason.code == "invalid_grant", generation == started {
        try? await clear()
      }
      return .failure(error)
    }
  }

  private func keep(_ new: Credential) async throws(StepFailure) {
    (credential, loaded) = (new, true)
    try await storing { () async throws(StoreFailure) in try await self.store.save(new, for: self.key) }
  }

  private func storing<Value: Sendable>(
    _ body: () async throws(StoreFailure) -> Value
  ) async throws(StepFailure) -> Value {
    do { return try await body() } catch { throw .store(error) }
  }
}
