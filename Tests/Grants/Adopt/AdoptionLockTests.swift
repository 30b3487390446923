import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An adoption whose lock is lost` {
  private static let suspended = StepFailure.store(
    .unavailable("this process was suspended while it adopted a session"))

  /// Adopts the user's tokens with a store that loses its lock at this extension.
  private func failure(_ move: Move, _ store: HookedStore) async -> StepFailure? {
    await adoptionFailure { () throws(StepFailure) in try await move.client(keeping: store).adopt(move.old) }
  }

  @Test(arguments: [1, 2])
  func `A process that lost the lock doesn't send the token, and writes nothing more`(extension lost: Int) async throws
  {
    try await Move.run { move async throws in
      let store = HookedStore(losingAt: lost)
      #expect(await failure(move, store) == Self.suspended)
      #expect(move.refreshes == 0)
      // The intent is stored between the two extensions.
      #expect(await store.inner.journals.count == lost - 1)
    }
  }

  @Test func `A process that lost the lock doesn't restore the journal after a failed exchange`() async throws {
    try await Move.run { move async throws in
      await move.provider.inject(.response(.rateLimited(retryAfter: .seconds(30)), of: .token), times: 1)
      let store = HookedStore(losingAt: 3)
      #expect(await failure(move, store)?.caseName == "rateLimited")
      #expect(await store.inner.journals.count == 1)
    }
  }

  @Test func `A process that lost the lock after the exchange keeps the new tokens in the journal`() async throws {
    try await Move.run { move async throws in
      let store = HookedStore(losingAt: 3)
      #expect(await failure(move, store) == Self.suspended)
      #expect(move.refreshes == 1)
      #expect(await store.inner.sessions.isEmpty)
      #expect(await store.inner.journals.count == 1)
    }
  }

  @Test func `A process that lost the lock doesn't revoke tokens that another one may have adopted`() async throws {
    try await Move.run { move async throws in
      let store = HookedStore(losingAt: 4)
      let other = move.client(keeping: store)
      await store.afterSession { _ = try? await other.adopt(move.old) }
      #expect(await failure(move, store) == Self.suspended)
      #expect(move.revocations == 0)
    }
  }

  @Test func `A damaged journal isn't needed, but an unavailable one may be the only copy of new tokens`()
    async throws
  {
    try await Move.run { move async throws in
      let store = HookedStore()
      await store.failJournal(.unavailable("locked"))
      #expect(await failure(move, store) == .store(.unavailable("locked")))
      #expect(move.refreshes == 0)
      await store.failJournal(.corrupt)
      #expect(await failure(move, store) == nil)
      #expect(move.refreshes == 1)
    }
  }
}
