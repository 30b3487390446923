import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Readiness` {
  /// The reason why a client isn't ready, and the paths of the requests that found it.
  private func check(
    script: ScriptedProvider.Script = .init(), secret: Secret? = nil, settings: [String: Secret] = [:],
    _ change: (inout ProviderConfiguration) -> Void = { _ in }
  ) async throws -> (failure: StepFailure?, paths: [String]) {
    try await withScriptedProvider(.plain.with(change), script: script) { provider in
      let client = provider.client(
        clientSecret: secret, settings: settings,
        environment: AuthEnvironment(browser: FollowingBrowser(), clock: ImmediateClock()))
      let failure = await failure(of: try await client.checkReadiness())
      return (failure, provider.requests.map(\.path))
    }
  }

  @Test func `The readiness check fetches the keys, and nothing that the configuration contains`() async throws {
    let outcome = try await check()
    #expect((outcome.failure, outcome.paths) == (nil, ["/keys"]))
  }

  @Test func `The readiness check fetches the discovery document if a sign-in needs it`() async throws {
    let outcome = try await check { $0.server.tokenEndpoint = nil }
    #expect((outcome.failure, outcome.paths) == (nil, ["/.well-known/openid-configuration", "/keys"]))
  }

  @Test func `The readiness check ignores endpoints that a sign-in doesn't require`() async throws {
    let script = ScriptedProvider.Script { $0.instead = { $0.path == "/userinfo" ? ScriptedResponse(500) : nil } }
    let outcome = try await check(script: script) { it in
      it.server.userInfoEndpoint = nil
      it.discovery.removed = ["userinfo_endpoint"]
      it.userInfo.sources = [.idToken, .endpoint]
    }
    #expect(outcome.failure == nil)
    let withoutKeys = try await check { it in
      (it.server.jwksURI, it.discovery.mode) = (nil, .none)
      it.idToken?.required = false
    }
    #expect((withoutKeys.failure, withoutKeys.paths) == (nil, []))
  }

  @Test func `The readiness check reports a missing endpoint`() async throws {
    let outcome = try await check { ($0.discovery.mode, $0.server.tokenEndpoint) = (.none, nil) }
    #expect((outcome.failure, outcome.paths) == (.configuration(.missingEndpoint(.token)), []))
  }

  @Test func `The readiness check reports an endpoint with a wrong response`() async throws {
    let outcome = try await check(script: .init { $0.instead = { $0.path == "/keys" ? ScriptedResponse(503) : nil } })
    #expect(outcome.failure == .response(.unexpectedStatus(503, endpoint: .keys)))
  }

  @Test func `The readiness check reports an endpoint that can't be reached`() async throws {
    let transport = ScriptedTransport { _ throws(TransportFailure) in throw .network(.noResponse(host: "id.example")) }
    let client = AuthClient<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example"], clientID: "app", redirect: .loopback(),
      environment: AuthEnvironment(transport: transport, clock: ImmediateClock()))
    let failure = await failure(of: try await client.checkReadiness())
    #expect(failure == .network(.noResponse(host: "id.example"), endpoint: .keys))
    #expect(failure?.description == "noResponse: id.example didn't respond in time (the key set)")
  }

  @Test func `The readiness check reports a redirect that the provider doesn't accept`() async throws {
    let outcome = try await check { $0.client.callbacks.loopback.isAllowed = false }
    #expect((outcome.failure?.caseName, outcome.paths) == ("unsuitableRedirect", []))
  }

  @Test func `The readiness check reports an unusable key or client secret`() async throws {
    let withoutKey = try await check(settings: ["key": Secret("no key")]) { it in
      it.client.settings = [.init(name: "key", isSecret: true)]
      it.client.authentication = [.privateKeyJWT]
      it.client.assertion = .init(key: "{settings.key}")
    }
    #expect((withoutKey.failure, withoutKey.paths) == (.configuration(.unusableKey("a supported algorithm")), []))
    let withoutSecret = try await check(secret: Secret("short")) { $0.client.authentication = [.clientSecretJWT] }
    #expect(withoutSecret.failure == .configuration(.clientSecretTooShort("HS256", minimumBytes: 32)))
  }

  @Test func `The readiness check reports keys and secrets that can't verify an ID token or a response`() async throws {
    let short = try await check(secret: Secret("short")) { $0.idToken?.algorithms = [.hs256] }
    #expect(short.failure == .configuration(.clientSecretTooShort("HS256", minimumBytes: 32)))
    let shared = try await check(secret: Secret(String(repeating: "s", count: 32))) { it in
      it.idToken?.algorithms = [.hs256]
      (it.authorization.responseMode, it.discovery.mode) = (.jwt, .none)
    }
    #expect(shared.failure == .configuration(.noAllowedAlgorithm))
  }

  @Test func `The readiness check ignores an endpoint whose URL a sign-in completes`() async throws {
    let outcome = try await check { it in
      it.variables.append(.init("team", .pathSegment, source: .request, example: "a"))
      let endpoint = it.server.tokenEndpoint?.text ?? ""
      it.server.tokenEndpoint = TextTemplate(endpoint + "/{team}")
    }
    #expect((outcome.failure, outcome.paths) == (nil, ["/keys"]))
  }

  @Test func `The readiness check reports a server that doesn't support the code challenge`() async throws {
    try await withServer { client, provider in
      try await provider.announce(["code_challenge_methods_supported": ["plain"]])
      #expect(await failure(of: try await client.checkReadiness()) == .configuration(.unsupportedCodeChallenge))
    }
  }

  @Test func `The readiness check reports a redirect that a client of another issuer uses`() async throws {
    try await withScriptedProvider(.openIDConnect(issuer: "https://id.example")) { provider in
      let issuer = try #require(provider.configuration.server.issuer?.text)
      let environment = AuthEnvironment().withOwnRedirects
      let clients = [issuer, "https://other.example"].map { issuer in
        AuthClient<DynamicProvider>(
          issuer: issuer, clientID: "app", redirect: .loopback(path: "/shared"), environment: environment)
      }
      let failure = await failure(of: try await clients[0].checkReadiness())
      #expect(
        failure
          == .configuration(.sharedRedirect("http://127.0.0.1/shared", otherIssuer: "https://other.example")))
    }
  }

  @Test func `If the app's server exchanges the code, the app checks the authorization endpoint only`() async throws {
    let outcome = try await check { it in
      it.client.exchange = .backend
      (it.discovery.mode, it.server.tokenEndpoint) = (.none, nil)
    }
    #expect((outcome.failure, outcome.paths) == (nil, []))
  }

  @Test func `The server's readiness check includes everything that the exchange needs`() async throws {
    try await withScriptedProvider(.plain.with { $0.client.exchange = .backend }) { provider in
      func backend(_ change: (inout ProviderConfiguration) -> Void = { _ in }) -> BackendExchange<DynamicProvider> {
        BackendExchange(
          configuration: provider.configuration.with(change), variables: [:], clientID: "app",
          environment: AuthEnvironment())
      }
      try await backend().checkReadiness()
      #expect(provider.requests.map(\.path) == ["/keys"])
      let lacking = backend { ($0.discovery.mode, $0.server.tokenEndpoint) = (.none, nil) }
      await #expect(throws: StepFailure.configuration(.missingEndpoint(.token))) { try await lacking.checkReadiness() }
    }
  }
}

