import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The rules for service accounts` {
  /// Runs a test with an account whose key the provider knows.
  private func run(
    _ change: (inout ProviderConfiguration) -> Void,
    _ test: (ScriptedProvider, Vault.Client, ServiceAccount) async throws -> Void
  ) async throws {
    let key = try PrivateKey(generating: .es256, keyID: "key-1")
    var configuration = Vault.configuration
    change(&configuration)
    let provider = try await ScriptedProvider.start(as: configuration)
    await provider.rewrite { $0.serviceAccountKeys = [key.publicKey] }
    do { try await test(provider, provider.client(Vault.self), .key(.key(key), issuer: "robot")) } catch {
      await provider.stop()
      throw error
    }
    await provider.stop()
  }

  @Test(
    arguments: [
      (.none, .claim, "ada", [], .invalidParameter("subject", expected: "omitted")),
      (.required, .claim, nil, [], .invalidParameter("subject", expected: "the user's name")),
      (.optional, .claim, "", [], .invalidParameter("subject", expected: "the user's name")),
      (
        .none, .none, nil, ["openid"],
        .invalidParameter("scope", expected: "omitted: the server determines the scopes")
      ),
    ]
      as [(
        ProviderConfiguration.AuthorizationRules.ResourceRule, ProviderConfiguration.JWTBearerRules.ScopePlace, String?,
        [String], ConfigurationFailure
      )])
  func `A subject or scopes that the descriptor doesn't allow are rejected before a request`(
    subject: ProviderConfiguration.AuthorizationRules.ResourceRule,
    place: ProviderConfiguration.JWTBearerRules.ScopePlace, name: String?, scopes: [String],
    failure: ConfigurationFailure
  ) async throws {
    try await run {
      ($0.jwtBearer.subject, $0.jwtBearer.scope) = (subject, place)
    } _: { provider, vault, account in
      await #expect(throws: Vault.Failure.configuration(failure)) {
        try await vault.serviceCredential(of: account, scopeNames: scopes, subject: name)
      }
      #expect(provider.requests.isEmpty)
    }
  }

  @Test func `If the descriptor requires a key, a bearer token is rejected`() async throws {
    try await run {
      $0.client.dpop.use = .required
    } _: { provider, vault, account in
      let credential = try await vault.serviceCredential(of: account, scopeNames: [])
      #expect(credential.keyThumbprint != nil)
      await provider.inject(.dpop(.bearer))
      await #expect(throws: Vault.Failure.response(.unboundToken)) {
        try await vault.serviceCredential(of: account, scopeNames: ["openid"])
      }
    }
  }

  @Test func `If the key is optional, a bearer token is accepted, and it isn't bound to the key`() async throws {
    try await run {
      ($0.client.dpop.use, $0.discovery.mode) = (.optional, .runtime)
    } _: { provider, vault, account in
      await provider.inject(.dpop(.bearer))
      let credential = try await vault.serviceCredential(of: account, scopeNames: [])
      #expect(credential.keyThumbprint == nil)
      #expect(provider.requests.last?.headers["dpop"] != nil)
    }
  }
}
