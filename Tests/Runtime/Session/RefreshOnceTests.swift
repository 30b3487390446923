import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `One refresh for all callers` {
  @Test func `Ten thousand callers share one refresh`() async throws {
    try await withProvider { provider in
      let time = AdjustableTime()
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.now = { time.now } }
      time.advance(by: 3590)
      let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
        for _ in 0..<10_000 { group.addTask { try await client.accessToken() } }
        return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1)
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `Clients that share a store share one refresh`() async throws {
    try await withProvider { provider in
      let (time, store) = (AdjustableTime(), MemoryCredentialStore())
      let clients = (0..<5).map { _ in provider.client(keeping: store, at: time) }
      _ = try await clients[0].signIn(scopes: [], parameters: .init())
      // Each client has the credential in memory.
      for client in clients { _ = try await client.accessToken() }
      await provider.rewrite { $0.now = { time.now } }
      time.advance(by: 3590)
      let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
        for client in clients { for _ in 0..<20 { group.addTask { try await client.accessToken() } } }
        return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1)
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `A refresh continues if a caller is canceled, and even if all of them are`() async throws {
    try await withProvider { provider in
      let gate = GatedClock()
      let transport = ScriptedTransport { request throws(TransportFailure) in
        if request.url.path == "/token" { try? await gate.sleep(until: .now, tolerance: nil) }
        return try await AuthEnvironment.platformTransport.send(request)
      }
      let store = MemoryCredentialStore()
      let first = provider.client(keeping: store)
      _ = try await first.signIn(scopes: [], parameters: .init())
      let client = provider.client(keeping: store, transport: transport)
      let old = try await client.accessToken()
      let leaving = Task { await client.refreshFailure() }
      await transport.asked.wait { $0 > 0 }
      let staying = Task { await client.refreshFailure() }
      leaving.cancel()
      #expect(await leaving.value == .cancelled, "immediately, before the response arrives")
      staying.cancel()
      #expect(await staying.value == .cancelled)
      let states = await client.sessionStates()
      gate.open()
      // No caller is waiting, and the tokens are stored anyway.
      for await state in states where state == .refreshed { break }
      #expect(try await client.accessToken() != old)
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `A client adopts another client's refresh, its end, and its sign-out`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let (one, other) = (provider.client(keeping: store), provider.client(keeping: store))
      _ = try await one.signIn(scopes: [], parameters: .init())
      let old = try await other.accessToken()
      let new = try await one.refresh().accessToken
      #expect(try await other.accessToken() == old, "the store isn't read without a need")
      #expect(try await other.refresh().accessToken == new)
      #expect(provider.refreshes == 1)
      try await one.revokeTokens()
      #expect(await other.refreshFailure() == .notSignedIn)
      #expect(try await other.user() == nil)
    }
  }

  @Test func `A client never returns another user's token`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let (one, other) = (provider.client(keeping: store), provider.client(keeping: store))
      _ = try await one.signIn(scopes: [], parameters: .init())
      _ = try await other.accessToken()
      await provider.rewrite { $0.user = TestUser("user-2") }
      _ = try await one.signIn(scopes: [], parameters: .init())
      #expect(await other.refreshFailure() == .cancelled)
      #expect(try await other.user()?.subject == "user-2")
    }
  }

  @Test func `A refresh during a sign-out leaves no valid token`() async throws {
    try await withProvider { provider in
      let gate = GatedClock()
      let transport = ScriptedTransport { request throws(TransportFailure) in
        let response = try await AuthEnvironment.platformTransport.send(request)
        if request.url.path == "/token" { try? await gate.sleep(until: .now, tolerance: nil) }
        return response
      }
      let store = MemoryCredentialStore()
      _ = try await provider.client(keeping: store).signIn(scopes: [], parameters: .init())
      let client = provider.client(keeping: store, transport: transport)
      let refresh = Task { await client.refreshFailure() }
      await provider.waitForRefresh()
      try await client.revokeTokens()
      gate.open()
      #expect(await refresh.value == .notSignedIn)
      let revoked = provider.requests.filter { $0.path == "/revoke" }
      #expect(revoked.count == 2, "the old token, and the new one that no session uses")
      #expect(Set(revoked.map(\.text)).count == 2)
    }
  }
}
