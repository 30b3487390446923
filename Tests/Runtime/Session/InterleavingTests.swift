import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Two clients share a store, as two processes do. One acts while the other waits for the server.
@Suite struct `A refresh while another process changes the session` {
  /// Starts a refresh, runs `meanwhile` before the response is delivered, and returns the refresh's failure.
  private func refresh(
    at provider: ScriptedProvider, _ store: some CredentialStore,
    meanwhile: (AuthClient<DynamicProvider>) async throws -> Void
  ) async throws -> (failure: StepFailure?, client: AuthClient<DynamicProvider>) {
    let gate = GatedClock()
    let transport = ScriptedTransport { request throws(TransportFailure) in
      let response = try await AuthEnvironment.platformTransport.send(request)
      if request.url.path == "/token" { try? await gate.sleep(until: .now, tolerance: nil) }
      return response
    }
    let other = provider.client(keeping: store)
    _ = try await other.signIn(scopes: [], parameters: .init())
    let client = provider.client(keeping: store, transport: transport)
    let refresh = Task { await client.refreshFailure() }
    await provider.waitForRefresh()
    try await meanwhile(other)
    gate.open()
    return (await refresh.value, client)
  }

  @Test func `A refresh doesn't restore a session that another process signed out of`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let (failure, client) = try await refresh(at: provider, store) { other in try await other.revokeTokens() }
      #expect(failure == .notSignedIn)
      #expect(try await client.user() == nil)
      #expect(try await provider.client(keeping: store).user() == nil)
      let revoked = Set(provider.requests.filter { $0.path == "/revoke" }.map(\.text))
      #expect(revoked.count == 2, "the old token, and the new one that no session uses")
    }
  }

  @Test func `A refresh doesn't replace a session that another process signed in to`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let (failure, client) = try await refresh(at: provider, store) { other in
        await provider.rewrite { $0.user = TestUser("user-2") }
        _ = try await other.signIn(scopes: [], parameters: .init())
      }
      #expect(failure == .cancelled, "a caller never gets another user's token")
      #expect(try await client.user()?.subject == "user-2")
      #expect(try await provider.client(keeping: store).user()?.subject == "user-2")
    }
  }

  @Test func `After a process was killed during a refresh, the session's end reports that a response was lost`()
    async throws
  {
    try await withProvider(script: .init { $0.rotation = .reuseDetected() }) { provider in
      let signedIn = provider.client(keeping: MemoryCredentialStore())
      _ = try await signedIn.signIn(scopes: [], parameters: .init())
      var left = try #require(try await signedIn.credential())
      let store = RestoredStore(left)
      let client = provider.client(keeping: store)
      _ = try await client.accessToken()
      // Another process starts a refresh, the server carries it out, and the process ends.
      left.unconfirmedRefresh = Date(timeIntervalSince1970: 1_000)
      await store.save(left, for: CredentialKey(issuer: "", clientID: ""))
      _ = try await signedIn.refresh()
      guard case .session(.ended(let end)) = await client.refreshFailure() else {
        Issue.record("a different failure")
        return
      }
      #expect(end.unconfirmedRefresh == Date(timeIntervalSince1970: 1_000))
    }
  }
}

@Suite struct `Changes that the store couldn't save` {
  @Test func `An unsaved refresh isn't saved after another process signed out`() async throws {
    try await withProvider { provider in
      let inner = MemoryCredentialStore()
      let store = FailingStore(inner)
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail { if case .save(2...) = $0 { .unavailable("the disk is full") } else { nil } }
      #expect(await client.refreshFailure()?.caseName == "unsaved")
      try await provider.client(keeping: inner).revokeTokens()
      await store.fail(nil)
      #expect(await client.tokenFailure() == .notSignedIn)
      #expect(try await provider.client(keeping: inner).user() == nil)
    }
  }

  @Test func `A failed removal after a sign-out is repeated as soon as the store works`() async throws {
    try await withProvider { provider in
      let store = FailingStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail { $0 == .remove ? .unavailable("locked") : nil }
      let failed = await failure(of: try await client.revokeTokens())
      #expect(failed == .store(.unavailable("locked")))
      #expect(try await client.user() == nil, "signed out in this process anyway")
      await store.fail(nil)
      #expect(await client.tokenFailure() == .notSignedIn)
      #expect(try await provider.client(keeping: store).user() == nil)
    }
  }
}

@Suite struct `One sign-in at a time` {
  @Test func `A sign-in starts even if the previous one ignores its cancellation`() async throws {
    let (turns, hold) = (LatestSignIn(clock: ImmediateClock()), GatedClock())
    let isRunning = Locked(false)
    let first = Task {
      try await turns.run { () async throws(StepFailure) -> Int in
        isRunning.withLock { $0 = true }
        // This ignores cancellation.
        await Task { try? await hold.sleep(until: .now, tolerance: nil) }.value
        return 1
      }
    }
    await isRunning.wait { $0 }
    let second = try await turns.run { () async throws(StepFailure) -> Int in 2 }
    #expect(second == 2)
    hold.open()
    #expect(try await first.value == 1)
  }

  @Test func `A sign-in cancels the previous one`() async throws {
    let (turns, hold) = (LatestSignIn(clock: ContinuousClock()), GatedClock())
    let isRunning = Locked(false)
    let first = Task {
      try await turns.run { () async throws(StepFailure) -> Int in
        isRunning.withLock { $0 = true }
        do { try await hold.sleep(until: .now, tolerance: nil) } catch { throw .cancelled }
        return 1
      }
    }
    await isRunning.wait { $0 }
    let second = try await turns.run { () async throws(StepFailure) -> Int in 2 }
    #expect(second == 2)
    await #expect(throws: StepFailure.cancelled) { try await first.value }
  }
}
