import Testing

@testable import AuthDescriptor

@Suite struct `The rules` {
  @Test(arguments: [urls, named, hosts, parameters, names, others, logouts, effects].flatMap(\.self))
  func `find every slip at its place`(_ slip: Slip) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  /// A descriptor whose server is something else.
  private static func server(_ text: String, variables: String = "{ domain: { kind: host, example: a.example.com } }")
    -> String
  {
    "schema: 1\nid: acme\nname: Acme\nvariables: \(variables)\nserver: { issuer: \"https://{domain}\", \(text) }\n"
  }

  /// A descriptor with a second host.
  private static func located(_ variable: String) -> String {
    """
    schema: 1
    id: acme
    name: Acme
    variables:
      domain: { kind: host, example: a.example.com }
      place: { \(variable) }
    server: { issuer: "https://{domain}", token_endpoint: "https://{place}/token" }

    """
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
      "missing page for a standard logout",
      server("authorization_endpoint: \"https://a\", token_endpoint: \"https://a\", jwks_uri: \"https://a\"")
        + "discovery: none\n",
      """
      5:1: error: 'server.end_session_endpoint' is missing, and 'discovery: none' cannot find it [missing-endpoint]
      """),
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
      "unknown hole in a logout parameter", acme + "logout: { parameters: { c: \"{code}\" } }\n",
      "6:28: error: 'logout.parameters.c': '{code}' is not known here; expected one of client_id, domain [undeclared-variable]"
    ),
    Slip(
      "audiences that nobody answers for", acme + "id_token: { other_audiences: allow }\n",
      """
      6:13: error: whoever else an ID token is meant for can replay it (OpenID Connect Core 1.0 §3.1.3.7) \
      [weak-without-reason]
      6:13: note: 'provenance.reason' has to say why; the documentation will show it
      """),
    Slip(
      "audiences that somebody answers for",
      acme + "id_token: { other_audiences: allow }\nprovenance: { reason: The project is one. }\n"),
    Slip(
      "HMAC without a secret", acme + "id_token: { algorithms: [RS256, HS256] }\n",
      """
      6:13: error: 'HS256' is verified with the client's secret, which a public client does not have \
      (OpenID Connect Core 1.0 §10.1) [hmac-without-secret]
      """),
    Slip(
      "only HMAC, and some clients without a secret",
      acme + "id_token: { algorithms: [HS256] }\nclient: { types: [public, confidential] }\n",
      """
      6:13: error: 'HS256' is verified with the client's secret, which a public client does not have \
      (OpenID Connect Core 1.0 §10.1) [hmac-without-secret]
      """),
    Slip(
      "HMAC for the clients that have a secret",
      acme + "id_token: { algorithms: [RS256, HS256] }\nclient: { types: [public, confidential] }\n"),
    Slip(
      "only HMAC, and only clients with a secret",
      acme + "id_token: { algorithms: [HS512] }\nclient: { types: [confidential], exchange: backend }\n"),
    Slip(
      "console over http", acme + "docs: { console: { name: C, url: \"http://x.example.com\" } }\n",
      "6:29: error: expected an https URL [insecure-url]"),
  ]

  static let named = [
    Slip(
      "host from a callback that may be anything", located("kind: host, from: callback.place"),
      "6:24: error: the host 'place' comes from a server and needs 'allow' or 'enum' [unlisted-host]"),
    Slip(
      "host from a callback that is listed", located("kind: host, from: callback.place, allow: [\"*.example.com\"]")),
    Slip(
      "host that a device names to the app's server",
      located("kind: host, scope: request, example: a.example.com")
        + "client: { types: [confidential], exchange: backend }\n",
      """
      6:24: error: the host 'place' comes from a device and gets the secret; it needs 'allow' or 'enum' [unlisted-host]
      """),
  ]

  static let hosts =
    [
      "", ":80", "...", "a..b", "[::1", "::1]", "x:y", "x:0", "x:65536", "x:", "-x", "x%0a", "x_y", "[::1]x",
    ].map { host in
      let expected =
        host.isEmpty
        ? "expected an absolute URL, such as https://{domain}/authorize"
        : "'\(host)' is no host; expected a name or an address, and a port if need be"
      return Slip(
        "the host '\(host)'", server("jwks_uri: \"https://\(host)/keys\""),
        "5:49: error: 'server.jwks_uri': \(expected) [invalid-url]")
    }
    + ["a", "127.0.0.1:8080", "[::1]:80", "x.example.com:65535"].map { host in
      Slip("the host '\(host)'", server("jwks_uri: \"https://\(host)/keys\""))
    }
    + ["[::1]:80", "a:1", "a.example.com:65535"].map { host in
      Slip("the example '\(host)'", acme.replacing("acme.example.com", with: "\"\(host)\""))
    }
    + ["a:", "a:٣", "é", "a..b", "a:0", "[1]", "-a"].map { host in
      Slip(
        "the example '\(host)'", acme.replacing("acme.example.com", with: "\"\(host)\""),
        "4:36: error: the example '\(host)' is not a host; expected a name such as acme.example.com [invalid-example]")
    } + [
      Slip(
        "endpoint with a fragment", server("jwks_uri: \"https://{domain}/keys#a\""),
        "5:49: error: 'server.jwks_uri': an endpoint has no fragment [invalid-url]"),
      Slip(
        "link without a host",
        acme + "docs: { links: { a: \"https://\", b: \"https://{domain}/x\", c: \"https:///x\" } }\n",
        "6:18: error: expected an https URL with a host [invalid-url]",
        "6:58: error: expected an https URL with a host [invalid-url]"),
    ]

  static let logouts = [
    Slip(
      "parameters of one name",
      acme + "logout: { redirect_parameter: state, parameters: { a: b }, flags: { a: {} } }\n",
      "6:11: error: 'redirect_parameter' and the state would both be sent as 'state' [logout-parameter-conflict]",
      "6:69: error: 'flags' and 'parameters' would both be sent as 'a' [logout-parameter-conflict]"),
    Slip(
      "parameters that the protocol sends",
      acme + "logout: { parameters: { id_token_hint: a, post_logout_redirect_uri: b } }\n",
      "6:25: error: 'parameters' and the ID token would both be sent as 'id_token_hint' [logout-parameter-conflict]",
      """
      6:43: error: 'parameters' and 'redirect_parameter' would both be sent as 'post_logout_redirect_uri' \
      [logout-parameter-conflict]
      """),
  ]

  static let effects = [
    Slip(
      "logout that is switched off",
      acme + "logout: { style: none, endpoint: \"https://{domain}/x\", flags: { a: {} } }\n",
      "6:24: error: 'logout.endpoint' has no effect, for 'logout.style' is none [without-effect]",
      "6:56: error: 'logout.flags' has no effect, for 'logout.style' is none [without-effect]"),
    Slip("logout that a descriptor switches off", acme + "extends: auth0\nlogout: { style: none }\n"),
    Slip(
      "revocation that is switched off", acme + "revocation: { style: none, tokens: [access_token] }\n",
      "6:28: error: 'revocation.tokens' has no effect, for 'revocation.style' is none [without-effect]"),
    Slip(
      "revocation of nothing", acme + "revocation: { tokens: [] }\n",
      """
      6:15: error: 'revocation.tokens' is empty; 'revocation: { style: none }' switches revocation off [empty-values]
      """),
    Slip(
      "items that are repeated",
      acme + """
        client: { types: [public, public], authentication: [client_secret_post, client_secret_post] }
        scopes: { default: [openid, openid] }
        id_token: { algorithms: [RS256, RS256] }
        revocation: { tokens: [access_token, access_token] }
        authorize: { omit: [prompt, prompt], parameters: { hint: { type: enum, values: [a, a] } } }

        """,
      "6:27: error: 'public' stands in 'client.types' already [repeated-item]",
      "6:73: error: 'client_secret_post' stands in 'client.authentication' already [repeated-item]",
      "7:29: error: 'openid' stands in 'scopes.default' already [repeated-item]",
      "8:33: error: 'RS256' stands in 'id_token.algorithms' already [repeated-item]",
      "9:38: error: 'access_token' stands in 'revocation.tokens' already [repeated-item]",
      "10:29: error: 'prompt' stands in 'authorize.omit' already [repeated-item]",
      "10:84: error: 'a' stands in 'authorize.parameters.hint.values' already [repeated-item]"),
    Slip(
      "parameter that is declared and omitted",
      acme + "authorize: { omit: [hint], parameters: { hint: { type: string } } }\n",
      "6:21: error: 'hint' is omitted and declared in the same file, line 6 [without-effect]"),
  ]

  static let parameters = [
    Slip(
      "parameter of the protocol", parameter("state: { type: string }"),
      "8:5: error: 'state' belongs to the protocol; a descriptor cannot set it [protocol-parameter]"),
    Slip(
      "parameter with a blank", parameter("\"a b\": { type: string }"),
      "8:5: error: 'a b' is no parameter name; expected letters, digits and any of _ - . ~ [ ] [invalid-wire-name]"),
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
      6:21: note: choose another key; a claim's key is its Swift name
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
      "id that begins with a digit", acme.replacing("id: acme", with: "id: 1a"),
      "2:1: error: '1a' is no id; expected small letters, digits and hyphens, such as 'acme-login' [invalid-identifier]"
    ),
    Slip(
      "id that is a type of Swift", acme.replacing("id: acme", with: "id: type"),
      "2:1: warning: the id 'type' differs from the file's name 'acme' [id-file-mismatch]",
      """
      2:1: error: generated code uses the name 'Type' itself [name-conflict]
      2:1: note: 'swift.type' states another name
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
      "scopes that are none",
      acme + "scopes: { delimiter: \",\", values: { \"a b\": { case: a }, \"c,d\": {}, \"\": { case: e } } }\n",
      """
      6:37: error: 'a b' is no scope; expected printable ASCII without blank, '"', '\\' and the delimiter \
      [invalid-wire-name]
      """,
      """
      6:57: error: 'c,d' is no scope; expected printable ASCII without blank, '"', '\\' and the delimiter \
      [invalid-wire-name]
      """,
      """
      6:68: error: '' is no scope; expected printable ASCII without blank, '"', '\\' and the delimiter [invalid-wire-name]
      """),
    Slip(
      "no delimiter", acme + "scopes: { delimiter: \"\" }\n",
      "6:11: error: '' is no delimiter; expected ' ', ',', '+', ':', ';' or '|' [unknown-word]"),
    Slip(
      "odd delimiter", acme + "scopes: { delimiter: \"x\" }\n",
      "6:11: error: 'x' is no delimiter; expected ' ', ',', '+', ':', ';' or '|' [unknown-word]"),
    Slip(
      "confidential without a way to say so", acme + "client: { types: [public, confidential], authentication: [] }\n",
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
