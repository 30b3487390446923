import Testing

@testable import AuthDescriptor

@Suite struct `The key table` {
  static let slips = [
    InvalidExample(
      "unknown key with a close match", acme + "autorize: {}\n",
      "6:1: error: unknown key 'autorize'; did you mean 'authorize'? [unknown-key]"),
    InvalidExample(
      "swapped letters", acme + "lgoout: {}\n",
      "6:1: error: unknown key 'lgoout'; did you mean 'logout'? [unknown-key]"),
    InvalidExample(
      "unknown key without a close match", acme + "token: { color: red }\n",
      "6:10: error: unknown key 'color' in 'token'; expected one of method, encoding, headers, parameters, grant_type, omit, response, second_exchange [unknown-key]"
    ),
    InvalidExample(
      "key that was renamed", acme + "refresh: { refusals: [invalid_grant] }\n",
      "6:12: error: the key 'refusals' in 'refresh' was renamed to 'session_ending_errors' [unknown-key]"),
    InvalidExample(
      "other keys that were renamed",
      acme + "refresh: { with: access_token }\ntoken: { then: {} }\nuserinfo: { also: [] }\n",
      "6:12: error: the key 'with' in 'refresh' was renamed to 'exchanged_token' [unknown-key]",
      "7:10: error: the key 'then' in 'token' was renamed to 'second_exchange' [unknown-key]",
      "8:13: error: the key 'also' in 'userinfo' was renamed to 'further_requests' [unknown-key]"),
    InvalidExample(
      "unknown key in a map of custom keys",
      acme + "errors:\n  oops: { recovery: retry, docs: x }\n",
      "7:28: error: unknown key 'docs' in 'errors.oops'; did you mean 'doc'? [unknown-key]"),
    InvalidExample(
      "invalid value", acme + "token: { encoding: from }\n",
      "6:20: error: 'from' isn't a valid value for 'token.encoding'; expected one of form, json, query; did you mean 'form'? [unknown-word]"
    ),
    InvalidExample(
      "map instead of a string", acme.replacing("name: Acme", with: "name: { a: b }"),
      "3:7: error: 'name' is a map; expected a string [wrong-type]"),
    InvalidExample(
      "missing string", acme.replacing("name: Acme", with: "name:"),
      "3:6: error: 'name' is empty; expected a string [wrong-type]"),
    InvalidExample(
      "blank string", acme.replacing("name: Acme", with: "name: \"\"") + "docs: { links: { a: \" \" } }\n",
      "3:7: error: 'name' is blank; expected a string [wrong-type]",
      "6:21: error: 'docs.links.a' is blank; expected a string [wrong-type]"),
    InvalidExample(
      "value instead of a map", acme + "scopes: foo\n",
      "6:9: error: 'foo' isn't a valid value for 'scopes'; expected 'none' or a map with the keys delimiter, default, open, values, parameter, omit, groups [unknown-word]"
    ),
    InvalidExample(
      "list instead of a value", acme + "discovery: [a]\n",
      "6:12: error: 'discovery' is a list; expected one of runtime, none or a map with the keys mode, url, issuer, remove [wrong-type]"
    ),
    InvalidExample(
      "string that doesn't match its grammar", acme + "token: { response: { root: \"a..b\" } }\n",
      """
      6:28: error: 'token.response.root': expected a path such as a.b[0].c, [primary=true].email, or \
      ['https://ns/claim'], or several separated by '|' [invalid-expression]
      """),
    InvalidExample(
      "map with an invalid value and an unknown key", acme + "discovery: { mode: x, color: red }\n",
      "6:20: error: 'x' isn't a valid value for 'discovery.mode'; expected one of runtime, none, pinned [unknown-word]",
      "6:23: error: unknown key 'color' in 'discovery'; expected one of mode, url, issuer, remove [unknown-key]"),
    InvalidExample(
      "yes instead of true", acme + "id_token: { required: yes }\n",
      "6:23: error: 'id_token.required' is 'yes'; expected true or false [wrong-type]"),
    InvalidExample(
      "quoted promise of a server",
      acme.replacing(
        "{domain}\" }", with: "{domain}\", authorization_response_iss_parameter_supported: \"true\" }"),
      """
      5:87: error: 'server.authorization_response_iss_parameter_supported' is 'true'; expected true or false \
      [wrong-type]
      """),
    InvalidExample(
      "quoted number", acme + "id_token: { leeway: \"60\" }\n",
      "6:21: error: 'id_token.leeway' is '60'; expected a whole number from 0 to 600 [wrong-type]"),
    InvalidExample(
      "sexagesimal number", acme + "id_token: { leeway: 1:30 }\n",
      "6:21: error: 'id_token.leeway' is '1:30'; expected a whole number from 0 to 600 [wrong-type]"),
    InvalidExample(
      "string instead of a list", acme + "scopes: { default: openid }\n",
      "6:20: error: 'scopes.default' is 'openid'; expected a list (each item: a string) [wrong-type]"),
    InvalidExample(
      "key of a later version", acme + "swift: { module: {} }\n",
      "6:10: error: 'module' in 'swift' isn't supported yet [not-supported]"),
    InvalidExample(
      "the algorithm none", acme + "id_token: { algorithms: [none] }\n",
      """
      6:26: error: 'none' isn't a valid value for 'id_token.algorithms'; expected one of RS256, RS384, RS512, PS256, PS384, \
      PS512, ES256, ES384, ES512, EdDSA, Ed25519, HS256, HS384, HS512 [unknown-word]
      """),
    InvalidExample(
      "schema of another version", acme.replacing("schema: 1", with: "schema: 2"),
      "1:9: error: 'schema' is '2'; expected 1 [wrong-type]"),
    InvalidExample(
      "missing keys, all of them reported", "schema: 1\nserver: { issuer: \"https://x.example\" }\nerrors: { a: {} }\n",
      "1:1: error: 'id' is missing; expected a string [missing-key]",
      "1:1: error: 'name' is missing; expected a string [missing-key]",
      """
      3:11: error: 'errors.a.recovery' is missing; expected one of retry, retry_later, reauthenticate, \
      fix_configuration, contact_admin, contact_user, request_consent, update_app [missing-key]
      """),
    InvalidExample(
      "several errors, in the order of their lines", acme + "autorize: {}\ntoken: { encoding: 1 }\nlogut: {}\n",
      "6:1: error: unknown key 'autorize'; did you mean 'authorize'? [unknown-key]",
      "7:20: error: '1' isn't a valid value for 'token.encoding'; expected one of form, json, query [unknown-word]",
      "8:1: error: unknown key 'logut'; did you mean 'logout'? [unknown-key]"),
    InvalidExample(
      "near-miss of metadata that is used",
      acme.replacing(
        "server: { issuer: \"https://{domain}\" }",
        with: "server: { issuer: \"https://{domain}\", authorize_endpoint: \"https://{domain}/a\" }"),
      """
      5:39: warning: 'authorize_endpoint' isn't a metadata field that clients use; did you mean 'authorization_endpoint'? \
      [near-miss-metadata]
      """),
    InvalidExample(
      "near-miss with a missing key",
      acme.replacing("{ issuer:", with: "{ isuer:"),
      """
      1:1: error: 'userinfo.map.id' is missing; it identifies the user. Add the path of the user's ID, add a \
      'userinfo.source' that contains it, or write 'user: none' if the app only calls an API [user-without-id]
      """,
      "4:14: warning: no URL uses the variable 'domain' [unused-variable]",
      """
      5:1: error: 'server.authorization_endpoint' is missing, and discovery requires 'server.issuer' \
      [missing-endpoint]
      """,
      "5:1: error: 'server.token_endpoint' is missing, and discovery requires 'server.issuer' [missing-endpoint]",
      """
      5:1: error: 'server.userinfo_endpoint' is missing, and discovery requires 'server.issuer' \
      [missing-endpoint]
      """,
      "5:11: warning: 'isuer' isn't a metadata field that clients use; did you mean 'issuer'? [near-miss-metadata]"),
    InvalidExample(
      "unused metadata",
      acme.replacing(
        "server: { issuer: \"https://{domain}\" }",
        with: """
          server:
            issuer: "https://{domain}"
            userinfo_endpoint: "https://{domain}/me"
            device_authorization_endpoint: "https://{domain}/device"
            claims_supported: [a, b]
            service_documentation: "https://docs.example.com"
          """)),
  ]

  @Test(arguments: slips) func `An invalid key or value is reported with the expected ones`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  @Test(arguments: [
    ("autorize", "authorize"), ("lgoout", "logout"), ("ID", "id"), ("colour", nil), ("x", nil),
  ]) func `The closest match is found`(_ word: String, _ expected: String?) {
    #expect(SpellingSuggestion.find(word, among: ["authorize", "logout", "id", "claims"]) == expected)
  }

  @Test(arguments: [("", "abc", 3), ("abc", "acb", 1), ("kitten", "sitting", 3), ("a", "a", 0)])
  func `The edit distance is computed`(_ left: String, _ right: String, _ expected: Int) {
    #expect(SpellingSuggestion.distance(left, right) == expected)
  }
}
