import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An adoption whose lock is lost` {
  /// Adopts the user's tokens with a store that loses its lock at this extension.
  private func failure(_ move: Move, _ store: LosingStore) async -> StepFailure? {
    await adoptionFailure { () throws(StepFailure) in try await move.client(keeping: store).adopt(move.old) }
  }

  @Test(arguments: [1, 2])
  func `A process that lost the lock doesn't send the token, and writes nothing more`(extension lost: Int) async throws
  {
    try await Move.run { move async throws in
      let store = LosingStore(losingAt: lost)
      let expected = StepFailure.store(.unavailable("this process was suspended while it adopted a session"))
      #expect(await failure(move, store) == expected)
      #expect(move.refreshes == 0)
      // The intent is stored between the two extensions.
      #expect(await store.inner.journals.count == lost - 1)
    }
  }

  @Test func `A process that lost the lock doesn't restore the journal after a failed exchange`() async throws {
    try await Move.run { move async throws in
      await move.provider.inject(.response(.rateLimited(retryAfter: .seconds(30)), of: .token), times: 1)
      let store = LosingStore(losingAt: 3)
      #expect(await failure(move, store)?.caseName == "rateLimited")
      #expect(await store.inner.journals.count == 1)
    }
  }

  @Test func `A damaged journal isn't needed, but an unavailable one may be the only copy of new tokens`()
    async throws
  {
    try await Move.run { move async throws in
      let store = LosingStore()
      await store.failJournal(.unavailable("locked"))
      #expect(await failure(move, store) == .store(.unavailable("locked")))
      #expect(move.refreshes == 0)
      await store.failJournal(.corrupt)
      #expect(await failure(move, store) == nil)
      #expect(move.refreshes == 1)
    }
  }
}

/// A store that loses its lock, or can't read its journals.
private actor LosingStore: CredentialStore {
  private struct Lock: CredentialLock {
    let store: LosingStore

    func extend() async -> Bool { await store.extend() }
    func release() async {}
  }

  let inner = JournaledStore()
  private let lost: Int?
  private var extensions = 0
  private var journalFailure: StoreFailure?

  /// - Parameter lost: The number of the extension at which another process has the lock, from 1.
  init(losingAt lost: Int? = nil) { self.lost = lost }

  func failJournal(_ failure: StoreFailure) { journalFailure = failure }

  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    if let journalFailure, key.issuer.hasPrefix("adoption at ") { throw journalFailure }
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

  private func extend() -> Bool {
    extensions += 1
    return extensions != lost
  }
}
