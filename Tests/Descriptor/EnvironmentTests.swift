import AuthConfiguration
import Testing

@testable import AuthDescriptor

@Suite struct `An environment` {
  /// A descriptor of five lines, and a sandbox with additional keys.
  private static func sandbox(_ text: String, common keys: String = "") -> String {
    acme + keys + "environments:\n  live: { default: true }\n  sandbox:\n    \(text)\n"
  }

  static let slips = [
    InvalidExample(
      "weaker than its provider", sandbox("pkce: none"),
      """
      9:5: error: without PKCE, a stolen code can be redeemed (RFC 9700 §2.1.1) [weak-without-reason]
      9:5: note: explain the reason in 'provenance.reason'; the documentation shows it
      """,
      """
      9:5: error: a public client without PKCE can't prove that a code is its own (RFC 8252 §8.1) [public-without-pkce]
      """),
    InvalidExample(
      "without a nonce", sandbox("id_token: { nonce: none }"),
      """
      9:17: error: without a nonce, an ID token can be replayed (OpenID Connect Core 1.0 §15.5.2) [weak-without-reason]
      9:17: note: explain the reason in 'provenance.reason'; the documentation shows it
      """),
    InvalidExample(
      "with a secret in a page of the browser",
      sandbox("server: { authorization_endpoint: \"http://a.b/?x={client_secret}\" }"),
      """
      9:39: error: 'server.authorization_endpoint': expected https; http is only allowed for loopback addresses \
      [insecure-url]
      """,
      """
      9:39: error: 'server.authorization_endpoint': 'variables' doesn't declare '{client_secret}' \
      [undeclared-variable]
      """,
      """
      9:39: error: '{client_secret}' is secret, but would be sent through the browser [secret-in-browser]
      """),
    InvalidExample(
      "with its own variable",
      sandbox(
        "variables: { shard: { kind: host, example: a.b } }\n    server: { token_endpoint: \"https://{shard}/t\" }"),
      """
      9:18: error: 'variables' contains 'shard' only in environment 'sandbox' [environment-type]
      9:18: note: generated types are the same in every environment, so declare it for all of them
      """),
    InvalidExample(
      "with a parameter of the protocol", sandbox("authorize: { parameters: { state: { type: string } } }"),
      """
      9:32: error: 'authorize.parameters' contains 'state' only in environment 'sandbox' [environment-type]
      9:32: note: generated types are the same in every environment, so declare it for all of them
      """,
      "9:32: error: 'state' is part of the protocol; a descriptor can't set it [protocol-parameter]"),
    InvalidExample(
      "with its own scope and its own field",
      sandbox("scopes: { values: { emial: {} } }\n    token: { response: { fields: { x: { path: x, type: int } } } }"),
      """
      9:25: error: 'scopes.values' contains 'emial' only in environment 'sandbox'; did you mean 'email'? [environment-type]
      9:25: note: generated types are the same in every environment, so declare it for all of them
      """,
      """
      10:36: error: 'token.response.fields' contains 'x' only in environment 'sandbox' [environment-type]
      10:36: note: generated types are the same in every environment, so declare it for all of them
      """),
    InvalidExample(
      "with another list of a variable's values",
      sandbox("variables: { domain: { values: [acme.example.com, sandbox.example.com] } }"),
      """
      9:28: error: 'variables.domain.values' determines generated types, which must be the same in every environment \
      [environment-type]
      """),
    InvalidExample(
      "with its own field of the second exchange",
      sandbox(
        "token: { second_exchange: { response: { fields: { x: { path: x, type: string } } } } }",
        common: "token: { second_exchange: { endpoint: \"https://acme.example/2\", response: { root: data } } }\n"),
      """
      10:55: error: 'token.second_exchange.response.fields' contains 'x' only in environment 'sandbox' [environment-type]
      10:55: note: generated types are the same in every environment, so declare it for all of them
      """),
    InvalidExample(
      "with another type",
      sandbox("authorize: { parameters: { login_hint: { type: email } } }\n    client: { exchange: backend }"),
      """
      9:46: error: 'authorize.parameters.login_hint.type' determines generated types, which must be the same in every \
      environment [environment-type]
      """,
      """
      10:15: error: 'client.exchange' determines generated types, which must be the same in every environment \
      [environment-type]
      """,
      "10:15: error: 'exchange: backend' requires confidential clients [without-effect]"),
    InvalidExample(
      "that sets only the refresh", sandbox("refresh: { early: 60 }", common: "refresh: none\n"),
      """
      10:5: error: only environment 'sandbox' supports refreshing; generated types must be the same in all environments \
      [environment-type]
      """),
    InvalidExample(
      "that omits a required parameter",
      sandbox(
        "authorize: { omit: [team] }", common: "authorize: { parameters: { team: { type: string, required: true } } }\n"
      ),
      "10:18: error: 'team' is required, but omitted in environment 'sandbox' [environment-type]"),
    InvalidExample(
      "that omits a parameter that another one requires",
      sandbox(
        "authorize: { omit: [team] }",
        common: "authorize: { parameters: { team: { type: string }, ticket: { type: string, requires: [team] } } }\n"),
      """
      9:3: error: in environment 'sandbox': 'ticket' requires 'team', which isn't another parameter [unknown-parameter]
      """),
    InvalidExample(
      "that omits an unknown parameter", sandbox("authorize: { omit: [maxage] }"),
      "9:25: error: 'omit' contains 'maxage', which isn't a parameter of a family; did you mean 'max_age'? [unknown-parameter]"
    ),
    InvalidExample(
      "with a missing document", sandbox("discovery: { mode: pinned, url: nofile.json }"),
      "9:37: error: cannot read 'nofile.json' [unreadable-file]"),
    InvalidExample(
      "without a required key", sandbox("userinfo: { further_requests: [{ map: { email: mail } }] }"),
      "9:36: error: 'userinfo.further_requests.endpoint' is missing; expected a string [missing-key]"),
    InvalidExample(
      "with an error of its provider, reported once",
      sandbox("token: { encoding: json }", common: "pkce: plain\n"),
      """
      6:1: error: PKCE 'plain' reveals the verifier to anyone who sees the request (RFC 7636 §7.2) [weak-without-reason]
      6:1: note: explain the reason in 'provenance.reason'; the documentation shows it
      """),
    InvalidExample(
      "with another default of a variable",
      sandbox("variables: { domain: { default: sandbox.example.com } }")),
    InvalidExample(
      "that disables features",
      sandbox("revocation: { style: none }", common: "revocation: { tokens: [access_token] }\n")),
    InvalidExample(
      "with a variable that only it uses",
      sandbox("server: { token_endpoint: \"https://{other}/t\" }")
        .replacing("{ domain:", with: "{ other: { kind: host, default: a.b }, domain:")),
    InvalidExample(
      "with its provider's example",
      sandbox(
        "token: { response: { root: data } }",
        common: "examples: { token: '{\"access_token\":\"a\",\"token_type\":\"Bearer\"}' }\n")),
  ]

  @Test(arguments: slips) func `An environment is validated like its provider`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  @Test func `An environment can have its own pinned document, and loses the keys that it omits`() throws {
    let yaml = Self.sandbox(
      "discovery: { mode: pinned, url: sandbox.json }\n    authorize: { omit: [max_age] }\n    logout: { style: none }")
    let document = """
      {"authorization_endpoint": "https://s.example/a", "token_endpoint": "https://s.example/t", "jwks_uri": "https://s.example/k",
      "authorization_response_iss_parameter_supported": true, "scopes_supported": ["openid"]}
      """
    let descriptor = try load(yaml, files: ["sandbox.json": document]).descriptor
    let sandbox = try #require(descriptor.environments.first { $0.name == "sandbox" }).configuration
    #expect(sandbox.server.tokenEndpoint == "https://s.example/t")
    #expect(sandbox.discovery.mode == .none)
    #expect(sandbox.server.promisesIssuerParameter == true)
    #expect(!sandbox.authorization.parameters.contains { $0.name == "max_age" })
    #expect(descriptor.configuration.authorization.parameters.contains { $0.name == "max_age" })
  }
}
