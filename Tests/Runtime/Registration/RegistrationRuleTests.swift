import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The registration of a client` {
  @Test(arguments: [
    (#"["client_secret_post","none"]"#, "none"), (#"["private_key_jwt","client_secret_post"]"#, "client_secret_post"),
    ("[]", "none"),
  ])
  func `A client registers without a secret if the server's list allows that`(
    listed: String, method: String
  ) async throws {
    let snippet = dynamicRegistration.replacing(registrationEndpoint, with: "")
    try await withRegistration(snippet, over: .oidc, script: .listing(methods: listed)) { provider in
      _ = try await provider.client().runAsRegisteredClient { $0.provider.clientID }
      let body = try JSONValue(parsing: #require(provider.registrations.first).body)?.object
      #expect(body?["token_endpoint_auth_method"]?.string == method)
    }
  }

  @Test func `A confidential client that is allowed to skip authentication registers without a secret`() async throws {
    var rules = try configuration(confidentialRegistration)
    rules.client.authentication.append(.none)
    try await withScriptedProvider(rules) { provider in
      _ = try await provider.client().runAsRegisteredClient { $0.provider.clientID }
      let body = try JSONValue(parsing: #require(provider.registrations.first).body)?.object
      #expect(body?["token_endpoint_auth_method"] == "none")
    }
  }

  @Test func `A client of a provider without an issuer registers without the provider's metadata`() async throws {
    var rules = try configuration(dynamicRegistration)
    rules.discovery.mode = .runtime
    try await withScriptedProvider(rules) { provider in
      let clientID = try await provider.client().runAsRegisteredClient { $0.provider.clientID }
      #expect(clientID == "client-1")
      #expect(provider.requests.map(\.path) == ["/register"])
    }
  }

  @Test func `Post-logout redirect URLs are registered if there are any`() throws {
    let rules = try configuration(dynamicRegistration).with { $0.logout.style = .rpInitiated }
    let provider = try ResolvedProvider(rules, variables: [:], clientID: "")
    func members(_ signedOutURIs: [String]) throws -> [String: JSONValue] {
      let request = RegistrationRequest(provider, redirectURIs: ["a:/b"], signedOutURIs: signedOutURIs)
      let sent = try request.request(to: SecureURL.parse("https://id.example.com/register"), method: .none)
      let body = try #require(sent.rawBody)
      return try #require(JSONValue(parsing: Data(body.utf8))?.object)
    }
    #expect(try members(["a:/c"])["post_logout_redirect_uris"] == ["a:/c"])
    #expect(try members([])["post_logout_redirect_uris"] == nil)
  }

  @Test(arguments: ["7", #""client-1""#, "true", "null"])
  func `A response that is neither an object nor an array is rejected`(body: String) async throws {
    var script = ScriptedProvider.Script()
    script.instead = { $0.path == "/register" ? .json(body, status: 201) : nil }
    try await withRegistration(script: script) { provider in
      #expect(
        await provider.client().signInFailure() == .response(.notJSON(endpoint: .registration, status: 201)))
    }
  }

  @Test func `A client that loses the lock of the store doesn't register`() async throws {
    try await withRegistration { provider in
      let store = SteppedStore(nil)
      await store.before { step, _ in step == .extend(.refresh) ? .unavailable("suspended") : nil }
      let environment = AuthEnvironment(browser: FollowingBrowser(), store: store)
      let client = provider.client(environment: environment)
      let failure = await failure(of: try await client.runAsRegisteredClient { $0.provider.clientID })
      guard case .store(.unavailable) = failure else { throw try #require(failure) }
      #expect(provider.registrations.isEmpty)
    }
  }

  @Test func `A server that registers a rejected client with the same ID gets one request`() async throws {
    try await withRegistration(script: .sameClient) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await provider.forgetClients()
      try await client.begin()
      #expect(provider.registrations.count == 2)
    }
  }
}
