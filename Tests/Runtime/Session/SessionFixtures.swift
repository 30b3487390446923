import AuthTesting
import Foundation
import TestSupport

@testable import AuthRuntime

/// A store that a test can make fail. It records the saved credentials.
actor FailingStore: CredentialStore {
  private let inner: any CredentialStore
  private var failing: (@Sendable (_ step: Step) -> StoreFailure?)?
  private(set) var saves: [Credential] = []

  enum Step: Sendable, Equatable {
    case load
    /// The number of the save, from 1.
    case save(Int)
    case remove
  }

  init(_ inner: any CredentialStore = MemoryCredentialStore()) {
    self.inner = inner
  }

  /// Called at every step from now on. With `nil`, no step fails.
  func fail(_ failing: (@Sendable (Step) -> StoreFailure?)?) {
    self.failing = failing
    saves = []
  }

  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    if let failure = failing?(.load) { throw failure }
    return try await inner.load(key)
  }

  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    saves.append(credential)
    if let failure = failing?(.save(saves.count)) { throw failure }
    try await inner.save(credential, for: key)
  }

  func remove(_ key: CredentialKey) async throws(StoreFailure) {
    if let failure = failing?(.remove) { throw failure }
    try await inner.remove(key)
  }

  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    try await inner.lock(key, for: purpose, clock: clock)
  }
}

/// A store with the credential that a killed process left.
actor RestoredStore: CredentialStore {
  private var credential: Credential?

  init(_ credential: Credential) {
    self.credential = credential
  }

  func load(_ key: CredentialKey) -> Credential? { credential }
  func save(_ new: Credential, for key: CredentialKey) { credential = new }
  func remove(_ key: CredentialKey) { credential = nil }
}

extension ScriptedProvider {
  /// A client with the test's store and time.
  nonisolated func client(
    keeping store: any CredentialStore, at time: AdjustableTime = AdjustableTime(),
    transport: (any HTTPTransport)? = nil
  ) -> AuthClient<DynamicProvider> {
    client(
      environment: AuthEnvironment(
        transport: transport ?? AuthEnvironment.platformTransport, browser: FollowingBrowser(), store: store,
        now: { time.now }, clock: ImmediateClock()))
  }

  /// The number of refresh requests.
  nonisolated var refreshes: Int {
    requests.filter { $0.text.contains("grant_type=refresh_token") }.count
  }

  /// Waits for a refresh request.
  nonisolated func waitForRefresh() async {
    await waitForRequests { $0.text.contains("grant_type=refresh_token") }
  }
}

extension AuthClient where Provider == DynamicProvider {
  /// The failure of a refresh.
  func refreshFailure() async -> StepFailure? {
    await failure(of: try await refresh())
  }

  /// The failure of a request for an access token.
  func tokenFailure(validFor duration: Duration? = nil) async -> StepFailure? {
    await failure(of: try await accessToken(validFor: duration))
  }
}
