import Testing

@testable import AuthDescriptor

@Suite struct `The rules` {
  @Test(arguments: urls + parameters + names + others) func `find every slip at its place`(_ slip: Slip) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  /// A descriptor whose server is something else.
  private static func server(_ text: String, variables: String = "{ domain: { kind: host, example: a.example.com } }")
    -> String
  {
    "schema: 1\nid: acme\nname: Acme\nvariables: \(variables)\nserver: { issuer: \"https://{domain}\", \(text) }\n"
  }

  private static func parameter(_ text: String) -> String {
    acme + "authorize:\n  parameters:\n    \(text)\n"
  }

  static let urls = [
    Slip(
      "undeclared variable", server("jwks_uri: \"https://{domian}/keys\""),
      """
      5:49: error: 'server.jwks_uri': the variable '{domian}' is not declared under 'variables'; did you mean \
      'domain'? [undeclared-variable]
      """),
    Slip(
      "variable inside a host", server("jwks_uri: \"https://{domain}.example.com/keys\""),
      """
      5:49: error: 'server.jwks_uri': the host variable '{domain}' may only stand as 'https://{domain}/…' \
      [unanchored-variable]
      """),
    Slip(
      "variable in a path", server("jwks_uri: \"https://x.example.com/{domain}\""),
      """
      5:49: error: 'server.jwks_uri': the host variable '{domain}' may only stand as 'https://{domain}/…' \
      [unanchored-variable]
      """),
    Slip(
      "user name before the host", server("jwks_uri: \"https://me@x.example.com/keys\""),
      """
      5:49: error: 'server.jwks_uri': expected an absolute URL, such as https://{domain}/authorize [invalid-url]
      """),
    Slip(
      "http", server("jwks_uri: \"http://x.example.com/keys\""),
      "5:49: error: 'server.jwks_uri': expected https; http is for loopback addresses only [insecure-url]"),
    Slip(
      "http at a host that only begins like a loopback address",
      server("jwks_uri: \"http://localhost.example.com/keys\""),
      "5:49: error: 'server.jwks_uri': expected https; http is for loopback addresses only [insecure-url]"),
    Slip("http on a loopback address", server("jwks_uri: \"http://127.0.0.1:8080/keys\"")),
    Slip(
      "relative URL", server("jwks_uri: /keys"),
      "5:49: error: 'server.jwks_uri': expected an absolute URL, such as https://{domain}/authorize [invalid-url]"),
    Slip(
      "single brace", server("jwks_uri: \"https://{domain}/a}b\""),
      "5:49: error: 'server.jwks_uri': a brace stands alone; a literal one is written twice [invalid-url]"),
    Slip("doubled brace", server("jwks_uri: \"https://{domain}/{{tenant}}\"")),
    Slip(
      "URL of metadata that nobody uses", server("op_policy_uri: \"http://x.example.com\""),
      "5:54: error: 'server.op_policy_uri': expected https; http is for loopback addresses only [insecure-url]"),
    Slip(
      "issuer with a query", acme.replacing("https://{domain}", with: "https://{domain}/?a=b"),
      "5:11: error: an issuer has neither query nor fragment [invalid-url]"),
    Slip(
      "variable that no URL uses",
      acme.replacing("variables: {", with: "variables: { realm: { kind: host, example: a.b }, "),
      "4:14: warning: no URL uses the variable 'realm' [unused-variable]"),
    Slip(
      "example that is no host", acme.replacing("acme.example.com", with: "https://acme.example.com"),
      """
      4:36: error: the example 'https://acme.example.com' is not a host; expected a name such as acme.example.com \
      [invalid-example]
      """),
    Slip(
      "missing endpoints", acme + "discovery: none\nlogout: { style: none }\n",
      "5:1: error: 'server.authorization_endpoint' is missing, and 'discovery: none' cannot find it [missing-endpoint]",
      "5:1: error: 'server.token_endpoint' is missing, and 'discovery: none' cannot find it [missing-endpoint]",
      "5:1: error: 'server.jwks_uri' is missing, and 'discovery: none' cannot find it [missing-endpoint]"),
    Slip(
      "custom logout without a page", acme + "logout: { style: custom }\n",
      "6:11: error: 'logout.style: custom' needs 'logout.endpoint' [logout-endpoint]"),
    Slip(
      "page for a standard logout", acme + "logout: { endpoint: \"https://{domain}/out\" }\n",
      """
      6:11: error: 'logout.endpoint' is for 'style: custom'; the standard one is 'server.end_session_endpoint' \
      [logout-endpoint]
      """),
    Slip(
      "unknown hole in a logout parameter", acme + "logout: { parameters: { c: \"{domain}\" } }\n",
      "6:25: error: '{domain}' is not known here; expected '{client_id}' [undeclared-variable]"),
    Slip(
      "console over http", acme + "docs: { console: { name: C, url: \"http://x.example.com\" } }\n",
      "6:29: error: expected an https URL [insecure-url]"),
  ]

