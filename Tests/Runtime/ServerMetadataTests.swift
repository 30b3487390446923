import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The metadata of a server` {
  private static let issuer = "https://id.example"
  private static let pushed = "https://id.example/par"

  /// The metadata of a client that fetches this discovery document.
  private func source(
    _ document: [String: JSONValue] = [:], _ change: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws -> ServerMetadataSource {
    try source(document, of: .openIDConnect(issuer: Self.issuer, change))
  }

  private func source(
    _ document: [String: JSONValue], of configuration: ProviderConfiguration
  ) throws -> ServerMetadataSource {
    let body = try JSONEncoder().encode(document.merging(["issuer": .string(Self.issuer)]) { $1 })
    let transport = ScriptedTransport { _ in TransportResponse(status: 200, body: body) }
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app")
    return ServerMetadataSource(provider: provider, transport: transport, now: { Date() })
  }

  @Test func `The server needs S256 only if the client sends a code challenge with S256`() async throws {
    let document: [String: JSONValue] = ["code_challenge_methods_supported": ["plain"]]
    await #expect(throws: StepFailure.configuration(.unsupportedCodeChallenge)) {
      try await source(document).requireCodeChallengeMethod()
    }
    for method in [ProviderConfiguration.PKCERules.Method.plain, .none] {
      try await source(document) { $0.pkce.method = method }.requireCodeChallengeMethod()
    }
    for type in [ProviderConfiguration.ResponseType.idToken, .idTokenToken] {
      try await source(document) { $0.authorization.responseType = type }.requireCodeChallengeMethod()
    }
  }

  @Test(
    arguments: [
      (.none, nil, nil), (.none, false, nil), (.none, true, pushed), (.optional, nil, pushed), (.required, nil, pushed),
    ] as [(ProviderConfiguration.AuthorizationRules.PushRule, Bool?, String?)])
  func `Requests are pushed if the descriptor allows it or the server requires it`(
    rule: ProviderConfiguration.AuthorizationRules.PushRule, isRequired: Bool?, url: String?
  ) async throws {
    var document: [String: JSONValue] = ["pushed_authorization_request_endpoint": .string(Self.pushed)]
    document["require_pushed_authorization_requests"] = isRequired.map { .bool($0) }
    let discovered = try source(document) { $0.authorization.par = rule }
    #expect(try await discovered.pushURL(discovered.provider.values)?.absoluteString == url)
    document["pushed_authorization_request_endpoint"] = nil
    let stated = try source(document) {
      $0.authorization.par = rule
      $0.server[.pushedAuthorization] = TextTemplate(Self.pushed)
    }
    #expect(try await stated.pushURL(stated.provider.values)?.absoluteString == url)
  }

  @Test func `Without an allowed algorithm, neither ID tokens nor authorization responses can be verified`()
    async throws
  {
    let none = StepFailure.configuration(.noAllowedAlgorithm)
    for listed: JSONValue in [[], ["HS256"], ["none"]] {
      await #expect(throws: none) {
        try await source(["id_token_signing_alg_values_supported": listed]).idTokenAlgorithms()
      }
      await #expect(throws: none) {
        try await source(["authorization_signing_alg_values_supported": listed]).responseAlgorithms()
      }
    }
    await #expect(throws: none) {
      try await source { $0.server.authorizationAlgorithms = [.hs256] }.responseAlgorithms()
    }
    await #expect(throws: none) { try await source { $0.discovery.mode = .none }.idTokenAlgorithms() }
  }

  @Test func `A client whose descriptor doesn't use DPoP creates no key, even if the server supports it`() async throws
  {
    let document: [String: JSONValue] = ["dpop_signing_alg_values_supported": ["ES256"]]
    #expect(try await source(document).sessionKeyAlgorithm() == nil)
    #expect(try await source(document) { $0.client.dpop.use = .optional }.sessionKeyAlgorithm() == .es256)
  }

  @Test func `The descriptor's algorithms apply to signed userinfo, even if the server lists others`() async throws {
    let document: [String: JSONValue] = ["userinfo_signing_alg_values_supported": ["RS256"]]
    #expect(try await source(document) { $0.idToken?.algorithms = [.es256] }.userInfoAlgorithms() == [.es256])
    #expect(try await source(document).userInfoAlgorithms() == [.rs256])
  }

  @Test func `Only a client with a certificate presents it and uses the aliases of endpoints`() async throws {
    let (plain, alias) = ("https://id.example/token", "https://mtls.id.example/token")
    let document: [String: JSONValue] = [
      "token_endpoint": .string(plain), "mtls_endpoint_aliases": ["token_endpoint": .string(alias)],
    ]
    for (isBound, expected) in [(false, plain), (true, alias)] {
      let discovered = try source(document) { $0.client.certificateBoundTokens = isBound }
      let stated = try source {
        $0.client.certificateBoundTokens = isBound
        $0.server.tokenEndpoint = TextTemplate(plain)
        $0.server.mutualTLSAliases = ["token_endpoint": TextTemplate(alias)]
      }
      for source in [discovered, stated] {
        #expect(source.presentsCertificate(at: .token) == isBound)
        #expect(!source.presentsCertificate(at: .authorization) && !source.presentsCertificate(at: .keys))
        #expect(try await source.url(.token).absoluteString == expected)
        #expect(try await source.all().endpoints[.token]?.absoluteString == expected)
      }
    }
  }

  @Test func `A provider without an issuer has no discovery document`() async throws {
    let configuration = ProviderConfiguration(id: "plain", name: "Plain") { it in
      it.idToken = nil
      it.server.tokenEndpoint = "https://id.example/token"
    }
    let metadata = try await source([:], of: configuration).all()
    #expect(metadata.issuer == nil && metadata.document.isEmpty)
    #expect(metadata.endpoints.mapValues(\.absoluteString) == [.token: "https://id.example/token"])
  }
}

@Suite struct `The values that a sign-in discovers` {
  private func needsDiscovery(_ change: (inout ProviderConfiguration) -> Void) throws -> Bool {
    let configuration = ProviderConfiguration(id: "test", name: "Test") { it in
      it.server.issuer = "https://id.example"
      it.server.authorizationEndpoint = "https://id.example/authorize"
      it.server.tokenEndpoint = "https://id.example/token"
      it.server.jwksURI = "https://id.example/keys"
      it.idToken?.algorithms = [.es256]
      change(&it)
    }
    return try ResolvedProvider(configuration, variables: [:], clientID: "app").signInNeedsDiscovery
  }

  @Test func `A sign-in needs the document for a missing endpoint, and for the algorithms of ID tokens`() throws {
    #expect(try !needsDiscovery { _ in })
    #expect(try needsDiscovery { $0.server.tokenEndpoint = nil })
    #expect(try needsDiscovery { $0.server.jwksURI = nil })
    #expect(try needsDiscovery { $0.idToken?.algorithms = [] })
  }

  @Test func `A sign-in doesn't need the keys and the algorithms of an optional ID token`() throws {
    let isNeeded = try needsDiscovery {
      $0.idToken?.required = false
      $0.idToken?.algorithms = []
      $0.server.jwksURI = nil
    }
    #expect(!isNeeded)
  }

  @Test func `Without discovery or an issuer, a sign-in has only the values of the descriptor`() throws {
    let isNeeded = try needsDiscovery {
      $0.discovery.mode = .none
      $0.server.tokenEndpoint = nil
    }
    #expect(!isNeeded)
    let isNeededWithoutIssuer = try needsDiscovery {
      $0.server.issuer = nil
      $0.server.tokenEndpoint = nil
    }
    #expect(!isNeededWithoutIssuer)
  }
}
