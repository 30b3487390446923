import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A sign-out during an adoption` {
  @Test func `The user stays signed out, and the new tokens are revoked`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let client = move.client(keeping: store)
      // The second write stores the new tokens.
      await store.before { number in if number == 2 { try? await client.signOut() } }
      let failure = await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) }
      #expect(failure == .cancelled)
      #expect(try await client.credential() == nil)
      #expect(await store.sessions.isEmpty)
      #expect(await store.journals.isEmpty)
      #expect(move.revocations == 1)
    }
  }

  @Test func `A sign-out in another process also ends the adoption, even at the last moment`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let (client, other) = (move.client(keeping: store), move.client(keeping: store))
      // The third write stores the session.
      await store.before { number in if number == 3 { try? await other.signOut() } }
      let failure = await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) }
      #expect(failure == .cancelled)
      #expect(try await client.credential() == nil)
      #expect(await store.sessions.isEmpty)
      #expect(await store.journals.isEmpty)
      #expect(move.revocations > 0)
    }
  }

  @Test func `An adoption after a sign-out in another process succeeds`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let (client, other) = (move.client(keeping: store), move.client(keeping: store))
      #expect(try await client.adopt(move.old).subject == "user-1")
      let current = try #require(try await client.credential())
      try? await other.signOut()
      let again = ImportedCredential(
        refreshToken: nil, accessToken: current.accessToken, expiresAt: current.expiresAt, idToken: current.idToken,
        scopes: current.scopes)
      #expect(try await client.adopt(again).subject == "user-1")
    }
  }

  @Test func `The tokens of an adoption that failed are removed and revoked`() async throws {
    try await Move.run(.left { $0.userInfo.sources = [.endpoint] }) { move async throws in
      let store = JournaledStore()
      let client = move.client(keeping: store)
      await move.provider.inject(.response(.unavailable, of: .userInfo), times: 10)
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } != nil)
      #expect(await store.journals.count == 1)
      try? await client.signOut()
      #expect(await store.journals.isEmpty)
      #expect(move.revocations == 1)
    }
  }

  @Test func `A sign-out reports a journal that it can't read, and doesn't remove it`() async throws {
    try await Move.run(.left { $0.userInfo.sources = [.endpoint] }) { move async throws in
      let store = HookedStore()
      let client = move.client(keeping: store)
      await move.provider.inject(.response(.unavailable, of: .userInfo), times: 10)
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } != nil)
      await store.failJournal(.unavailable("locked"))
      let failure = await adoptionFailure { () throws(StepFailure) in try await client.signOut() }
      #expect(failure == .store(.unavailable("locked")))
      #expect(await store.inner.journals.count == 1)
    }
  }

  @Test func `The other library's own token isn't revoked`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let client = move.client(keeping: store)
      // The server never receives the token.
      await move.provider.inject(.response(.rateLimited(retryAfter: .seconds(30)), of: .token), times: 10)
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } != nil)
      try? await client.signOut()
      #expect(move.revocations == 0)
    }
  }

  @Test func `The user is signed out even if tokens of an adoption can't be removed`() async throws {
    try await Move.run(.left { $0.userInfo.sources = [.endpoint] }) { move async throws in
      let store = JournaledStore()
      let client = move.clientWithBrowser(keeping: store)
      await move.provider.inject(.response(.unavailable, of: .userInfo))
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } != nil)
      await move.provider.clearFaults()
      _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      // The first write would remove the journal.
      await store.fail { write in write == 1 ? .unavailable("locked") : nil }
      let failure = await adoptionFailure { () throws(StepFailure) in try await client.revokeTokens() }
      #expect(failure == .store(.unavailable("locked")))
      #expect(try await client.credential() == nil)
      #expect(await store.sessions.isEmpty)
    }
  }
}
