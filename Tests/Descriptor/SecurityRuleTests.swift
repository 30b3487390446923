import Testing

@testable import AuthDescriptor

@Suite struct `A secret value` {
  private static func weak(_ place: String, _ message: String) -> String {
    """
    \(place): error: \(message) (RFC 6750 §5.3) [weak-without-reason]
    \(place): note: explain the reason in 'provenance.reason'; the documentation shows it
    """
  }

  private static let query = "secrets in a query appear in servers' logs"
  private static let token = "a token in a query appears in servers' logs"

  static let slips = [
    InvalidExample("in a token request with GET", acme + "token: { method: GET }\n", weak("6:1", query)),
    InvalidExample("in the query of a token request", acme + "token: { encoding: query }\n", weak("6:1", query)),
    InvalidExample("in a refresh with GET", acme + "refresh: { method: GET }\n", weak("6:1", query)),
    InvalidExample("in the query of a refresh", acme + "refresh: { encoding: query }\n", weak("6:1", query)),
    InvalidExample(
      "in a custom registration",
      acme + """
        client:
          settings: { key: { type: string, secret: true } }
          registration: { kind: custom, method: GET, parameters: { url: "{redirect_uri}", key: "{settings.key}" } }

        """,
      weak("8:3", query)),
    InvalidExample(
      "in a second exchange",
      acme + "token: { second_exchange: { method: GET, parameters: { t: \"{access_token}\" } } }\n",
      weak("6:10", query)),
    InvalidExample("in the query of a revocation", acme + "revocation: { encoding: query }\n", weak("6:1", query)),
    InvalidExample(
      "in a revocation with GET",
      acme + "revocation: { style: custom, endpoint: \"https://{domain}/r\", method: GET }\n",
      weak("6:1", query)),
    InvalidExample(
      "instead of a revoked token",
      acme + "revocation: { style: custom, endpoint: \"https://{domain}/r\", token: { query: t } }\n",
      weak("6:62", token)),
    InvalidExample("in a userinfo request", acme + "userinfo: { token: { query: t } }\n", weak("6:13", token)),
    InvalidExample(
      "in a parameter of a userinfo request",
      acme + "userinfo: { parameters: { a: \"{access_token}\", b: \"{client_secret}\" } }\n", weak("6:1", query)),
    InvalidExample(
      "in a computed value",
      acme + "userinfo: { parameters: { p: \"{derive.p}\" } }\nderive: { p: \"base64({access_token})\" }\n",
      weak("6:1", query)),
    InvalidExample("in a resource call", acme + "api: { token: { query: t } }\n", weak("6:8", token)),
    InvalidExample(
      "in a URL",
      acme + """
        refresh: { endpoint: "https://{domain}/{client_secret}" }
        userinfo: { further_requests: [{ endpoint: "https://{domain}/{access_token}", map: { email: mail } }] }

        """,
      weak("6:12", "'{client_secret}' is secret, but URLs appear in servers' logs"),
      weak("7:13", "'{access_token}' is secret, but URLs appear in servers' logs")),
    InvalidExample(
      "in a digest",
      acme + """
        userinfo: { parameters: { p: "{derive.p}" } }
        derive: { p: "hmac_sha256_hex({access_token}, {client_secret})" }

        """),
    InvalidExample("in a body", acme + "userinfo: { method: POST, parameters: { a: \"{access_token}\" } }\n"),
    InvalidExample(
      "in a header of a revocation with GET",
      acme + "revocation: { style: custom, endpoint: \"https://{domain}/r\", method: GET, token: bearer }\n"),
  ]

  @Test(arguments: slips) func `A secret is never in a URL without a reason`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
    #expect(findings(slip.yaml + "provenance: { reason: An old server. }\n") == [])
  }
}

@Suite struct `A confidential client` {
  private func client(_ callbacks: String) -> String {
    acme + "client: { types: [confidential], callbacks: { \(callbacks) } }\n"
  }

  @Test func `A confidential client can't have a custom scheme for any reason`() {
    let yaml = client("loopback: forbidden") + "provenance: { reason: A tool. }\n"
    #expect(
      findings(yaml) == [
        """
        6:11: error: a confidential client with a native callback URL would put its secret on devices [confidential-native]
        6:11: note: set 'exchange: backend', or 'callbacks: { custom_scheme: forbidden }' if it never runs on a device
        """
      ])
  }

  @Test func `A confidential client can have a loopback callback only with a reason`() {
    let yaml = client("custom_scheme: forbidden")
    #expect(
      findings(yaml) == [
        """
        6:11: error: a confidential client with a loopback callback URL may put its secret on devices [confidential-native]
        6:11: note: set 'exchange: backend', or 'callbacks: { loopback: forbidden }' if it never runs on a device; \
        if it does, explain the reason in 'provenance.reason'
        """
      ])
    #expect(findings(yaml + "provenance: { reason: A tool. }\n") == [])
    #expect(findings(client("custom_scheme: forbidden, loopback: forbidden")) == [])
  }
}
