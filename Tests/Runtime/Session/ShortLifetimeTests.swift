import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A token with a short lifetime` {
  private func session(
    lifetime: Int64, _ body: (AuthClient<DynamicProvider>, ScriptedProvider, AdjustableTime) async throws -> Void
  ) async throws {
    let script = ScriptedProvider.Script { $0.tokens = { $0["expires_in"] = .integer(lifetime) } }
    try await withProvider(script: script) { provider in
      // A busy machine may need seconds for a step.
      let time = AdjustableTime(stands: true)
      await provider.rewrite { $0.now = { time.now } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      try await body(client, provider, time)
    }
  }

  @Test(arguments: [60, 30, 10])
  func `A token is refreshed when a fifth of its lifetime is left`(lifetime: Int64) async throws {
    try await session(lifetime: lifetime) { client, provider, time in
      _ = try await client.accessToken()
      time.advance(by: TimeInterval(lifetime) * 0.7)
      _ = try await client.accessToken()
      #expect(provider.refreshes == 0)
      time.advance(by: TimeInterval(lifetime) * 0.15)
      _ = try await client.accessToken()
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `A token from before the clock was set back is refreshed, instead of being used until its late expiry`()
    async throws
  {
    try await session(lifetime: 600) { client, provider, time in
      time.advance(by: 365 * 24 * 3600)
      let ahead = try await client.refresh().accessToken
      time.advance(by: -365 * 24 * 3600)
      let token = try await client.accessToken()
      #expect(token != ahead)
      #expect(provider.refreshes == 2)
      #expect(try await client.accessToken() == token)
    }
  }

  @Test func `A token of a server whose clock is less than a minute ahead is used`() async throws {
    try await session(lifetime: 600) { client, provider, time in
      time.advance(by: -50)
      _ = try await client.accessToken()
      #expect(provider.refreshes == 0)
      time.advance(by: -15)
      _ = try await client.accessToken()
      #expect(provider.refreshes == 1)
    }
  }

  @Test func `Clients that share a store refresh a short-lived token once`() async throws {
    try await session(lifetime: 30) { first, provider, time in
      let store = MemoryCredentialStore()
      let clients = (0..<10).map { _ in provider.client(keeping: store, at: time) }
      _ = try await clients[0].signIn(scopes: [], parameters: .init())
      time.advance(by: 29)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in clients { group.addTask { _ = try await client.accessToken() } }
        try await group.waitForAll()
      }
      #expect(provider.refreshes == 1)
    }
  }
}

@Suite struct `A session with deeply nested claims` {
  @Test func `Claims that nest as deeply as the parser allows can be decoded`() async throws {
    // A claim is one level below the token's object, so this is the deepest that the parser allows.
    let deep = (0..<30).reduce(JSONValue.array([])) { inner, _ in .array([inner]) }
    try await withProvider(script: .init { $0.claims = { $0["deep"] = deep } }) { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let credential = try #require(try await client.credential())
      #expect(credential.claims?["deep"] == deep)
      #expect(try Credential(encoded: credential.encoded()).claims == credential.claims)
    }
  }
}
