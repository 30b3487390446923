import Foundation

@testable import AuthRuntime

/// A store that calls functions at certain steps of an adoption, loses its lock, or can't read its journals.
actor HookedStore: CredentialStore {
  private struct Lock: CredentialLock {
    let store: HookedStore

    func extend() async -> Bool { await store.extend() }
    func release() async {}
  }

  typealias Hook = @Sendable () async -> Void

  let inner = JournaledStore()
  private let lost: Int?
  private var extensions = 0
  private var beforeExtension: (number: Int, hook: Hook)?
  private var afterSession: Hook?
  private var beforeSessionLoad: Hook?
  private var journalFailure: StoreFailure?

  /// - Parameter lost: The number of the extension at which another process has the lock, from 1.
  init(losingAt lost: Int? = nil) { self.lost = lost }

  func failJournal(_ failure: StoreFailure) { journalFailure = failure }

  /// Calls a function when an adoption checks its lock for this time from now on.
  func before(extension number: Int, _ hook: @escaping Hook) {
    (beforeExtension, extensions) = ((number, hook), 0)
  }

  /// Calls a function when an adoption looks for its journal after it has stored the session.
  func afterSession(_ hook: @escaping Hook) { afterSession = hook }

  /// Calls a function before a session is read for the next time.
  func beforeSessionLoad(_ hook: @escaping Hook) { beforeSessionLoad = hook }

  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    guard key.issuer.hasPrefix("adoption at ") else {
      if let hook = beforeSessionLoad {
        beforeSessionLoad = nil
        await hook()
      }
      return try await inner.load(key)
    }
    if let journalFailure { throw journalFailure }
    if let hook = afterSession, await !inner.sessions.isEmpty {
      afterSession = nil
      await hook()
    }
    return try await inner.load(key)
  }

  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    try await inner.save(credential, for: key)
  }

  func remove(_ key: CredentialKey) async throws(StoreFailure) { try await inner.remove(key) }

  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    purpose == .refresh ? Lock(store: self) : nil
  }

  /// - Returns: Whether the lock isn't lost.
  private func extend() async -> Bool {
    extensions += 1
    let number = extensions
    if let (wanted, hook) = beforeExtension, wanted == number {
      beforeExtension = nil
      await hook()
    }
    return number != lost
  }
}
