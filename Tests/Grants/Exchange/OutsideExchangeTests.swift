import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Exchanges of tokens from outside` {
  @Test func `A workload without a session gets a token, which stays in memory`() async throws {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      await provider.rewrite { script in
        script.subjectTokens = ["a.b.c"]
        script.tokens = { $0["issued_token_type"] = "urn:ietf:params:oauth:token-type:access_token" }
      }
      let vault = provider.client(Vault.self)
      let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
        for _ in 0..<20 {
          group.addTask { try await vault.exchange(.machine(subject: .token(Secret("a.b.c")))).token }
        }
        return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1)
      #expect(exchanges(provider).count == 1)
      #expect(try await vault.credential() == nil)
      // Another subject must not get the first one's token.
      await #expect(throws: Vault.Failure.self) {
        try await vault.exchange(.machine(subject: .token(Secret("d.e.f"))))
      }
    }
  }

  @Test func `A workload can ask for a new token earlier`() async throws {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      await provider.rewrite { script in
        script.subjectTokens = ["a.b.c"]
        script.tokens = { $0["issued_token_type"] = "urn:ietf:params:oauth:token-type:access_token" }
      }
      let vault = provider.client(Vault.self)
      let request = ExchangeRequest<Vault>.machine(subject: .token(Secret("a.b.c")))
      let first = try await vault.exchange(request)
      let second = try await vault.exchange(request, renewing: true)
      #expect(second.token != first.token)
      #expect(try await vault.exchange(request).token == second.token)
      #expect(exchanges(provider).count == 2)
    }
  }

  @Test func `The app's server exchanges a token from outside without a user's credential`() async throws {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      await provider.rewrite { script in
        script.subjectTokens = ["a.b.c"]
        script.tokens = { $0["issued_token_type"] = "urn:ietf:params:oauth:token-type:access_token" }
      }
      let vault = BackendExchange<Vault>(
        configuration: provider.configuration, variables: [:], clientID: "client", environment: AuthEnvironment())
      let first = try await vault.exchange(.machine(subject: .token(Secret("a.b.c"))))
      #expect(try await vault.exchange(.machine(subject: .token(Secret("a.b.c")))).token == first.token)
      #expect(exchanges(provider).count == 1)
      await #expect(throws: Vault.Failure.notSignedIn) { try await vault.exchange(.plain) }
    }
  }

  @Test func `A user signs in with a platform's token`() async throws {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      let vault = provider.client(Vault.self)
      let user = try await vault.signIn(exchanging: .native(subject: .token(Secret("code-1")), scopes: [.openid]))
      #expect(user.subject == TestUser.ada.subject)
      let sent = try #require(exchanges(provider, "code_of_platform").first)
      #expect(sent["grant_type"] == "urn:example:native")
      #expect(sent["subject_token_type"] == nil)
      #expect(try await vault.credential()?.refreshToken != nil)
      try await vault.refresh()
    }
  }

  @Test(arguments: [ScriptedFault.TokenFault.signature, .issuer, .audience, .expired])
  func `A sign-in with an invalid ID token fails, and an earlier session stays`(
    fault: ScriptedFault.TokenFault
  ) async throws {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      let vault = provider.client(Vault.self)
      _ = try await vault.signIn(scopes: [.openid])
      let known = try await vault.credential()
      await provider.inject(.idToken(fault))
      await #expect(throws: Vault.Failure.self) {
        try await vault.signIn(exchanging: .native(subject: .token(Secret("code-1"))))
      }
      #expect(try await vault.credential() == known)
    }
  }

  @Test func `A session's token can't start a session`() async throws {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      let vault = provider.client(Vault.self)
      let rejected = ConfigurationFailure.invalidParameter("vault", expected: "an exchange whose subject is external")
      await #expect(throws: Vault.Failure.configuration(rejected)) {
        try await vault.signIn(exchanging: .vault(connection: "x"))
      }
      #expect(provider.requests.isEmpty)
    }
  }

  @Test func `An argument that the exchange doesn't have, or that is missing, is rejected before a request`()
    async throws
  {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      let vault = provider.client(Vault.self)
      var unknown = ExchangeRequest<Vault>.plain
      unknown.parameters.set("other", "x")
      var subject = ExchangeRequest<Vault>.plain
      subject.subject = .token(Secret("x"))
      var constant = ExchangeRequest<Vault>.plain
      constant.parameters.set("version", "3")
      var scope = ExchangeRequest<Vault>.plain
      scope.scopes = ["a"]
      var actor = ExchangeRequest<Vault>.plain
      actor.actor = .token(Secret("x"))
      var resource = ExchangeRequest<Vault>.plain
      resource.resource = "https://api.example"
      var withoutActor = ExchangeRequest<Vault>("delegate")
      withoutActor.resource = "https://api.example"
      var withoutResource = ExchangeRequest<Vault>("delegate")
      withoutResource.actor = .token(Secret("x"))
      let requests = [
        actor, resource, withoutActor, withoutResource, unknown, subject, constant, scope, ExchangeRequest("nothing"),
        ExchangeRequest("api"), ExchangeRequest("vault"),
        ExchangeRequest("machine"), .api(audience: ""),
      ]
      for request in requests {
        do throws(Vault.Failure) {
          _ = try await vault.exchange(request)
          Issue.record("no error")
        } catch {
          guard case .configuration = error else { throw error }
        }
      }
      #expect(provider.requests.isEmpty)
    }
  }
}
