import AuthConfiguration
import Testing

@testable import AuthDescriptor

@Suite struct `A reference to a name` {
  private static func signed(by key: String) -> String {
    acme + "callback: { signature: { parameter: hmac, algorithm: hmac_sha256_hex, key: \(key) } }\n"
  }

  static let slips = [
    InvalidExample(
      "renamed parameter", acme + "rename: { clientid: x }\n",
      """
      6:11: error: 'clientid' isn't a standard parameter or a parameter of the provider; did you mean 'client_id'? \
      [unknown-parameter]
      """),
    InvalidExample(
      "omitted parameters", acme + "token: { omit: [coed] }\nrefresh: { omit: [nonsense] }\n",
      "6:17: error: 'coed' isn't a standard parameter of 'token'; did you mean 'code'? [unknown-parameter]",
      "7:19: error: 'nonsense' isn't a standard parameter of 'refresh' [unknown-parameter]"),
    InvalidExample(
      "raw parameter", acme + "authorize: { encoding: { raw: [scoope, prompt, redirect_uri] } }\n",
      """
      6:32: error: 'scoope' isn't a parameter of an authorization request; did you mean 'scope'? [unknown-parameter]
      """),
    InvalidExample(
      "key of a callback's signature", signed(by: "client_secert"),
      "6:76: error: 'client_secert' isn't 'client_secret' or a secret setting; did you mean 'client_secret'? [unknown-parameter]"
    ),
    InvalidExample(
      "public key of a callback's signature", signed(by: "client_id"),
      "6:76: error: 'client_id' isn't 'client_secret' or a secret setting [unknown-parameter]"),
    InvalidExample(
      "unknown setting as the key of a callback's signature", signed(by: "settings.nope"),
      "6:76: error: 'settings.nope' isn't 'client_secret' or a secret setting [unknown-parameter]"),
    InvalidExample(
      "unverified keys",
      acme + """
        provenance:
          unverified:
            - token.nothing.such
            - tokn
            - scopes.values.opnid
            - scopes.values.openid
            - token.response.error.when
            - server.issuer
            - pkce.provider
            - refresh.on_reuse

        """,
      "8:7: error: 'token.nothing.such' isn't a key of a descriptor [unknown-key]",
      "9:7: error: 'tokn' isn't a key of a descriptor; did you mean 'token'? [unknown-key]",
      "10:7: error: 'scopes.values.opnid' isn't a key of a descriptor; did you mean 'openid'? [unknown-key]"),
    InvalidExample(
      "names in the documentation",
      acme
        + "docs: { callbacks: { ios: \"{nope}\", web: \"https://{your_host}\" }, links: { a: \"https://{domian}/x\" } }\n",
      """
      6:27: error: '{nope}' isn't defined here; expected one of bundle_id, callback_url, logout_url, port, scheme, \
      your_host, client_id, domain [undeclared-variable]
      """,
      "6:79: error: '{domian}' isn't defined here; did you mean 'domain'? [undeclared-variable]"),
    InvalidExample(
      "claim",
      acme
        + "claims: { custom: { x: { claim: \"a..b[\", type: string }, y: { claim: \"https://a..b\", type: string } } }\n",
      """
      6:26: error: the claim 'a..b[' isn't a valid name or path; expected a path such as a.b[0].c, \
      [primary=true].email, or ['https://ns/claim'], or several separated by '|' [invalid-expression]
      """),
    InvalidExample(
      "unknown response type", acme + "authorize: { response_type: cod }\n",
      """
      6:29: error: 'cod' isn't a valid value for 'authorize.response_type'; expected one of code, auth_code, Assertion, code \
      id_token, code token, code id_token token, id_token, id_token token, token; did you mean 'code'? [unknown-word]
      """),
  ]

  @Test(arguments: slips)
  func `A reference is accepted if the name exists, and otherwise reported with the closest match`(
    _ slip: InvalidExample
  ) {
    #expect(findings(slip.yaml) == slip.findings)
  }
}

@Suite struct `The flows of a provider` {
  @Test func `Flows disable refreshing if refresh_token isn't listed`() throws {
    let descriptor = try load(acme + "flows: [authorization_code]\n").descriptor
    #expect(descriptor.configuration.refresh == nil)
    #expect(!descriptor.canRefresh)
    #expect(try load(acme).descriptor.canRefresh)
  }

  @Test func `Flows must agree with the other keys`() {
    #expect(
      findings(acme + "flows: [authorization_code]\nrefresh: { early: 5 }\n") == [
        "6:1: error: 'refresh' is ignored because 'flows' doesn't contain refresh_token; add it, or set 'refresh: none' [without-effect]"
      ])
  }
}
