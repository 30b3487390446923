import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Metadata and keys that a server publishes` {
  private static let json = #"{"issuer":"https://id.example","jwks_uri":"https://id.example/keys","keys":[]}"#

  /// The token endpoint in a discovery document of this issuer.
  private func endpoint(_ fields: String, of issuer: String, status: Int = 200) async throws(StepFailure) -> URL? {
    let body = Data(#"{"issuer":"\#(issuer)",\#(fields)}"#.utf8)
    let transport = ScriptedTransport { _ in TransportResponse(status: status, body: body) }
    let provider = try ResolvedProvider(.openIDConnect(issuer: issuer), variables: [:], clientID: "app")
    return try await DiscoveryDocument.fetch(for: provider, transport: transport).url(.token)
  }

  @Test(arguments: [201, 202, 203, 204, 206])
  func `Metadata and keys are read from responses with status 200 only`(status: Int) async throws {
    let keys = TransportResponse(status: status, body: Data(Self.json.utf8))
    #expect(throws: StepFailure.response(.unexpectedStatus(status, endpoint: .keys))) { try KeySet(keys) }
    #expect(try KeySet(TransportResponse(status: 200, body: Data(Self.json.utf8))).keys.isEmpty)
    let failure = await failure(
      of: try await endpoint(#""token_endpoint":"https://id.example/token""#, of: "https://id.example", status: status))
    #expect(failure == .response(.unexpectedStatus(status, endpoint: .discovery)))
  }

  @Test(arguments: [
    (302, ResponseRejection.unexpectedStatus(302, endpoint: .introspection)),
    (400, .unexpectedStatus(400, endpoint: .introspection)), (500, .unexpectedStatus(500, endpoint: .introspection)),
    (429, .rateLimited(retryAfter: nil, endpoint: .introspection)),
  ])
  func `An object is read from a successful response only`(status: Int, rejection: ResponseRejection) throws {
    let body = Data(#"{"active":true}"#.utf8)
    #expect(throws: StepFailure.response(rejection)) {
      try TransportResponse(status: status, body: body).jsonObject(from: .introspection)
    }
    let fields = try TransportResponse(status: 201, body: body).jsonObject(from: .introspection)
    #expect(fields == ["active": .bool(true)])
  }

  @Test func `Metadata is fetched to check the details of a sign-in only if it requests details`() async throws {
    let server = ScriptedTransport { _ in TransportResponse(status: 404) }
    let provider = try ResolvedProvider(
      .openIDConnect(issuer: "https://id.example"), variables: [:], clientID: "app")
    let metadata = ServerMetadataSource(provider: provider, transport: server, now: { Date() })
    try await metadata.requireDetailTypes([])
    #expect(server.asked.value == 0)
    await #expect(throws: StepFailure.self) { try await metadata.requireDetailTypes([["type": "loan"]]) }
    #expect(server.asked.value > 0)
  }

  @Test(arguments: ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:1"])
  func `Metadata may contain http endpoints on loopback only if the issuer is on loopback too`(place: String)
    async throws
  {
    let field = #""token_endpoint":"\#(place)/token""#
    let failure = await failure(of: try await endpoint(field, of: "https://id.example"))
    #expect(failure == .configuration(.insecureURL(place)))
    #expect(try await endpoint(field, of: "http://127.0.0.1:9")?.absoluteString == place + "/token")
    #expect(try await endpoint(field, of: "https://localhost")?.absoluteString == place + "/token")
    #expect(try SecureURL.parse(place + "/data").absoluteString == place + "/data", "the app itself may use it")
  }

  @Test func `A published URL with an invalid port doesn't crash an API`() async throws {
    let asked = ScriptedTransport { _ in
      TransportResponse(
        status: 200,
        body: Data(
          #"{"issuer":"https://id.example","jwks_uri":"https://203.0.113.7:65536/k","id_token_signing_alg_values_supported":["ES256"]}"#
            .utf8))
    }
    let api = ResourceServer<DynamicProvider>(
      issuer: "https://id.example", audiences: ["api"], environment: AuthEnvironment(transport: asked))
    let token = try TokenSigner().token(claims: ["iss": "https://id.example"], header: ["typ": "at+jwt"])
    do throws(AccessFailure) {
      _ = try await api.caller(authorization: "Bearer \(token)")
      Issue.record("the token was accepted")
    } catch {
      #expect(error.caseName == "invalidURL", "\(error)")
    }
    #expect(asked.asked.value == 1, "no request is sent to the URL")
  }

  private static func withMethods(_ methods: String?) -> BackendExchange<DynamicProvider> {
    let list = methods.map { #","code_challenge_methods_supported":\#($0)"# } ?? ""
    let text = """
      {"issuer":"https://id.example","authorization_endpoint":"https://id.example/authorize",\
      "token_endpoint":"https://id.example/token","jwks_uri":"https://id.example/keys","keys":[],\
      "id_token_signing_alg_values_supported":["ES256"]\(list)}
      """
    let transport = ScriptedTransport { _ in TransportResponse(status: 200, body: Data(text.utf8)) }
    return BackendExchange(
      issuer: "https://id.example", clientID: "app", environment: AuthEnvironment(transport: transport).withOwnRedirects
    )
  }

  @Test func `Metadata without S256 among its code challenge methods ends a sign-in before the browser opens`()
    async throws
  {
    for methods in [#"["plain"]"#, "[]", #""S256""#] {
      let failure = await failure(
        of: try await Self.withMethods(methods).start(redirectURI: "https://app.example/cb", scopes: []))
      #expect(failure == .configuration(.unsupportedCodeChallenge), "\(methods)")
    }
    for methods in [nil, "null", #"["plain","S256"]"#] {
      let pending = try await Self.withMethods(methods).start(redirectURI: "https://app.example/cb", scopes: [])
      #expect(pending.url.absoluteString.contains("code_challenge_method=S256"))
    }
  }
}
