import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An adoption that is interrupted` {
  @Test func `A process that ends after any step loses nothing if the server has an overlap`() async throws {
    let script = ScriptedProvider.Script { $0.rotation = .reuseDetected(overlap: .seconds(36_000)) }
    for step in 0...4 {
      try await Move.run(script: script) { move async throws in
        let store = JournaledStore()
        _ = try await move.client(keeping: store).adopt(move.old)
        let states = [[:]] + (await store.states)
        #expect(states.count == 5)
        let next = JournaledStore(states[step])
        #expect(try await move.client(keeping: next).adopt(move.old).subject == "user-1", "after step \(step)")
        #expect(await next.sessions.count == 1)
        #expect(await next.journals.isEmpty)
      }
    }
  }

  @Test func `Once the new tokens are stored, they survive even if each token works only once`() async throws {
    for step in 2...4 {
      try await Move.run { move async throws in
        let store = JournaledStore()
        _ = try await move.client(keeping: store).adopt(move.old)
        let next = JournaledStore(([[:]] + (await store.states))[step])
        let client = move.client(keeping: next)
        #expect(try await client.adopt(move.old).subject == "user-1", "after step \(step)")
        try await client.refresh()
      }
    }
  }

  @Test func `A journal isn't a session`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      _ = try await move.client(keeping: store).adopt(move.old)
      for left in (await store.states).prefix(2) {
        let client = move.clientWithBrowser(keeping: JournaledStore(left))
        #expect(try await client.user() == nil)
        #expect(try await client.credential() == nil)
        #expect(await adoptionFailure { () throws(StepFailure) in try await client.accessToken() } == .notSignedIn)
        // A sign-in doesn't need the journal, and a later adoption removes it.
        _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
        _ = try await client.adopt(move.old)
      }
    }
  }

  @Test func `The tokens that an interrupted adoption left aren't used for another token`() async throws {
    try await Move.run { move async throws in
      let first = JournaledStore()
      _ = try await move.client(keeping: first).adopt(move.old)
      let left = try #require(await first.states.dropFirst().first)
      await move.provider.rewrite { $0.user = TestUser("user-2") }
      let library = move.clientWithBrowser()
      _ = try await library.signIn(scopes: [], parameters: AuthorizationParameters())
      let second = try #require(try await library.credential())
      let old = ImportedCredential(refreshToken: second.refreshToken, idToken: second.idToken)
      #expect(try await move.client(keeping: JournaledStore(left)).adopt(old).subject == "user-2")
      let sent = try #require(move.provider.requests.last { $0.text.contains("grant_type=refresh_token") })
      #expect(sent.text.contains(try #require(second.refreshToken).reveal()))
    }
  }

  @Test func `No request is sent if the store can't save the intent`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      await store.fail { _ in .unavailable("the disk is full") }
      let client = move.client(keeping: store)
      #expect(
        await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) }
          == .store(.unavailable("the disk is full")))
      #expect(move.refreshes == 0)
      #expect(await move.oldTokenWorks())
    }
  }

  @Test func `If the store fails after the exchange, the failure contains the new tokens`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      await store.fail { $0 == 2 ? .unavailable("the disk is full") : nil }
      let client = move.client(keeping: store)
      guard
        case .session(.unsaved(let saved, .unavailable("the disk is full"))) = await adoptionFailure({
          () throws(StepFailure) in try await client.adopt(move.old)
        })
      else {
        Issue.record("a different failure")
        return
      }
      let rescued = ImportedCredential(refreshToken: saved.refreshToken, idToken: move.old.idToken)
      #expect(try await client.adopt(rescued).subject == "user-1")
    }
  }

  @Test func `If the store can't save the session, the next call continues from the journal`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      await store.fail { $0 == 3 ? .unavailable("the disk is full") : nil }
      let client = move.client(keeping: store)
      #expect(
        await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) }
          == .store(.unavailable("the disk is full")))
      #expect(try await client.user() == nil)
      #expect(try await client.adopt(move.old).subject == "user-1")
    }
  }

  @Test func `A session that can't be read is never replaced`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      await store.makeUnreadable()
      let client = move.client(keeping: store)
      #expect(
        await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) } == .store(.corrupt))
      #expect(await store.states.isEmpty)
      #expect(move.refreshes == 0)
    }
  }

  @Test func `A lost response is followed by a second request, and then by the next call`() async throws {
    let script = ScriptedProvider.Script { $0.rotation = .reuseDetected(overlap: .seconds(36_000)) }
    try await Move.run(script: script) { move async throws in
      await move.provider.inject(.response(.lost, of: .token), times: 1)
      #expect(try await move.client().adopt(move.old).subject == "user-1")
    }
    try await Move.run(script: script) { move async throws in
      let store = JournaledStore()
      let client = move.client(keeping: store)
      await move.provider.inject(.response(.lost, of: .token), times: 2)
      guard
        case .session(.offline) = await adoptionFailure({ () throws(StepFailure) in try await client.adopt(move.old) })
      else {
        Issue.record("a different failure")
        return
      }
      #expect(await store.journals.first?.unconfirmedRefresh != nil)
      #expect(try await client.adopt(move.old).subject == "user-1")
    }
  }

  @Test func `A sign-in that comes first during the exchange stays`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let client = move.client(keeping: store)
      let other = move.clientWithBrowser(keeping: store)
      await move.provider.rewrite { $0.user = TestUser("user-2") }
      await store.before { number in
        guard number == 2 else { return }
        await store.before(nil)
        _ = try? await other.signIn(scopes: [], parameters: AuthorizationParameters())
      }
      #expect(
        await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) }
          == .adoption(.alreadySignedIn))
      #expect(try await other.user()?.subject == "user-2")
      #expect(try await client.user()?.subject == "user-2")
    }
  }
}
