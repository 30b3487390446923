import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An adoption that another process overtakes` {
  @Test func `A sign-out before the exchange keeps the other library's token`() async throws {
    try await Move.run { move async throws in
      let store = HookedStore()
      let client = move.client(keeping: store)
      await store.before(extension: 1) { try? await client.signOut() }
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } == .cancelled)
      #expect(move.refreshes == 0)
      #expect(await store.inner.journals.isEmpty)
    }
  }

  @Test func `A failed exchange doesn't restore tokens that a sign-out removed`() async throws {
    try await Move.run(.left { $0.userInfo.sources = [.endpoint] }) { move async throws in
      let store = HookedStore()
      let (client, other) = (move.client(keeping: store), move.client(keeping: store))
      await move.provider.inject(.response(.unavailable, of: .userInfo), times: 10)
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } != nil)
      #expect(await store.inner.journals.count == 1)
      await move.provider.clearFaults()
      await move.provider.inject(.response(.rateLimited(retryAfter: .seconds(30)), of: .token), times: 1)
      // After the response, before the journal gets its earlier contents.
      await store.before(extension: 3) { try? await other.signOut() }
      let failure = await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) }
      #expect(failure?.caseName == "rateLimited")
      #expect(await store.inner.journals.isEmpty)
    }
  }

  @Test func `After a sign-out, the session isn't stored even for a moment`() async throws {
    try await Move.run { move async throws in
      let store = HookedStore()
      let (client, other) = (move.client(keeping: store), move.client(keeping: store))
      let wasStored = Locked(false)
      await store.before(extension: 3) { try? await other.signOut() }
      await store.afterSession { wasStored.withLock { $0 = true } }
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } == .cancelled)
      #expect(!wasStored.value)
    }
  }

  @Test func `A session that the same user starts after a sign-out is returned if it comes first`() async throws {
    try await Move.run { move async throws in
      let store = HookedStore()
      let (client, other) = (move.client(keeping: store), move.clientWithBrowser(keeping: store))
      await store.before(extension: 3) {
        await store.beforeSessionLoad {
          try? await other.signOut()
          _ = try? await other.signIn(scopes: [], parameters: AuthorizationParameters())
        }
      }
      #expect(try await client.adopt(move.old).subject == "user-1")
      let session = try #require(try await other.credential())
      #expect(try await client.credential()?.refreshToken == session.refreshToken)
      #expect(await store.inner.sessions.map(\.refreshToken) == [session.refreshToken])
    }
  }

  @Test func `A session that the user starts after a sign-out stays`() async throws {
    try await Move.run { move async throws in
      let store = HookedStore()
      let (client, other) = (move.client(keeping: store), move.clientWithBrowser(keeping: store))
      await store.afterSession {
        try? await other.signOut()
        _ = try? await other.signIn(scopes: [], parameters: AuthorizationParameters())
      }
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } == .cancelled)
      let session = try #require(try await other.credential())
      #expect(await store.inner.sessions.map(\.refreshToken) == [session.refreshToken])
    }
  }

  @Test func `The sign-out, not the adoption, revokes the adopted tokens if the user has signed in again`()
    async throws
  {
    try await Move.run { move async throws in
      let store = HookedStore()
      let (client, other) = (move.client(keeping: store), move.clientWithBrowser(keeping: store))
      // The journal has the new tokens, and the session isn't stored yet.
      await store.before(extension: 3) {
        try? await other.signOut()
        _ = try? await other.signIn(scopes: [], parameters: AuthorizationParameters())
      }
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } == .cancelled)
      #expect(try await other.credential() != nil)
      #expect(move.revocations == 1)
    }
  }

  @Test func `A session that the same user starts elsewhere stays, and no token is revoked`() async throws {
    try await Move.run { move async throws in
      let store = HookedStore()
      let (client, other) = (move.client(keeping: store), move.clientWithBrowser(keeping: store))
      await store.before(extension: 2) {
        _ = try? await other.signIn(scopes: [], parameters: AuthorizationParameters())
      }
      #expect(try await client.adopt(move.old).subject == "user-1")
      let session = try #require(try await other.credential())
      #expect(try await client.credential()?.refreshToken == session.refreshToken)
      #expect(move.revocations == 0)
      #expect(await store.inner.journals.isEmpty)
    }
  }

  @Test func `A sign-out after the session was stored ends the adoption, and revokes its tokens`() async throws {
    try await Move.run { move async throws in
      let store = HookedStore()
      let (client, other) = (move.client(keeping: store), move.client(keeping: store))
      await store.afterSession { try? await other.signOut() }
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } == .cancelled)
      #expect(try await client.credential() == nil)
      #expect(await store.inner.sessions.isEmpty)
      #expect(move.revocations > 0)
    }
  }

  @Test func `Tokens that another user's adoption left survive a failed adoption`() async throws {
    try await Move.run(.left { $0.userInfo.sources = [.endpoint] }) { move async throws in
      let store = HookedStore()
      let client = move.client(keeping: store)
      await move.provider.inject(.response(.unavailable, of: .userInfo), times: 10)
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } != nil)
      let left = await store.inner.journals.map(\.refreshToken)
      await move.provider.clearFaults()
      await move.provider.inject(.response(.rateLimited(retryAfter: .seconds(30)), of: .token), times: 1)
      let another = ImportedCredential(refreshToken: Secret("another"), scopes: [])
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(another) } != nil)
      #expect(await store.inner.journals.map(\.refreshToken) == left)
      #expect(try await client.adopt(move.old).subject == "user-1")
    }
  }

  @Test func `A process that finds the tokens of another one in the journal keeps them there`() async throws {
    try await Move.run(.left { $0.userInfo.sources = [.endpoint] }) { move async throws in
      let store = HookedStore()
      let (client, other) = (move.client(keeping: store), move.client(keeping: store))
      // The other process was suspended, and its tokens arrive while this one sends the same token.
      await store.before(extension: 2) {
        await move.provider.inject(.response(.unavailable, of: .userInfo), times: 10)
        _ = try? await other.adopt(move.old)
        await move.provider.clearFaults()
      }
      #expect(await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } != nil)
      #expect(await store.inner.journals.count == 1)
      #expect(move.revocations == 0)
    }
  }
}
