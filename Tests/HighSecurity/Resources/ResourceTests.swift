import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

private let one = "https://one.example/api"
private let two = "urn:api:two"

private func resources(_ text: String) -> [String] {
  (FormEncoding.decode(text) ?? []).filter { $0.name == "resource" }.map(\.value)
}

@Suite struct `Resource indicators` {
  @Test func `A sign-in for several APIs names each in the authorization request and in the token request`()
    async throws
  {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      _ = try await bank.signIn(scopes: [.accounts], resources: [one, two, one])
      let page = try #require(provider.requests.first { $0.path.hasSuffix("authorize") })
      let token = try #require(provider.requests.first { $0.path.hasSuffix("token") })
      #expect(resources(page.query) == [one, two])
      #expect(resources(token.text) == [one, two])
      let claims = try await bank.accessToken().claimsOfJWT
      #expect(claims["aud"] == [.string(one), .string(two)])
    }
  }

  @Test func `A session gets a token for each of its APIs, and for no other`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      _ = try await bank.signIn(scopes: [.accounts], resources: [one, two])
      #expect(try await bank.accessToken(audience: one).claimsOfJWT["aud"] == .string(one))
      #expect(try await bank.accessToken(audience: two).claimsOfJWT["aud"] == .string(two))
      do throws(Bank.Failure) {
        _ = try await bank.accessToken(audience: "https://three.example")
        Issue.record("no error")
      } catch {
        #expect(error.caseName == "invalidTarget")
      }
      #expect(try await bank.user() != nil)
      await #expect(throws: Bank.Failure.self) { try await bank.accessToken(audience: "not a URI") }
    }
  }

  @Test(arguments: [
    "", "one", "/api", "https://one.example/#x", "https://one.example/ä", "https://one.example/\n", "urn:",
  ])
  func `A resource that isn't an absolute URI without a fragment is rejected before the browser opens`(
    resource: String
  ) async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      await #expect(
        throws: Bank.Failure.configuration(
          .invalidParameter("resource", expected: "an absolute URI without a fragment"))
      ) {
        try await provider.client(Bank.self).signIn(resources: [one, resource])
      }
      #expect(provider.requests.isEmpty || !provider.requests.contains { $0.path.hasSuffix("authorize") })
    }
  }

  @Test func `A descriptor can require resources, or reject them`() async throws {
    for (rule, sent) in [(ProviderConfiguration.AuthorizationRules.ResourceRule.required, []), (.none, [one])] {
      var configuration = Bank.configuration
      configuration.authorization.resources = rule
      let provider = try await ScriptedProvider.start(as: configuration)
      await #expect(throws: AuthFailure<AnyErrorCode>.self) {
        try await provider.client().signIn(parameters: AuthorizationParameters(resources: sent))
      }
      #expect(!provider.requests.contains { $0.path.hasSuffix("authorize") })
      await provider.stop()
    }
  }

  @Test func `Several resources survive a rename and a JSON body`() async throws {
    var configuration = Bank.configuration
    configuration.renames = ["resource": "target"]
    configuration.token.encoding = .json
    let provider = try await ScriptedProvider.start(as: configuration)
    try await provider.client().signIn(parameters: AuthorizationParameters(resources: [one, two]))
    let page = try #require(provider.requests.first { $0.path.hasSuffix("authorize") })
    let token = try #require(provider.requests.first { $0.path.hasSuffix("token") })
    let sent = (FormEncoding.decode(page.query) ?? []).filter { $0.name == "target" }.map(\.value)
    #expect(sent == [one, two])
    #expect(JSONValue(parsing: token.body)?.object?["target"] == [.string(one), .string(two)])
    await provider.stop()
  }

  @Test func `A grant from a device can't name more APIs than the user allowed`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let backend = BackendExchange<DynamicProvider>(
        configuration: provider.configuration, variables: [:], clientID: "app",
        environment: AuthEnvironment().withOwnRedirects)
      let pending = try await backend.start(
        redirectURI: "https://app.example/callback", scopes: ["openid"],
        parameters: AuthorizationParameters(resources: [one]))
      let page = try await AuthEnvironment.platformTransport.send(TransportRequest(url: pending.url))
      let query = page.headers[.location].flatMap { URLComponents(string: $0)?.percentEncodedQuery } ?? ""
      let text = String(decoding: try backend.grant(from: query, for: pending).encoded(), as: UTF8.self)
      for (name, caseName) in [(two, "invalidTarget"), ("x", "invalidParameter")] {
        let changed = text.replacing("https:\\/\\/one.example\\/api", with: name)
        let grant = try #require(AuthorizationGrant(encoded: Data(changed.utf8)))
        do throws(AuthFailure<AnyErrorCode>) {
          _ = try await backend.exchange(grant)
          Issue.record("no error")
        } catch {
          #expect(error.caseName == caseName)
        }
        await provider.clearFaults()
      }
    }
  }
}
