import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// What stands where a discovery document should, and what becomes of a sign-in. `SERVER` stands for the server's address.
struct HostileDiscovery: Sendable, CustomTestStringConvertible {
  let name: String
  let answer: ScriptedResponse
  let verdict: StepFailure?

  init(_ name: String, _ verdict: StepFailure?, _ answer: ScriptedResponse) {
    (self.name, self.verdict, self.answer) = (name, verdict, answer)
  }

  /// The right document with members changed; `null` removes one.
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

  private static let answers: [Case] = [
    Case("missing", .response(.unexpectedStatus(404, endpoint: place)), ScriptedResponse(404)),
    Case("a failure", .response(.unexpectedStatus(500, endpoint: place)), ScriptedResponse(500)),
    Case("forbidden", .response(.unexpectedStatus(403, endpoint: place)), .json("{}", status: 403)),
    Case(
      "too many requests", .response(.rateLimited(retryAfter: .seconds(60))),
      ScriptedResponse(429, headers: ["Retry-After": "60"])),
    Case(
      "elsewhere", .response(.redirected(endpoint: place, status: 301)),
      ScriptedResponse(301, headers: ["Location": "https://evil.example/"])),
    Case("elsewhere on the same server", .response(.redirected(endpoint: place, status: 302)), .redirect(to: "/other")),
    Case("empty", notJSON(), .json("")), Case("a page", notJSON(), .html("<html>")),
    Case("a list", notJSON(), .json("[]")),
    Case("cut off", notJSON(), .json(#"{"issuer":"SERVER""#)),
    Case("named twice", notJSON(), .json(#"{"issuer":"SERVER","issuer":"SERVER"}"#)),
    Case("nested without end", notJSON(), .json(#"{"issuer":"# + String(repeating: "[", count: 10_000))),
    Case(
      "larger than 1 MiB", .response(.tooLarge(endpoint: place, limit: 1 << 20)),
      .json(String(repeating: " ", count: 1 << 20) + "{}")),
  ]

  private static let issuers: [Case] = [
    .document("as it should be", nil, [:]), .document("of nobody", mismatch, ["issuer": .null]),
    .document("of somebody else", mismatch, ["issuer": .string("https://evil.example")]),
    .document("of a number", mismatch, ["issuer": .integer(1)]),
    .document("of several", mismatch, ["issuer": .array([.string("SERVER")])]),
    .document("with a slash more", mismatch, ["issuer": .string("SERVER/")]),
    .document("with a path more", mismatch, ["issuer": .string("SERVER/tenant")]),
    .document("with a query", mismatch, ["issuer": .string("SERVER?x=1")]),
    .document("with a user", mismatch, ["issuer": .string("http://user@127.0.0.1")]),
    .document("with a space behind", mismatch, ["issuer": .string("SERVER ")]),
    .document("with a zero byte behind", mismatch, ["issuer": .string("SERVER\u{0}")]),
  ]

  private static let endpoints: [Case] = [
    .document("without a page to sign in", missing(.authorization), ["authorization_endpoint": .null]),
    .document("without a token endpoint", missing(.token), ["token_endpoint": .null]),
    .document("without keys", missing(.keys), ["jwks_uri": .null]),
    .document("with an endpoint that is no text", missing(.token), ["token_endpoint": .integer(1)]),
    .document(
      "with an endpoint in clear text", .configuration(.insecureURL("http://id.example")),
      ["token_endpoint": .string("http://id.example/token")]),
    .document(
      "with keys in clear text", .configuration(.insecureURL("http://id.example")),
      ["jwks_uri": .string("http://id.example/keys")]),
    .document(
      "with an endpoint in clear text that nobody needs now", nil,
      ["revocation_endpoint": .string("http://id.example/revoke")]),
    .document("with an empty address that nobody needs now", nil, ["introspection_endpoint": .string("")]),
    .document(
      "with keys at a port that is none", .configuration(.invalidURL("https://203.0.113.7:65536")),
      ["jwks_uri": .string("https://203.0.113.7:65536/k")]),
    .document(
      "with an endpoint that has a fragment", .configuration(.endpointWithFragment("https://id.example")),
      ["token_endpoint": .string("https://id.example/token#part")]),
    .document(
      "with a line break in a host", .configuration(.invalidURL("https://a%0AFAKE.example")),
      ["token_endpoint": .string("https://a%0AFAKE.example/token")]),
    .document(
      "that knows only plain code challenges", .configuration(.unsupportedCodeChallenge),
      ["code_challenge_methods_supported": .array([.string("plain")])]),
    .document(
      "with code challenge methods that are no list", .configuration(.unsupportedCodeChallenge),
      ["code_challenge_methods_supported": .string("S256")]),
    .document(
      "that knows S256", nil, ["code_challenge_methods_supported": .array([.string("plain"), .string("S256")])]),
    .document(
      "with a file", .configuration(.invalidURL("file://")), ["jwks_uri": .string("file:///etc/passwd")]),
    .document(
      "with a script", .configuration(.invalidURL("javascript:alert(1)")),
      ["authorization_endpoint": .string("javascript:alert(1)")]),
    .document("with a relative address", .configuration(.invalidURL("/token")), ["token_endpoint": .string("/token")]),
    .document("with an empty address", .configuration(.invalidURL("")), ["token_endpoint": .string("")]),
    .document(
      "with a user and a password", .configuration(.invalidURL("https://…@id.example")),
      ["token_endpoint": .string("https://a:b@id.example/token")]),
    .document(
      "with a host that only looks like this machine", .configuration(.insecureURL("http://127.0.0.1.evil.example")),
      ["token_endpoint": .string("http://127.0.0.1.evil.example/token")]),
  ]

  private static let algorithms: [Case] = [
    .document("that offers nothing but none", .configuration(.noAllowedAlgorithm), algorithms("none")),
    .document("that offers nothing but HMAC", .configuration(.noAllowedAlgorithm), algorithms("HS256")),
    .document("that offers nothing known", .configuration(.noAllowedAlgorithm), algorithms("XS256", "es256")),
    .document("that offers nothing", .configuration(.noAllowedAlgorithm), algorithms()),
    .document(
      "that offers another algorithm than it uses", .idToken(.algorithmNotAllowed("ES256")), algorithms("RS256")),
    .document(
      "that does not say, and so means RS256", .idToken(.algorithmNotAllowed("ES256")),
      ["id_token_signing_alg_values_supported": .null]),
    .document("that offers none beside another", nil, algorithms("none", "ES256", "HS256")),
    .document(
      "with algorithms that are no list", .idToken(.algorithmNotAllowed("ES256")),
      ["id_token_signing_alg_values_supported": .string("ES256")]),
    .document("with members that nobody knows", nil, ["x": .array([.null]), "scopes_supported": .integer(1)]),
    .document(
      "that promises to say who it is, and does not", .callback(.issuerMixUp),
      ["authorization_response_iss_parameter_supported": .bool(true)]),
    .document("whose promise is no yes", nil, ["authorization_response_iss_parameter_supported": .string("true")]),
  ]

  private static func algorithms(_ names: String...) -> [String: JSONValue] {
    ["id_token_signing_alg_values_supported": .array(names.map { .string($0) })]
  }

  @Test(arguments: answers + issuers + endpoints + algorithms)
  func `a document leads to exactly this`(row: HostileDiscovery) async throws {
    try await withPassing(.openIDConnect(issuer: "https://id.example")) { provider in
      let issuer = provider.configuration.server.issuer?.text ?? ""
      await provider.rewrite { script in
        var answer = row.answer
        answer.body = Data(String(decoding: answer.body, as: UTF8.self).replacing("SERVER", with: issuer).utf8)
        script.instead = { [answer] in $0.path.hasSuffix("openid-configuration") ? answer : nil }
      }
      let client = AuthClient<DynamicProvider>(
        issuer: issuer, clientID: "app", redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects)
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init(), timeout: .seconds(20)))
      #expect(failure == row.verdict)
    }
  }
}
