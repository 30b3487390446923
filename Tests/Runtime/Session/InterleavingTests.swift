import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Two clients that share a store, as two processes do: what one does while the other waits for the server.
@Suite struct `A refresh that another process comes between` {
  /// A refresh whose answer has come and is held back, while `meanwhile` is done.
  private func refresh(
    at provider: ScriptedProvider, _ store: some CredentialStore,
    meanwhile: (AuthClient<DynamicProvider>) async throws -> Void
  ) async throws -> (failure: StepFailure?, client: AuthClient<DynamicProvider>) {
    let gate = GatedClock()
    let transport = AnsweringTransport { request throws(TransportFailure) in
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

  @Test func `brings nobody back who has signed out there`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let (failure, client) = try await refresh(at: provider, store) { other in try await other.revokeTokens() }
      #expect(failure == .notSignedIn)
      #expect(try await client.user() == nil)
      #expect(try await provider.client(keeping: store).user() == nil)
      let revoked = Set(provider.requests.filter { $0.path == "/revoke" }.map(\.text))
      #expect(revoked.count == 2, "the old token, and the new one that nobody wants")
    }
  }

  @Test func `leaves alone who has signed in there`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let (failure, client) = try await refresh(at: provider, store) { other in
        await provider.rewrite { $0.user = TestUser("user-2") }
        _ = try await other.signIn(scopes: [], parameters: .init())
      }
      #expect(failure == .cancelled, "whoever asked for one user's token does not get another's")
      #expect(try await client.user()?.subject == "user-2")
      #expect(try await provider.client(keeping: store).user()?.subject == "user-2")
    }
  }

  @Test func `finds what a process has left that was killed, and says that an answer was lost`() async throws {
    try await withProvider(script: .init { $0.rotation = .reuseDetected() }) { provider in
      let signedIn = provider.client(keeping: MemoryCredentialStore())
      _ = try await signedIn.signIn(scopes: [], parameters: .init())
      var left = try #require(try await signedIn.credential())
      let store = LeftStore(left)
      let client = provider.client(keeping: store)
      _ = try await client.accessToken()
      // Another process begins a refresh, has it carried out, and dies.
      left.unconfirmedRefresh = Date(timeIntervalSince1970: 1_000)
      await store.save(left, for: CredentialKey(issuer: "", clientID: ""))
      _ = try await signedIn.refresh()
      guard case .session(.ended(let end)) = await client.refreshFailure() else {
        Issue.record("another failure")
        return
      }
      #expect(end.unconfirmedRefresh == Date(timeIntervalSince1970: 1_000))
    }
  }
}

@Suite struct `What a store has failed to take` {
  @Test func `does not come back when another process has signed out since`() async throws {
    try await withProvider { provider in
      let inner = MemoryCredentialStore()
      let store = FragileStore(inner)
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

  @Test func `is removed as soon as that works, when it was a sign-out`() async throws {
    try await withProvider { provider in
      let store = FragileStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.fail { $0 == .remove ? .unavailable("locked") : nil }
      let failed = await failure(of: try await client.revokeTokens())
      #expect(failed == .store(.unavailable("locked")))
      #expect(try await client.user() == nil, "signed out here all the same")
      await store.fail(nil)
      #expect(await client.tokenFailure() == .notSignedIn)
      #expect(try await provider.client(keeping: store).user() == nil)
    }
  }
}

@Suite struct `One sign-in at a time` {
  @Test func `begins even when the older one does not let go`() async throws {
    let (turns, hold) = (LatestSignIn(clock: ImpatientClock()), GatedClock())
    let isRunning = Locked(false)
    let first = Task {
      try await turns.run { () async throws(StepFailure) -> Int in
        isRunning.withLock { $0 = true }
        // Not to be cancelled.
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

  @Test func `ends the older one as cancelled`() async throws {
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