  static let parameters = [
    Slip(
      "parameter of the protocol", parameter("state: { type: string }"),
      "8:5: error: 'state' belongs to the protocol; a descriptor cannot set it [protocol-parameter]"),
    Slip(
      "parameter with a blank", parameter("\"a b\": { type: string }"),
      "8:5: error: 'a b' is no parameter name; expected letters, digits and any of _ - . ~ [invalid-wire-name]"),
    Slip(
      "required parameter that is none", parameter("invitation: { type: string, requires: [organisation] }"),
      """
      8:33: error: 'invitation' requires 'organisation', which is no other parameter [unknown-parameter]
      """),
    Slip(
      "enum without values", parameter("hint: { type: enum }"),
      "8:5: error: 'hint' is of type enum and has no 'values' [empty-values]"),
    Slip(
      "values without enum", parameter("hint: { type: string, values: [a] }"),
      "8:27: error: 'values' is for the types enum and set; 'hint' is string [values-without-enum]"),
    Slip(
      "value with a blank", parameter("hint: { type: set, values: [\"a b\"] }"),
      "8:24: error: the value 'a b' of 'hint' is empty or has a blank [invalid-wire-name]"),
    Slip(
      "the case none of an optional", parameter("hint: { type: enum, values: { none: Nothing., all: All. } }"),
      """
      8:35: error: a case 'none' would be mistaken for a missing value [optional-none-case]
      8:35: note: state another name with 'case:'
      """),
    Slip(
      "the case none with another name", parameter("hint: { type: enum, values: { none: { case: nothing } } }")),
    Slip("the case none of a set", parameter("hint: { type: set, values: [none, all] }")),
    Slip(
      "dropping what is not there", acme + "authorize: { omit: [maxage] }\n",
      "6:21: error: no family lists a parameter 'maxage'; did you mean 'max_age'? [unknown-parameter]"),
  ]

