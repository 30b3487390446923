import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A response at the discovery URL, and the expected failure of a sign-in. `SERVER` is replaced with the server's URL.
struct HostileDiscovery: Sendable, CustomTestStringConvertible {
  let name: String
  let response: ScriptedResponse
  let verdict: StepFailure?

  init(_ name: String, _ verdict: StepFailure?, _ response: ScriptedResponse) {
    (self.name, self.verdict, self.response) = (name, verdict, response)
  }

  /// The valid document with changed members. `null` removes a member.
  static func document(_ name: String, _ verdict: StepFailure?, _ changes: [String: JSONValue]) -> Self {
    let right: [String: JSONValue] = [
      "issuer": .string("SERVER"), "authorization_endpoint": .string("SERVER/authorize"),
      "token_endpoint": .string("SERVER/token"), "jwks_uri": .string("SERVER/keys"),
      "id_token_signing_alg_values_supported": .array([.string("ES256")]),
    ]
    let members = right.merging(changes) { $1 }.filter { $0.value != .null }
    let body = (try? JSONEncoder().encode(members)) ?? Data()
    return Self(name, verdict, .json(String(decoding: body, as: UTF8.self).replacing(#"\/"#, with: "/")))
  }

  var testDescription: String { name }
}

@Suite struct `A hostile discovery document` {
  private typealias Case = HostileDiscovery
  private static let place = Endpoint.discovery
  private static let mismatch = StepFailure.response(.discoveryIssuerMismatch)
  private static func notJSON(_ status: Int = 200) -> StepFailure {
    .response(.notJSON(endpoint: place, status: status))
  }
  private static func missing(_ name: Endpoint) -> StepFailure { .configuration(.missingEndpoint(name)) }

  private static let responses: [Case] = [
    Case("missing", .response(.unexpectedStatus(404, endpoint: place)), ScriptedResponse(404)),
    Case("a server error", .response(.unexpectedStatus(500, endpoint: place)), ScriptedResponse(500)),
    Case("forbidden", .response(.unexpectedStatus(403, endpoint: place)), .json("{}", status: 403)),
    Case(
      "too many requests", .response(.rateLimited(retryAfter: .seconds(60), endpoint: .discovery)),
      ScriptedResponse(429, headers: ["Retry-After": "60"])),
    Case(
      "a redirect", .response(.redirected(endpoint: place, status: 301)),
      ScriptedResponse(301, headers: ["Location": "https://evil.example/"])),
    Case(
      "a redirect on the same server", .response(.redirected(endpoint: place, status: 302)), .redirect(to: "/other")),
    Case("an empty body", notJSON(), .json("")), Case("an HTML page", notJSON(), .html("<html>")),
    Case("a list", notJSON(), .json("[]")),
    Case("truncated", notJSON(), .json(#"{"issuer":"SERVER""#)),
    Case("a repeated member", notJSON(), .json(#"{"issuer":"SERVER","issuer":"SERVER"}"#)),
    Case("endless nesting", notJSON(), .json(#"{"issuer":"# + String(repeating: "[", count: 10_000))),
    Case(
      "larger than 1 MiB", .response(.tooLarge(endpoint: place, limit: 1 << 20)),
      .json(String(repeating: " ", count: 1 << 20) + "{}")),
  ]

  private static let issuers: [Case] = [
    .document("a valid document", nil, [:]), .document("without an issuer", mismatch, ["issuer": .null]),
    .document("of another issuer", mismatch, ["issuer": .string("https://evil.example")]),
    .document("with a number as issuer", mismatch, ["issuer": .integer(1)]),
    .document("with a list as issuer", mismatch, ["issuer": .array([.string("SERVER")])]),
    .document("with a trailing slash", mismatch, ["issuer": .string("SERVER/")]),
    .document("with an additional path", mismatch, ["issuer": .string("SERVER/tenant")]),
    .document("with a query", mismatch, ["issuer": .string("SERVER?x=1")]),
    .document("with a user", mismatch, ["issuer": .string("http://user@127.0.0.1")]),
    .document("with a trailing space", mismatch, ["issuer": .string("SERVER ")]),
    .document("with a trailing NUL", mismatch, ["issuer": .string("SERVER\u{0}")]),
  ]

  private static let endpoints: [Case] = [
    .document("without an authorization endpoint", missing(.authorization), ["authorization_endpoint": .null]),
    .document("without a token endpoint", missing(.token), ["token_endpoint": .null]),
    .document("without keys", missing(.keys), ["jwks_uri": .null]),
    .document("with an endpoint that isn't a string", missing(.token), ["token_endpoint": .integer(1)]),
    .document(
      "with an http endpoint", .configuration(.insecureURL("http://id.example")),
      ["token_endpoint": .string("http://id.example/token")]),
    .document(
      "with an http URL of the keys", .configuration(.insecureURL("http://id.example")),
      ["jwks_uri": .string("http://id.example/keys")]),
    .document(
      "with an http endpoint that the sign-in doesn't need", nil,
      ["revocation_endpoint": .string("http://id.example/revoke")]),
    .document("with an empty URL that the sign-in doesn't need", nil, ["introspection_endpoint": .string("")]),
    .document(
      "with an invalid port", .configuration(.invalidURL("https://203.0.113.7:65536")),
      ["jwks_uri": .string("https://203.0.113.7:65536/k")]),
    .document(
      "with an endpoint that has a fragment", .configuration(.endpointWithFragment("https://id.example")),
      ["token_endpoint": .string("https://id.example/token#part")]),
    .document(
      "with a line break in a host", .configuration(.invalidURL("https://a%0AFAKE.example")),
      ["token_endpoint": .string("https://a%0AFAKE.example/token")]),
    .document(
      "that supports only plain code challenges", .configuration(.unsupportedCodeChallenge),
      ["code_challenge_methods_supported": .array([.string("plain")])]),
    .document(
      "with code challenge methods that aren't a list", .configuration(.unsupportedCodeChallenge),
      ["code_challenge_methods_supported": .string("S256")]),
    .document(
      "that supports S256", nil, ["code_challenge_methods_supported": .array([.string("plain"), .string("S256")])]),
    .document(
      "with a file URL", .configuration(.invalidURL("file://")), ["jwks_uri": .string("file:///etc/passwd")]),
    .document(
      "with a javascript URL", .configuration(.invalidURL("javascript:alert(1)")),
      ["authorization_endpoint": .string("javascript:alert(1)")]),
    .document("with a relative URL", .configuration(.invalidURL("/token")), ["token_endpoint": .string("/token")]),
    .document("with an empty URL", .configuration(.invalidURL("")), ["token_endpoint": .string("")]),
    .document(
      "with a user and a password", .configuration(.invalidURL("https://…@id.example")),
      ["token_endpoint": .string("https://a:b@id.example/token")]),
    .document(
      "with a host that begins like loopback", .configuration(.insecureURL("http://127.0.0.1.evil.example")),
      ["token_endpoint": .string("http://127.0.0.1.evil.example/token")]),
  ]

  private static let algorithms: [Case] = [
    .document("that supports only none", .configuration(.noAllowedAlgorithm), algorithms("none")),
    .document("that supports only HMAC", .configuration(.noAllowedAlgorithm), algorithms("HS256")),
    .document(
      "that supports only unknown algorithms", .configuration(.noAllowedAlgorithm), algorithms("XS256", "es256")),
    .document("that supports no algorithm", .configuration(.noAllowedAlgorithm), algorithms()),
    .document(
      "that doesn't list the token's algorithm", .idToken(.algorithmNotAllowed("ES256")), algorithms("RS256")),
    .document(
      "without algorithms, which means RS256", .idToken(.algorithmNotAllowed("ES256")),
      ["id_token_signing_alg_values_supported": .null]),
    .document("that supports none and another algorithm", nil, algorithms("none", "ES256", "HS256")),
    .document(
      "with algorithms that aren't a list", .idToken(.algorithmNotAllowed("ES256")),
      ["id_token_signing_alg_values_supported": .string("ES256")]),
    .document("with unknown members", nil, ["x": .array([.null]), "scopes_supported": .integer(1)]),
    .document(
      "that promises iss and doesn't send it", .callback(.issuerMixUp),
      ["authorization_response_iss_parameter_supported": .bool(true)]),
    .document("whose promise isn't true", nil, ["authorization_response_iss_parameter_supported": .string("true")]),
  ]

  private static func algorithms(_ names: String...) -> [String: JSONValue] {
    ["id_token_signing_alg_values_supported": .array(names.map { .string($0) })]
  }

  @Test(arguments: responses + issuers + endpoints + algorithms)
  func `Every hostile discovery document causes exactly the expected failure, or none`(row: HostileDiscovery)
    async throws
  {
    try await withScriptedProvider(.openIDConnect(issuer: "https://id.example")) { provider in
      let issuer = provider.configuration.server.issuer?.text ?? ""
      await provider.rewrite { script in
        var response = row.response
        response.body = Data(String(decoding: response.body, as: UTF8.self).replacing("SERVER", with: issuer).utf8)
        script.instead = { [response] in $0.path.hasSuffix("openid-configuration") ? response : nil }
      }
      let client = AuthClient<DynamicProvider>(
        issuer: issuer, clientID: "app", redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects)
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(failure == row.verdict)
    }
  }
}
