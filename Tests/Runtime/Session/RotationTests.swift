import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A refresh token rotation` {
  @Test func `A rotation is stored before and after the request, and the old token is kept with the new one`()
    async throws
  {
    try await withProvider { provider in
      let store = FailingStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let old = try #require(try await client.credential())
      await store.fail(nil)
      let new = try await client.refresh()
      let saves = await store.saves
      #expect(saves.map { $0.unconfirmedRefresh != nil } == [true, false, false])
      #expect(saves.map(\.refreshToken) == [old.refreshToken, new.refreshToken, new.refreshToken])
      #expect(saves.map(\.superseded?.refreshToken) == [nil, old.refreshToken, old.refreshToken])
      #expect(saves[1].idToken == old.idToken, "not verified yet")
      #expect(saves[2].idToken == new.idToken)
    }
  }

  @Test func `A session survives if its process is killed at any step of a rotation`() async throws {
    try await withProvider(script: .init { $0.rotation = .reuseDetected(overlap: .seconds(36_000)) }) { provider in
      let store = FailingStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let before = try #require(try await client.credential())
      await store.fail(nil)
      _ = try await client.refresh()
      // Another process starts with the credential that the store had at each step.
      for left in [before] + (await store.saves) {
        let next = provider.client(keeping: RestoredStore(left))
        #expect(await next.refreshFailure() == nil)
      }
    }
  }

  @Test func `A refresh isn't sent if the store can't save its intent`() async throws {
    try await withProvider { provider in
      let (store, time) = (FailingStore(), AdjustableTime())
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

  @Test func `If the store fails during a refresh, the caller gets the new tokens`() async throws {
    try await withProvider { provider in
      let store = FailingStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail { if case .save(2...) = $0 { .unavailable("the disk is full") } else { nil } }
      guard case .session(.unsaved(let saved, .unavailable("the disk is full"))) = await client.refreshFailure() else {
        Issue.record("a different failure")
        return
      }
      #expect(try await client.accessToken() == saved.accessToken, "in use until this process ends")
      #expect("\(StepFailure.session(.unsaved(saved, .corrupt)))".contains(saved.accessToken.reveal()) == false)
      await store.fail(nil)
      _ = try await client.accessToken()
      #expect(await store.saves.map(\.refreshToken) == [saved.refreshToken], "saved with the next call")
      _ = try await client.accessToken()
      #expect(await store.saves.count == 1)
      #expect(await provider.client(keeping: store).refreshFailure() == nil)
    }
  }

  @Test func `New tokens are saved again if the store fails for a moment`() async throws {
    try await withProvider { provider in
      let store = FailingStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let old = try #require(try await client.credential())
      // The first save is the intent's.
      await store.fail { if case .save(2...3) = $0 { .unavailable("busy") } else { nil } }
      let new = try await client.refresh()
      let saves = await store.saves
      #expect(saves.map(\.refreshToken) == [old.refreshToken] + Array(repeating: new.refreshToken, count: 4))
      #expect(saves.last?.idToken == new.idToken)
      #expect(provider.refreshes == 1)
      #expect(await provider.client(keeping: store).refreshFailure() == nil)
    }
  }

  @Test func `New tokens are saved again for at most two seconds`() async throws {
    try await withProvider { provider in
      let (store, clock) = (FailingStore(), ImmediateClock())
      let client = provider.client(
        environment: AuthEnvironment(browser: FollowingBrowser(), store: store, clock: clock))
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail { if case .save(2...) = $0 { .unavailable("the disk is full") } else { nil } }
      let before = clock.waited.count
      #expect(await client.refreshFailure()?.caseName == "unsaved")
      let pauses = clock.waited.dropFirst(before)
      #expect(await store.saves.count == pauses.count + 2, "the intent, the first attempt, and one after each pause")
      #expect(pauses.count > 1 && pauses.reduce(.zero, +) <= .seconds(2))
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `New tokens aren't saved again if the store rejects them for another reason`() async throws {
    try await withProvider { provider in
      let store = FailingStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail { if case .save(2...) = $0 { .denied("closed") } else { nil } }
      #expect(await client.refreshFailure()?.caseName == "unsaved")
      #expect(await store.saves.count == 2)
    }
  }

  @Test func `Tokens that a store saved before it reported a failure are verified like others`() async throws {
    try await withProvider { provider in
      let store = LateStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.failOnce(afterSave: 2)
      let new = try await client.refresh()
      #expect(await store.saves.map { $0.idToken == new.idToken } == [false, false, true])
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `If the server doesn't know the new refresh token, the previous one is used`() async throws {
    try await withProvider { provider in
      let time = AdjustableTime(stands: true)
      await provider.rewrite { $0.now = { time.now } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let first = try #require(try await client.credential()?.refreshToken)
      let second = try #require(try await client.refresh().refreshToken)
      // The server forgets the second token and accepts the first one again.
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
  func `The previous refresh token is tried within a minute only`(wait: Double) async throws {
    try await withProvider { provider in
      let time = AdjustableTime(stands: true)
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

  @Test func `A refresh repairs a store whose file was damaged while the process ran`() async throws {
    try await withProvider { provider in
      let store = FailingStore()
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
  @Test func `The session's states are reported to observers`() async throws {
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

  @Test func `The first state is the one in the store`() async throws {
    try await withProvider { provider in
      let store = FailingStore()
      _ = try await provider.client(keeping: store).signIn(scopes: [], parameters: .init())
      var first = await provider.client(keeping: store).sessionStates().makeAsyncIterator()
      #expect(await first.next() == .signedIn)
      await store.fail { $0 == .load ? .unavailable("locked") : nil }
      let client = provider.client(keeping: store)
      var unknown = await client.sessionStates().makeAsyncIterator()
      await store.fail(nil)
      try await client.revokeTokens()
      #expect(await unknown.next() == .signedOut, "no state is guessed while the store can't be read")
    }
  }
}

/// A store that reports a failure although it saved the credential, like a database whose response is lost.
private actor LateStore: CredentialStore {
  private let inner = MemoryCredentialStore()
  private var failing: Int?
  private(set) var saves: [Credential] = []

  /// Fails once after that save, counted from 1.
  func failOnce(afterSave number: Int) { (failing, saves) = (number, []) }

  func load(_ key: CredentialKey) async -> Credential? { await inner.load(key) }
  func remove(_ key: CredentialKey) async { await inner.remove(key) }

  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    saves.append(credential)
    await inner.save(credential, for: key)
    if saves.count == failing { throw .unavailable("no response") }
  }
}