  static let names = [
    Slip(
      "two parameters of one name", parameter("a_b: { type: string }\n    a-b: { type: string }"),
      """
      9:5: error: 'a_b' and 'a-b' would both become 'aB' in signIn [name-conflict]
      9:5: note: state another name with 'case:'
      """),
    Slip(
      "name that signIn has already", parameter("timeout: { type: string }"),
      """
      8:5: error: 'timeout' would become 'timeout', a name that signIn uses already [name-conflict]
      8:5: note: state another name with 'case:'
      """),
    Slip(
      "variable that the initializer has already", acme.replacing("domain", with: "environment"),
      """
      4:14: error: 'environment' would become 'environment', a name that the initializer uses already [name-conflict]
      4:14: note: state another name with 'case:'
      """),
    Slip(
      "enumeration that hides a type", parameter("user: { type: enum, values: [a] }"),
      "8:5: error: 'user' would become the type 'User', a name in use [name-conflict]"),
    Slip(
      "value that begins with a digit", parameter("hint: { type: enum, values: [2fa] }"),
      """
      8:25: error: '2fa' is no Swift name; expected a small letter, then letters and digits [invalid-identifier]
      8:25: note: state another name with 'case:'
      """),
    Slip(
      "case that is no identifier", acme + "errors: { oops: { recovery: retry, case: \"a; b\" } }\n",
      """
      6:11: error: 'a; b' is no Swift name; expected a small letter, then letters and digits [invalid-identifier]
      6:11: note: state another name with 'case:'
      """),
    Slip(
      "two errors of one case",
      acme + "errors: { a: { recovery: retry, case: x }, b: { recovery: retry, case: x } }\n",
      """
      6:44: error: 'a' and 'b' would both become 'x' in ErrorCode [name-conflict]
      6:44: note: state another name with 'case:'
      """),
    Slip(
      "claim that hides a standard one", acme + "claims: { custom: { email: { claim: mail, type: string } } }\n",
      """
      6:21: error: 'email' would become 'email', a name that User uses already [name-conflict]
      6:21: note: state another name with 'case:'
      """),
    Slip(
      "type that hides another", acme + "swift: { type: String }\n",
      """
      6:10: error: generated code uses the name 'String' itself [name-conflict]
      6:10: note: 'swift.type' states another name
      """),
    Slip(
      "type with a small letter", acme + "swift: { type: acme }\n",
      """
      6:10: error: 'acme' is no name for a Swift type; expected letters and digits, such as 'AcmeLogin' [invalid-identifier]
      6:10: note: 'swift.type' states another name
      """),
    Slip(
      "id with a capital letter", acme.replacing("id: acme", with: "id: Acme"),
      """
      2:1: error: 'Acme' is no id; expected small letters, digits and hyphens, such as 'acme-login' [invalid-identifier]
      """),
    Slip(
      "id that is not the file's", acme.replacing("id: acme", with: "id: other"),
      "2:1: warning: the id 'other' differs from the file's name 'acme' [id-file-mismatch]"),
  ]

  static let others = [
    Slip(
      "unknown default scope", acme + "scopes: { default: [openid, emial] }\n",
      "6:11: error: the scope 'emial' is not described under 'scopes.values'; did you mean 'email'? [unknown-scope]"),
    Slip(
      "unknown offline scope", acme + "offline: { scope: offline }\n",
      "6:12: error: the scope 'offline' is not described under 'scopes.values' [unknown-scope]"),
    Slip(
      "odd delimiter", acme + "scopes: { delimiter: \";\" }\n",
      "6:11: error: ';' is no delimiter; expected ' ' or ',' [unknown-word]"),
    Slip(
      "confidential without a way to say so", acme + "client: { types: [confidential], authentication: [] }\n",
      "6:11: error: a confidential client needs 'client.authentication' [client-authentication]"),
    Slip(
      "no client type", acme + "client: { types: [] }\n",
      "6:11: error: 'client.types' is empty [client-authentication]"),
    Slip(
      "no algorithm", acme + "id_token: { algorithms: [] }\n",
      "6:13: error: 'id_token.algorithms' is empty [empty-values]"),
  ]
}

@Suite struct `Swift names` {
  @Test(arguments: [
    ("acr_values", "acrValues"), ("client_id", "clientID"), ("organization_id", "organizationID"),
    ("read:timesheets", "readTimesheets"), ("returnTo", "returnTo"), ("URL", "url"), ("id", "id"), ("", ""),
    ("login.gov", "loginGov"), ("登录", ""),
  ]) func `are in lower camel case`(_ name: String, _ expected: String) {
    #expect(SwiftName.lowerCamel(name) == expected)
  }

  @Test(arguments: [("screen_hint", "ScreenHint"), ("microsoft-entra-id", "MicrosoftEntraID"), ("auth0", "Auth0")])
  func `are in upper camel case for types`(_ name: String, _ expected: String) {
    #expect(SwiftName.upperCamel(name) == expected)
  }
}
