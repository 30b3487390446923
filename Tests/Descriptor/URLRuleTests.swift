import Testing

@testable import AuthDescriptor

@Suite struct `The rules about addresses` {
  @Test(arguments: urls + named + hosts)
  func `The rules about URLs report every violation at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  /// A descriptor with the given server.
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

  /// A descriptor whose server has a key set at this URL, with a label as a variable.
  private static func labeled(_ keys: String) -> String {
    server(
      "jwks_uri: \"\(keys)\"",
      variables: "{ domain: { kind: host, example: a.example.com }, tenant: { kind: host_label, example: acme } }")
  }

  static let urls = [
    InvalidExample(
      "label as a whole segment of the host and of the path",
      labeled("https://{tenant}.id.example.com/{tenant}/keys")),
    InvalidExample("label as the last segment of a path", labeled("https://id.example.com/keys/{tenant}")),
    InvalidExample(
      "undeclared variable", server("jwks_uri: \"https://{domian}/keys\""),
      """
      5:49: error: 'server.jwks_uri': 'variables' doesn't declare '{domian}'; did you mean \
      'domain'? [undeclared-variable]
      """),
    InvalidExample(
      "variable inside a host", server("jwks_uri: \"https://{domain}.example.com/keys\""),
      """
      5:49: error: 'server.jwks_uri': the host variable '{domain}' must be the whole host, as in 'https://{domain}/…'; \
      for a part of the host, list its 'values' or use 'kind: host_label' [unanchored-variable]
      """),
    InvalidExample(
      "variable in a path", server("jwks_uri: \"https://x.example.com/{domain}\""),
      """
      5:49: error: 'server.jwks_uri': the host variable '{domain}' must be the whole host, as in 'https://{domain}/…'; \
      in a path or a query, list its 'values' or use 'kind: path_segment' [unanchored-variable]
      """),
    InvalidExample(
      "user name before the host", server("jwks_uri: \"https://me@x.example.com/keys\""),
      """
      5:49: error: 'server.jwks_uri': expected an absolute URL, such as https://{domain}/authorize [invalid-url]
      """),
    InvalidExample(
      "http", server("jwks_uri: \"http://x.example.com/keys\""),
      "5:49: error: 'server.jwks_uri': expected https; http is only allowed for loopback addresses [insecure-url]"),
    InvalidExample(
      "http at a host that only begins like a loopback address",
      server("jwks_uri: \"http://localhost.example.com/keys\""),
      "5:49: error: 'server.jwks_uri': expected https; http is only allowed for loopback addresses [insecure-url]"),
    InvalidExample(
      "http at a host that an app sets", server("jwks_uri: \"http://{domain}/keys\""),
      """
      5:49: error: 'server.jwks_uri': expected https; http is only allowed for loopback addresses. To let an app \
      supply an http URL with a loopback address, declare the variable with 'kind: url' and write '{domain}/…' [insecure-url]
      """),
    InvalidExample("http on a loopback address", server("jwks_uri: \"http://127.0.0.1:8080/keys\"")),
    InvalidExample(
      "relative URL", server("jwks_uri: /keys"),
      "5:49: error: 'server.jwks_uri': expected an absolute URL, such as https://{domain}/authorize [invalid-url]"),
    InvalidExample(
      "single brace", server("jwks_uri: \"https://{domain}/a}b\""),
      "5:49: error: 'server.jwks_uri': unbalanced brace; to write a literal brace, double it [invalid-url]"),
    InvalidExample(
      "endpoint with a fragment", server("jwks_uri: \"https://{domain}/keys#x\""),
      "5:49: error: 'server.jwks_uri': an endpoint must not have a fragment [invalid-url]"),
    InvalidExample("doubled brace", server("jwks_uri: \"https://{domain}/{{tenant}}\"")),
    InvalidExample(
      "URL of unused metadata", server("op_policy_uri: \"http://x.example.com\""),
      "5:54: error: 'server.op_policy_uri': expected https; http is only allowed for loopback addresses [insecure-url]"),
    InvalidExample(
      "issuer with a query", acme.replacing("https://{domain}", with: "https://{domain}/?a=b"),
      "5:11: error: an issuer must not have a query or a fragment [invalid-url]"),
    InvalidExample(
      "variable that no URL uses",
      acme.replacing("variables: {", with: "variables: { realm: { kind: host, example: a.b }, "),
      "4:14: warning: no URL uses the variable 'realm' [unused-variable]"),
    InvalidExample(
      "example that isn't a host", acme.replacing("acme.example.com", with: "https://acme.example.com"),
      """
      4:36: error: the example 'https://acme.example.com' isn't a host; expected a value such as acme.example.com \
      [invalid-example]
      """),
    InvalidExample(
      "missing endpoints", acme + "discovery: none\nlogout: { style: none }\n",
      "5:1: error: 'server.authorization_endpoint' is missing, and 'discovery: none' prevents its discovery [missing-endpoint]",
      "5:1: error: 'server.token_endpoint' is missing, and 'discovery: none' prevents its discovery [missing-endpoint]",
      "5:1: error: 'server.jwks_uri' is missing, and 'discovery: none' prevents its discovery [missing-endpoint]"),
    InvalidExample(
      "missing page for a standard logout",
      server("authorization_endpoint: \"https://a\", token_endpoint: \"https://a\", jwks_uri: \"https://a\"")
        + "discovery: none\n",
      """
      5:1: error: 'server.end_session_endpoint' is missing, and 'discovery: none' prevents its discovery [missing-endpoint]
      """),
    InvalidExample(
      "custom logout without a page", acme + "logout: { style: custom }\n",
      "6:11: error: 'logout.style: custom' requires 'logout.endpoint' [logout-endpoint]"),
    InvalidExample(
      "page for a standard logout", acme + "logout: { endpoint: \"https://{domain}/out\" }\n",
      """
      6:11: error: 'logout.endpoint' requires 'style: custom'; for the standard style, use 'server.end_session_endpoint' \
      [logout-endpoint]
      """),
    InvalidExample(
      "unknown placeholder in a logout parameter", acme + "logout: { parameters: { c: \"{code}\" } }\n",
      "6:28: error: 'logout.parameters.c': '{code}' isn't defined here; expected one of client_id, domain [undeclared-variable]"
    ),
    InvalidExample(
      "console over http", acme + "docs: { console: { name: C, url: \"http://x.example.com\" } }\n",
      "6:29: error: expected an https URL [insecure-url]"),
  ]

  static let named = [
    InvalidExample(
      "host from an unrestricted callback parameter", located("kind: host, from: callback.place"),
      "6:24: error: the host 'place' comes from a server, so it requires 'allow' or 'values' [unlisted-host]"),
    InvalidExample(
      "host from a callback parameter with listed values",
      located("kind: host, from: callback.place, allow: [\"*.example.com\"]")),
    InvalidExample(
      "host that a device sends to the app's server",
      located("kind: host, scope: request, example: a.example.com")
        + "client: { types: [confidential], exchange: backend }\n",
      """
      6:24: error: the host 'place' comes from a device and receives the secret, so it requires 'allow' or 'values' \
      [unlisted-host]
      """),
  ]

  static let hosts =
    [
      "", ":80", "...", "a..b", "[::1", "::1]", "x:y", "x:0", "x:65536", "x:", "-x", "x%0a", "x_y", "[::1]x",
    ].map { host in
      let expected =
        host.isEmpty
        ? "expected an absolute URL, such as https://{domain}/authorize"
        : "'\(host)' isn't a valid host; use a name or an IP address, with an optional port"
      return InvalidExample(
        "the host '\(host)'", server("jwks_uri: \"https://\(host)/keys\""),
        "5:49: error: 'server.jwks_uri': \(expected) [invalid-url]")
    }
    + ["a", "127.0.0.1:8080", "[::1]:80", "x.example.com:65535"].map { host in
      InvalidExample("the host '\(host)'", server("jwks_uri: \"https://\(host)/keys\""))
    }
    + ["[::1]:80", "a:1", "a.example.com:65535"].map { host in
      InvalidExample("the example '\(host)'", acme.replacing("acme.example.com", with: "\"\(host)\""))
    }
    + ["a:", "a:٣", "é", "a..b", "a:0", "[1]", "-a"].map { host in
      InvalidExample(
        "the example '\(host)'", acme.replacing("acme.example.com", with: "\"\(host)\""),
        "4:36: error: the example '\(host)' isn't a host; expected a value such as acme.example.com [invalid-example]")
    } + [
      InvalidExample(
        "endpoint with a fragment", server("jwks_uri: \"https://{domain}/keys#a\""),
        "5:49: error: 'server.jwks_uri': an endpoint must not have a fragment [invalid-url]"),
      InvalidExample(
        "link without a host",
        acme + "docs: { links: { a: \"https://\", b: \"https://{domain}/x\", c: \"https:///x\" } }\n",
        "6:18: error: expected an https URL with a host [invalid-url]",
        "6:58: error: expected an https URL with a host [invalid-url]"),
    ]
}
