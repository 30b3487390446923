import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `One refresh for all` {
  @Test func `is one request of ten thousand callers`() async throws {
    try await withProvider { provider in
      let time = TimeBox()
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

  @Test func `is one request for clients that share a store`() async throws {
    try await withProvider { provider in
      let (time, store) = (TimeBox(), MemoryCredentialStore())
      let clients = (0..<5).map { _ in provider.client(keeping: store, at: time) }
      _ = try await clients[0].signIn(scopes: [], parameters: .init())
      // Each has the credential in memory.
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

  @Test func `goes on for the others when one caller goes away, and to its end when all do`() async throws {
    try await withProvider { provider in
      let gate = GatedClock()
      let transport = AnsweringTransport { request throws(TransportFailure) in
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
      #expect(await leaving.value == .cancelled, "at once, the answer is still to come")
      staying.cancel()
      #expect(await staying.value == .cancelled)
      let states = await client.sessionStates()
      gate.open()
      // No caller waits, and the tokens come all the same.
      for await state in states where state == .refreshed { break }
      #expect(try await client.accessToken() != old)
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `is adopted from another client, and its end and its sign-out too`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let (one, other) = (provider.client(keeping: store), provider.client(keeping: store))
      _ = try await one.signIn(scopes: [], parameters: .init())
      let old = try await other.accessToken()
      let new = try await one.refresh().accessToken
      #expect(try await other.accessToken() == old, "nobody looks without a need")
      #expect(try await other.refresh().accessToken == new)
      #expect(provider.refreshes == 1)
      try await one.revokeTokens()
      #expect(await other.refreshFailure() == .notSignedIn)
      #expect(try await other.user() == nil)
    }
  }

  @Test func `never gives one user another one's token`() async throws {
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

  @Test func `that a sign-out overtakes leaves no token that works`() async throws {
    try await withProvider { provider in
      let gate = GatedClock()
      let transport = AnsweringTransport { request throws(TransportFailure) in
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
      #expect(revoked.count == 2, "the old token, and the new one that nobody wants")
      #expect(Set(revoked.map(\.text)).count == 2)
    }
  }
}
