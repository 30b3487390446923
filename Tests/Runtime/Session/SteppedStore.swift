import AuthRuntime

/// A store in memory that runs a test's code before each step.
actor SteppedStore: CredentialStore {
  enum Step: Sendable, Hashable {
    case load, save, remove
    case lock(CredentialLockPurpose)
    case extend(CredentialLockPurpose)
  }

  /// Receives a step and its number among the steps of its kind, from 1. A step whose failure it returns fails. A lock whose
  /// extension fails is lost.
  typealias Hook = @Sendable (_ step: Step, _ number: Int) async -> StoreFailure?

  private struct Lock: CredentialLock {
    let store: SteppedStore
    let purpose: CredentialLockPurpose

    func extend() async -> Bool { await store.extend(purpose) }
    func release() async {}
  }

  private(set) var credential: Credential?
  /// The credentials of all saves, including those that failed.
  private(set) var saves: [Credential] = []
  private var numbers: [Step: Int] = [:]
  private var hook: Hook?

  init(_ credential: Credential?) { self.credential = credential }

  /// Runs before each step from now on.
  func before(_ hook: @escaping Hook) { self.hook = hook }

  /// Replaces the contents, as another process does.
  func put(_ other: Credential?) { credential = other }

  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    try await run(.load)
    return credential
  }

  func save(_ new: Credential, for key: CredentialKey) async throws(StoreFailure) {
    saves.append(new)
    try await run(.save)
    credential = new
  }

  func remove(_ key: CredentialKey) async throws(StoreFailure) {
    try await run(.remove)
    credential = nil
  }

  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    try await run(.lock(purpose))
    return Lock(store: self, purpose: purpose)
  }

  private func extend(_ purpose: CredentialLockPurpose) async -> Bool {
    do throws(StoreFailure) { try await run(.extend(purpose)) } catch { return false }
    return true
  }

  private func run(_ step: Step) async throws(StoreFailure) {
    let number = numbers[step, default: 0] + 1
    numbers[step] = number
    if let failure = await hook?(step, number) { throw failure }
  }
}
