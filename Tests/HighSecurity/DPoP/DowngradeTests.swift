import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

@Suite struct `A server that doesn't bind tokens` {
  @Test func `A bearer token is rejected and revoked if the descriptor requires a key`() async throws {
    try await withBank { provider, _ in
      await provider.inject(.dpop(.bearer))
      let client = provider.client()
      let error = await failure(StepFailure.self, of: try await client.signInPlainly())
      #expect(error == .response(.unboundToken))
      #expect(try await client.credential() == nil)
      #expect(provider.requests(at: "/revoke").count == 1)
      #expect(provider.requests(at: "/userinfo").isEmpty, "the token isn't used")
    }
  }

  @Test func `A bearer token for a device or for the client itself is rejected`() async throws {
    try await withBank { provider, _ in
      await provider.inject(.dpop(.bearer))
      let client = provider.client(clientSecret: Secret("secret"))
      let device = await failure(StepFailure.self, of: try await client.signInOnAnotherDevice(scopes: []) { _ in })
      #expect(device == .response(.unboundToken))
      #expect(await failure(StepFailure.self, of: try await client.clientCredential()) == .response(.unboundToken))
    }
  }

  @Test func `With an optional key, a bearer token makes a session without a key`() async throws {
    try await withBank(.binding(.optional) { $0.discovery.mode = .runtime }) { provider, api in
      await provider.inject(.dpop(.bearer))
      let client = provider.client()
      try await client.signInPlainly()
      #expect(try await client.credential()?.keyThumbprint == nil)
      #expect(try await client.data(from: "\(api.url)/accounts").1.status == .ok)
      #expect(api.requests.first?.headers["authorization"]?.hasPrefix("Bearer ") == true)
      #expect(api.requests.first?.headers["dpop"] == nil)
      _ = try await client.refresh()
      #expect(provider.requests(at: "/token").last?.headers["dpop"] == nil)
    }
  }

  @Test func `With an optional key, a bearer token for the client itself isn't bound to a key`() async throws {
    try await withBank(.binding(.optional) { $0.discovery.mode = .runtime }) { provider, _ in
      await provider.inject(.dpop(.bearer))
      let credential = try await provider.client(clientSecret: Secret("secret")).clientCredential()
      #expect(credential.keyThumbprint == nil)
      #expect(provider.requests(at: "/token").last?.proof != nil)
    }
  }

  @Test func `With an optional key, a bearer token for a device makes a session without a key`() async throws {
    try await withBank(.binding(.optional) { $0.discovery.mode = .runtime }) { provider, _ in
      await provider.inject(.dpop(.bearer))
      let client = provider.client()
      _ = try await client.signInOnAnotherDevice(scopes: []) { _ in }
      #expect(provider.requests(at: "/token").last?.headers["dpop"] != nil)
      #expect(try await client.credential()?.keyThumbprint == nil)
    }
  }

  @Test func `A token that came through the browser is rejected if the descriptor requires a key`() async throws {
    try await withBank(.binding { $0.authorization.responseType = .idTokenToken }) { provider, _ in
      let client = provider.client()
      let error = await failure(StepFailure.self, of: try await client.signInPlainly())
      #expect(error == .response(.unboundToken))
      #expect(try await client.credential() == nil)
    }
  }

  @Test(arguments: [ProviderConfiguration.DPoPRules.Use.optional, .required])
  func `A refresh of bound tokens that returns a bearer token fails, and the token is revoked`(
    use: ProviderConfiguration.DPoPRules.Use
  ) async throws {
    try await withBank(.binding(use) { $0.discovery.mode = .runtime }) { provider, _ in
      let client = provider.client()
      try await client.signInPlainly()
      let before = try #require(try await client.credential())
      #expect(before.keyThumbprint != nil)
      await provider.inject(.dpop(.bearer))
      #expect(await failure(StepFailure.self, of: try await client.refresh()) == .response(.unboundToken))
      #expect(provider.requests(at: "/revoke").count == 1)
      #expect(try await client.credential()?.accessToken == before.accessToken)
    }
  }

  @Test(arguments: [ScriptedFault.DPoPFault.lowercaseType, .uppercaseType])
  func `The type of a bound token is compared without regard to case`(fault: ScriptedFault.DPoPFault) async throws {
    try await withBank { provider, _ in
      await provider.inject(.dpop(fault))
      let client = provider.client()
      try await client.signInPlainly()
      #expect(try await client.credential()?.keyThumbprint != nil)
    }
  }

  @Test func `A bound token that the client didn't request is rejected`() async throws {
    try await withBank(.binding(.none), script: .init { $0.tokens = { $0["token_type"] = "DPoP" } }) { provider, _ in
      let client = provider.client()
      let error = await failure(StepFailure.self, of: try await client.signInPlainly())
      #expect(error == .response(.unsupportedTokenType("DPoP")))
      #expect(provider.requests(at: "/token").first?.headers["dpop"] == nil)
    }
  }
}

@Suite struct `The choice of a session's key` {
  @Test func `With an optional key, the server's metadata decides`() async throws {
    for isOffered in [true, false] {
      let configuration = ProviderConfiguration.binding(.optional) { it in
        it.discovery.mode = .runtime
        if !isOffered { it.discovery.removed = ["dpop_signing_alg_values_supported"] }
      }
      try await withBank(configuration) { provider, _ in
        let client = provider.client()
        try await client.signInPlainly()
        #expect((try await client.credential()?.keyThumbprint != nil) == isOffered)
        #expect(provider.requests(at: "/authorize").first?.query.contains("dpop_jkt") == isOffered)
      }
    }
  }

  @Test func `The key has the first algorithm that the server lists`() async throws {
    let configuration = ProviderConfiguration.binding {
      $0.client.dpop.algorithms = [.edDSA, .es384, .es256]
      $0.server.jwksURI = nil
      $0.discovery.mode = .runtime
    }
    try await withBank(configuration, script: .init { $0.proofAlgorithms = [.es256, .es384] }) { provider, _ in
      try await provider.client().signInPlainly()
      #expect(provider.requests(at: "/token").first?.proof?.algorithm == .es384)
    }
  }

  @Test func `A server without an allowed algorithm is rejected before the browser opens`() async throws {
    let configuration = ProviderConfiguration.binding {
      $0.server.jwksURI = nil
      $0.discovery.mode = .runtime
    }
    try await withBank(configuration, script: .init { $0.proofAlgorithms = [.edDSA] }) { provider, _ in
      let error = await failure(StepFailure.self, of: try await provider.client().signInPlainly())
      #expect(error == .configuration(.unsupportedProofAlgorithm))
      #expect(provider.requests(at: "/authorize").isEmpty)
    }
  }
}