@Suite struct `Discovered metadata` {
  @Test func `The metadata has the endpoints and all members of the discovery document`() async throws {
    try await withServer { client, provider in
      try await provider.announce(["scopes_supported": .array(["openid"]), "registration_endpoint": .string("x")])
      let metadata = try await client.metadata()
      let issuer = try #require(provider.configuration.server.issuer?.text)
      #expect(metadata.issuer == issuer)
      #expect(metadata.endpoints[.token] == URL(string: issuer + "/token"))
      #expect(metadata["scopes_supported"] == .array(["openid"]))
      #expect(metadata.document["issuer"] == .string(issuer))
    }
  }

  @Test func `The configuration's endpoints override those of the discovery document`() async throws {
    try await withServer { it in
      it.server.tokenEndpoint = "https://id.example.com/own"
      it.discovery.removed = ["introspection_endpoint"]
    } _: { client, provider in
      let metadata = try await client.metadata()
      #expect(metadata.endpoints[.token] == URL(string: "https://id.example.com/own"))
      #expect(metadata.endpoints[.introspection] == nil && metadata["introspection_endpoint"] == nil)
    }
  }

  @Test func `The metadata needs no request if the configuration disables discovery`() async throws {
    try await withScriptedProvider(.plain.with { $0.discovery.mode = .none }) { provider in
      let metadata = try await provider.client().metadata()
      #expect(metadata.document.isEmpty && provider.requests.isEmpty)
      #expect(Set(metadata.endpoints.keys) == [.authorization, .token, .keys, .revocation, .endSession])
    }
  }
}
