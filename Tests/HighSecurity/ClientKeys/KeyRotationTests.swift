import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A client with two keys` {
  private static let (new, old) = (PrivateKeyFixture.ec("new"), PrivateKeyFixture.ec("old"))
  private static var key: ClientKey { .rotation([.key(new), .key(old)]) }

  @Test func `If the server doesn't know the new key yet, the client signs with the old one and keeps using it`()
    async throws
  {
    try await KeyProvider.run(accepting: [Self.old.publicKey]) { provider in
      let client = provider.client(key: Self.key)
      _ = try await client.signIn()
      #expect(provider.assertions.map(\.keyID) == ["new", "old"])
      _ = try await client.clientCredential(scopes: [], parameters: AuthorizationParameters())
      #expect(provider.assertions.map(\.keyID) == ["new", "old", "old"])
      #expect(Set(try provider.assertions.map { try $0.claims()["jti"] }).count == 3)
    }
  }

  @Test func `If the server no longer knows the key in use, the client returns to the other one`() async throws {
    try await KeyProvider.run(accepting: [Self.old.publicKey]) { provider in
      let client = provider.client(key: Self.key)
      _ = try await client.signIn()
      await provider.scripted.rewrite { $0.clientKeys = [Self.new.publicKey] }
      _ = try await client.clientCredential(scopes: [], parameters: AuthorizationParameters())
      #expect(provider.assertions.map(\.keyID) == ["new", "old", "old", "new"])
    }
  }

  @Test func `If the server knows neither key, the client tries each once and reports the error`() async throws {
    try await KeyProvider.run(accepting: [PrivateKeyFixture.ec("other").publicKey]) { provider in
      let client = provider.client(key: Self.key)
      let reason = await stepFailure(
        of: try await client.clientCredential(scopes: [], parameters: AuthorizationParameters()))
      #expect(reason?.caseName == "invalidClient" || reason?.description.contains("invalid_client") == true)
      #expect(provider.assertions.map(\.keyID) == ["new", "old"])
      _ = await stepFailure(of: try await client.clientCredential(scopes: [], parameters: AuthorizationParameters()))
      #expect(provider.assertions.map(\.keyID) == ["new", "old", "new", "old"])
    }
  }

  @Test func `If the server rejects a client's only key, the request isn't repeated`() async throws {
    try await KeyProvider.run(accepting: [Self.new.publicKey]) { provider in
      let client = provider.client(key: .key(Self.old))
      _ = await stepFailure(of: try await client.clientCredential(scopes: [], parameters: AuthorizationParameters()))
      #expect(provider.assertions.map(\.keyID) == ["old"])
    }
    #expect(ClientKey.key(Self.old).index(after: 0) == nil)
  }

  @Test(arguments: ["invalid_grant", "invalid_request", "unauthorized_client", "server_error"])
  func `After any other error, the other key isn't tried`(code: String) async throws {
    try await KeyProvider.run(accepting: []) { provider in
      await provider.scripted.rewrite { script in
        script.instead = { $0.path == "/token" ? .json(#"{"error":"\#(code)"}"#, status: 400) : nil }
      }
      let client = provider.client(key: Self.key)
      _ = await stepFailure(of: try await client.clientCredential(scopes: [], parameters: AuthorizationParameters()))
      #expect(provider.assertions.map(\.keyID) == ["new"])
    }
  }

  @Test func `Introspection and revocation use the other key, too`() async throws {
    try await KeyProvider.run(accepting: [Self.old.publicKey]) { provider in
      let api = provider.introspectingAPI(key: Self.key)
      await #expect(throws: AccessFailure.invalidToken(.inactive)) { try await api.caller(bearing: Secret("unknown")) }
      #expect(provider.assertions.map(\.keyID) == ["new", "old"])
      let client = provider.client(key: Self.key) { $0.revocation.style = .rfc7009 }
      _ = try await client.signIn()
      try await client.revokeTokens()
      let revocations = provider.requests.filter { $0.path == "/revoke" }
      #expect(!revocations.isEmpty && revocations.allSatisfy { $0.text.contains("client_assertion=") })
    }
  }

  @Test func `Both public keys are in the key set to publish, without the private keys`() async throws {
    let set = try await Self.key.keySet()
    let keys = try #require(set["keys"]?.array)
    #expect(keys.map { $0.object?["kid"] } == ["new", "old"])
    #expect(keys.allSatisfy { $0.object?["use"] == "sig" && $0.object?["alg"] == "ES256" && $0.object?["d"] == nil })
  }
}
