import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A client that registers its key` {
  private func run(
    _ key: ClientKey, listed: [String]? = nil, _ test: (KeyProvider, AuthClient<DynamicProvider>) async throws -> Void
  ) async throws {
    let configuration = KeyProvider.configuration.changed {
      $0.server.registrationEndpoint = "https://bank.example/register"
      $0.client.registration = .dynamic
    }
    try await KeyProvider.run(as: configuration, accepting: []) { provider in
      var environment = AuthEnvironment(browser: FollowingBrowser())
      environment.redirects = RedirectRegistry()
      let client = AuthClient<DynamicProvider>(
        configuration: provider.configuration, variables: [:], clientID: nil, key: key,
        redirect: .loopback(ports: 20_000...29_999), environment: environment)
      try await test(provider, client)
    }
  }

  @Test func `The public key is registered, and its private half signs the assertions`() async throws {
    let key = ClientKey.stored(in: MemoryCredentialStore())
    let known = try await key.publicKeys()
    try await run(key) { provider, client in
      _ = try await client.signIn()
      let request = try #require(provider.requests.first { $0.path == "/register" })
      let metadata = try #require(JSONValue(parsing: request.body)?.object)
      #expect(metadata["token_endpoint_auth_method"] == "private_key_jwt")
      let keys = try #require(metadata["jwks"]?.object?["keys"]?.array)
      #expect(try keys.map { try PublicKey($0.object ?? [:]) } == known)
      #expect(!request.text.contains("\"d\""))
      #expect(provider.assertions.count == 1)
    }
  }

  @Test func `A server that registers another method than the one that the client can use is rejected`() async throws {
    try await run(.key(PrivateKeyFixture.ec("k"))) { provider, client in
      await provider.scripted.rewrite { script in
        script.registration = { $0["token_endpoint_auth_method"] = "tls_client_auth" }
      }
      let reason = await stepFailure(of: try await client.signIn())
      #expect(reason == .response(.unexpectedValue("token_endpoint_auth_method", endpoint: .registration)))
    }
  }
}
