import Testing

@testable import AuthDescriptor

@Suite struct `The rules about variables in hosts` {
  @Test(arguments: listed + labels + sources + domains)
  func `The rules about variables report every violation at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  @Test func `A former name of a key is reported with the new one`() {
    #expect(
      findings(acme.replacing("kind: host,", with: "kind: host, enum: [acme.example.com],"))
        == ["4:36: error: the key 'enum' in 'variables.domain' was renamed to 'values' [unknown-key]"])
  }

  /// A descriptor whose issuer is at this URL.
  private static func at(_ url: String, _ variables: String, _ more: String = "") -> String {
    """
    schema: 1
    id: acme
    name: Acme
    variables: { \(variables) }
    server: { issuer: "\(url)"\(more) }

    """
  }

  private static let region = "region: { values: [com, eu, com.au] }"

  static let listed = [
    InvalidExample("listed values at the end of a host", at("https://accounts.acme.{region}", region)),
    InvalidExample(
      "listed values as a part of a label and a path", at("https://a-{region}.example.com/x{region}", region)),
    InvalidExample(
      "listed ports",
      at("https://id.example.com:{port}", "port: { values: { 443: { case: standard }, 8443: { case: other } } }")),
    InvalidExample("listed hosts of the kind host", at("https://id.{h}", "h: { kind: host, values: [a.com, b.com] }")),
    InvalidExample("constant at the end of a host", at("https://id.acme.{c}", "c: { kind: constant, default: com }")),
    InvalidExample(
      "listed value that ends the host", at("https://id.acme.{x}", "x: { values: [com, \"com/evil\"] }"),
      """
      5:19: error: 'server.issuer': 'id.acme.com/evil' isn't a valid host; correct the values of the variables \
      [invalid-url]
      """),
    InvalidExample(
      "listed value with a user name", at("https://id.acme.{x}", "x: { values: [\"com@evil.com\"] }"),
      """
      5:19: error: 'server.issuer': 'id.acme.com@evil.com' isn't a valid host; correct the values of the variables \
      [invalid-url]
      """),
    InvalidExample(
      "constant that ends the host", at("https://id.acme.{c}", "c: { kind: constant, default: \"com#\" }"),
      "5:19: error: 'server.issuer': 'id.acme.com#' isn't a valid host; correct the values of the variables [invalid-url]"
    ),
    InvalidExample(
      "listed values with a pattern for others",
      at("https://id.acme.{x}", "x: { values: [com], pattern: \"[a-z.]+\", example: com }"),
      """
      5:19: error: 'server.issuer': '{x}' may contain any character, so it's only allowed in the path or the query; in \
      a host, list its 'values', or use 'kind: host_label' for a part of the host and 'kind: host' for the whole host \
      [unanchored-variable]
      """),
    InvalidExample(
      "more hosts than anyone reviews",
      at(
        "https://{a}{b}.example.com",
        ["a", "b"].map { "\($0): { values: [\((0..<40).map { "v\($0)" }.joined(separator: ", "))] }" }
          .joined(separator: ", ")),
      "5:19: error: 'server.issuer': the values of the variables make more than 1000 hosts [invalid-url]"),
    InvalidExample(
      "variable without a kind and values", at("https://{h}", "h: { example: a.example.com }"),
      """
      4:14: error: 'variables.h.kind' is missing; expected one of host, host_label, url, path_segment, constant, or the \
      key 'values' [missing-key]
      """),
  ]

  private static let label = "tenant: { kind: host_label, example: acme }"

  static let labels = [
    InvalidExample(
      "label as a part of a name",
      at("https://{tenant}-api.example.com/a-{tenant}", label, ", jwks_uri: \"https://k.example.com/k?t={tenant}\"")),
    InvalidExample("label before a listed region", at("https://{tenant}.acme.{region}", label + ", " + region)),
    InvalidExample(
      "label that ends the host", at("https://login.acme.{tenant}", label),
      """
      5:19: error: 'server.issuer': the value of '{tenant}' would choose the domain; end the host with a fixed domain, \
      as in 'https://{tenant}.example.com/…', list the 'values', or use 'kind: host' for the whole host \
      [unanchored-variable]
      """),
    InvalidExample(
      "label below a top-level domain", at("https://login-{tenant}.com", label),
      """
      5:19: error: 'server.issuer': the value of '{tenant}' would choose the domain; end the host with a fixed domain, \
      as in 'https://{tenant}.example.com/…', list the 'values', or use 'kind: host' for the whole host \
      [unanchored-variable]
      """),
    InvalidExample(
      "label as a port", at("https://id.example.com:{tenant}", label),
      """
      5:19: error: 'server.issuer': 'id.example.com:{tenant}' isn't a valid host; correct the values of the variables \
      [invalid-url]
      """),
    InvalidExample(
      "path segment in a host", at("https://login.acme.{s}", "s: { kind: path_segment, example: com }"),
      """
      5:19: error: 'server.issuer': '{s}' may contain any character, so it's only allowed in the path or the query; in \
      a host, list its 'values', or use 'kind: host_label' for a part of the host and 'kind: host' for the whole host \
      [unanchored-variable]
      """),
    InvalidExample(
      "value of a token response in a host",
      at("https://id.example.com", region, ", revocation_endpoint: \"https://{token.host}/{region}\"")
        + "provenance: { reason: Test. }\n",
      """
      5:66: error: 'server.revocation_endpoint': '{token.host}' isn't a variable, so it's only allowed in the path or \
      the query [unanchored-variable]
      """),
  ]

  private static func from(_ variable: String, _ url: String) -> String {
    at("https://id.example.com", "x: { \(variable) }", ", token_endpoint: \"\(url)/token\"")
      + "provenance: { domains: Test. }\n"
  }

  static let sources = [
    InvalidExample(
      "listed region from a callback", from("values: [com, eu], from: callback.location", "https://a.acme.{x}")),
    InvalidExample("label from a callback", from("kind: host_label, from: callback.shop", "https://{x}.example.com")),
    InvalidExample(
      "label from a callback below a public suffix",
      from("kind: host_label, from: callback.shop", "https://{x}.github.io"),
      """
      4:37: error: the label 'x' comes from a server and chooses the site below 'github.io', so it requires 'values' or \
      'pattern' [unlisted-host]
      """),
    InvalidExample(
      "label from a device below a public suffix",
      from("kind: host_label, scope: request, example: a", "https://{x}-api.co.uk")
        + "client: { types: [confidential], exchange: backend }\n",
      """
      4:37: error: the label 'x' comes from a device and chooses the site below 'co.uk', so it requires 'values' or \
      'pattern' [unlisted-host]
      """),
    InvalidExample(
      "host from a callback whose list a pattern opens",
      from("kind: host, values: [a.example.com], pattern: \".*\", from: callback.x", "https://{x}"),
      "4:71: error: the host 'x' comes from a server, so it requires 'allow' or 'values' [unlisted-host]"),
  ]

  static let domains = [
    InvalidExample(
      "listed values on two domains",
      at(
        "https://accounts.acme.{region}", region,
        """
        , authorization_endpoint: \"https://accounts.acme.{region}/a\", \
        token_endpoint: \"https://accounts.other.{region}/t\"
        """),
      """
      5:113: error: codes from acme.com are redeemed at other.com [different-domains]
      5:113: note: explain the reason in 'provenance.domains'
      """),
    InvalidExample(
      "listed values on one domain",
      at(
        "https://accounts.acme.{region}", region,
        """
        , authorization_endpoint: \"https://accounts.acme.{region}/a\", \
        token_endpoint: \"https://api.acme.{region}/t\"
        """)),
  ]
}

@Suite struct `The rules about parameters that the client sends` {
  @Test(arguments: parameters + queries)
  func `The rules about the protocol's parameters report every violation at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  private static func repeated(_ name: String, _ path: String, _ remedy: String) -> String {
    "error: '\(name)' is part of the protocol; '\(path).\(name)' can't send it; \(remedy) [protocol-parameter]"
  }

  static let parameters = [
    InvalidExample(
      "parameters of a token request",
      acme
        + "token:\n  parameters:\n    code: a\n    grant_type: b\n    client_id: c\n    client_secret: d\n    app: e\n",
      "8:5: " + repeated("code", "token.parameters", "to change its name, use 'rename.code'"),
      "9:5: " + repeated("grant_type", "token.parameters", "set 'token.grant_type'"),
      "10:5: " + repeated("client_id", "token.parameters", "to change its name, use 'rename.client_id'"),
      "11:5: " + repeated("client_secret", "token.parameters", "use 'client.authentication'")),
    InvalidExample(
      "parameter of a refresh", acme + "refresh: { parameters: { refresh_token: a } }\n",
      "6:26: " + repeated("refresh_token", "refresh.parameters", "to change its name, use 'rename.refresh_token'")),
    InvalidExample(
      "new name of a parameter", acme + "rename: { code: ticket }\ntoken: { parameters: { ticket: a } }\n",
      "7:24: " + repeated("ticket", "token.parameters", "to change its name, use 'rename.code'")),
    InvalidExample(
      "parameter that replaces an omitted one",
      acme + "token: { omit: [redirect_uri], parameters: { redirect_uri: a } }\n"),
  ]

  private static func endpoint(_ query: String, _ more: String = "") -> String {
    acme.replacing(
      "https://{domain}\" }", with: "https://{domain}\", authorization_endpoint: \"https://{domain}/a?\(query)\" }")
      + more
  }

  static let queries = [
    InvalidExample(
      "redirect URI in an endpoint's query", endpoint("p=b2c&redirect_uri=x"),
      """
      5:63: error: 'server.authorization_endpoint': 'redirect_uri' is part of the protocol; remove it from the query, \
      because the client sends it; to change its name, use 'rename.redirect_uri' [protocol-parameter]
      """),
    InvalidExample(
      "redirect URI in an endpoint's query, percent-encoded and omitted",
      endpoint("redirect%5Furi=x", "authorize: { omit: [redirect_uri] }\n"),
      """
      5:63: error: 'server.authorization_endpoint': 'redirect_uri' is part of the protocol; remove it from the query, \
      because the client sends it; to change its name, use 'rename.redirect_uri' [protocol-parameter]
      """),
    InvalidExample(
      "grant type in a token endpoint's query",
      acme.replacing(
        "https://{domain}\" }", with: "https://{domain}\", token_endpoint: \"https://{domain}/t?grant_type=x\" }"),
      """
      5:55: error: 'server.token_endpoint': 'grant_type' is part of the protocol; remove it from the query, because the \
      client sends it; set 'token.grant_type' [protocol-parameter]
      """),
    InvalidExample("other parameter in an endpoint's query", endpoint("p=b2c_1&kind=web")),
    InvalidExample(
      "template as a fragment", acme + "authorize: { fragment: \"{client_id}\" }\n",
      "6:14: error: 'authorize.fragment' must not contain '#', '{', or '}'; it isn't a template [invalid-url]"),
    InvalidExample("fragment", acme + "authorize: { fragment: wechat_redirect }\n"),
  ]
}
