import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A rotation` {
  @Test func `is stored before and after, and the old token with the new one`() async throws {
    try await withProvider { provider in
      let store = FragileStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let old = try #require(try await client.credential())
      await store.fail(nil)
      let new = try await client.refresh()
      let saves = await store.saves
      #expect(saves.map { $0.unconfirmedRefresh != nil } == [true, false, false])
      #expect(saves.map(\.refreshToken) == [old.refreshToken, new.refreshToken, new.refreshToken])
      #expect(saves.map(\.superseded?.refreshToken) == [nil, old.refreshToken, old.refreshToken])
      #expect(saves[1].idToken == old.idToken, "not believed yet")
      #expect(saves[2].idToken == new.idToken)
    }
  }

  @Test func `is survived by what a process left behind when it was killed`() async throws {
    try await withProvider(script: .init { $0.rotation = .reuseDetected(overlap: .seconds(36_000)) }) { provider in
      let store = FragileStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let before = try #require(try await client.credential())
      await store.fail(nil)
      _ = try await client.refresh()
      // What the store held at each moment, to a process that starts then.
      for left in [before] + (await store.saves) {
        let next = provider.client(keeping: LeftStore(left))
        #expect(await next.refreshFailure() == nil)
      }
    }
  }

  @Test func `does not begin when the store takes no intent`() async throws {
    try await withProvider { provider in
      let (store, time) = (FragileStore(), TimeBox())
      let client = provider.client(keeping: store, at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let token = try await client.accessToken()
      await store.fail { if case .save = $0 { .unavailable("the disk is full") } else { nil } }
      #expect(await client.refreshFailure() == .store(.unavailable("the disk is full")))
      #expect(provider.refreshes == 0)
      #expect(try await client.accessToken() == token)
      await store.fail(nil)
      #expect(await client.refreshFailure() == nil)
    }
  }

  @Test func `hands over the new tokens when the store fails between`() async throws {
    try await withProvider { provider in
      let store = FragileStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail { if case .save(2...) = $0 { .unavailable("the disk is full") } else { nil } }
      guard case .session(.unsaved(let saved, .unavailable("the disk is full"))) = await client.refreshFailure() else {
        Issue.record("another failure")
        return
      }
      #expect(try await client.accessToken() == saved.accessToken, "in use as long as this process runs")
      #expect("\(StepFailure.session(.unsaved(saved, .corrupt)))".contains(saved.accessToken.reveal()) == false)
      await store.fail(nil)
      _ = try await client.accessToken()
      #expect(await store.saves.map(\.refreshToken) == [saved.refreshToken], "tried again as soon as somebody asks")
      _ = try await client.accessToken()
      #expect(await store.saves.count == 1)
      #expect(await provider.client(keeping: store).refreshFailure() == nil)
    }
  }

  @Test func `falls back to the token before, when the new one never became good`() async throws {
    try await withProvider { provider in
      let time = TimeBox(stands: true)
      await provider.rewrite { $0.now = { time.now } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let first = try #require(try await client.credential()?.refreshToken)
      let second = try #require(try await client.refresh().refreshToken)
      // The server forgets the second one, and takes the first once more.
      let forgotten = "refresh_token=\(second.reveal())"
      await provider.rewrite {
        $0.instead = { request in
          request.text.contains(forgotten) ? .json(#"{"error":"invalid_grant"}"#, status: 400) : nil
        }
        $0.rotation = .reuseDetected(overlap: .seconds(36_000))
      }
      let third = try await client.refresh()
      #expect(third.refreshToken != second)
      #expect(third.superseded?.refreshToken == first)
      #expect(await client.refreshFailure() == nil)
    }
  }

  @Test(arguments: [0, 61.0])
  func `tries the token before only within a minute`(wait: Double) async throws {
    try await withProvider { provider in
      let time = TimeBox(stands: true)
      await provider.rewrite { $0.now = { time.now } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      _ = try await client.refresh()
      time.advance(by: wait)
      let no = ScriptedResponse.json(#"{"error":"invalid_grant"}"#, status: 400)
      await provider.rewrite { $0.instead = { $0.path == "/token" ? no : nil } }
      let before = provider.refreshes
      #expect(await client.refreshFailure()?.caseName == "ended")
      #expect(provider.refreshes == before + (wait == 0 ? 2 : 1))
    }
  }

  @Test func `mends a store whose file was damaged while the process ran`() async throws {
    try await withProvider { provider in
      let store = FragileStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail { $0 == .load ? .corrupt : nil }
      #expect(await client.refreshFailure() == nil)
      #expect(await provider.client(keeping: store).refreshFailure() == .store(.corrupt), "damaged before it was read")
      await store.fail(nil)
      #expect(await provider.client(keeping: store).refreshFailure() == nil)
    }
  }
}

@Suite struct `The states of a session` {
  @Test func `are told to whoever watches`() async throws {
    try await withProvider { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      let states = await client.sessionStates()
      _ = try await client.signIn(scopes: [], parameters: .init())
      _ = try await client.refresh()
      try await client.revokeTokens()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let no = ScriptedResponse.json(#"{"error":"invalid_grant"}"#, status: 400)
      await provider.rewrite { $0.instead = { $0.path == "/token" ? no : nil } }
      #expect(await client.refreshFailure()?.caseName == "ended")
      var seen: [SessionState] = []
      for await state in states.prefix(6) { seen.append(state) }
      #expect(seen == [.signedOut, .signedIn, .refreshed, .signedOut, .signedIn, .needsSignIn])
    }
  }

  @Test func `begin with what the store has`() async throws {
    try await withProvider { provider in
      let store = FragileStore()
      _ = try await provider.client(keeping: store).signIn(scopes: [], parameters: .init())
      var first = await provider.client(keeping: store).sessionStates().makeAsyncIterator()
      #expect(await first.next() == .signedIn)
      await store.fail { $0 == .load ? .unavailable("locked") : nil }
      let client = provider.client(keeping: store)
      var unknown = await client.sessionStates().makeAsyncIterator()
      await store.fail(nil)
      try await client.revokeTokens()
      #expect(await unknown.next() == .signedOut, "what the store could not tell is not guessed")
    }
  }
}
