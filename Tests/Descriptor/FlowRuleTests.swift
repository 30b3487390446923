import AuthConfiguration
import Testing

@testable import AuthDescriptor

@Suite struct `The rules about flows` {
  private static let plain = """
    schema: 1
    id: acme
    name: Acme
    server:
      authorization_endpoint: "https://acme.example.com/authorize"
      token_endpoint: "https://acme.example.com/token"
    userinfo: { source: token, map: { id: id } }

    """

  @Test(arguments: slips) func `The rules about flows report every violation at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  static let slips: [InvalidExample] = [
    InvalidExample(
      "client credentials for clients without a secret",
      acme + "flows: [authorization_code, client_credentials]\nrefresh: none\n",
      """
      6:29: error: client_credentials requires clients with a secret, but 'client.types' doesn't contain 'confidential' \
      [client-authentication]
      """),
    InvalidExample(
      "client credentials for clients that can have a secret",
      acme + "client: { types: [public, confidential] }\nflows: [authorization_code, client_credentials]\n"),
    InvalidExample(
      "a device flow without its endpoint", plain + "flows: [authorization_code, device_code]\n",
      """
      8:29: error: device_code requires 'server.device_authorization_endpoint', which can't be discovered \
      [missing-endpoint]
      """),
    InvalidExample(
      "a device flow whose endpoint discovery ignores",
      acme + """
        discovery: { remove: [device_authorization_endpoint] }
        flows: [authorization_code, device_code]

        """,
      """
      7:29: error: device_code requires 'server.device_authorization_endpoint', which can't be discovered \
      [missing-endpoint]
      """),
    InvalidExample("a device flow with discovery", acme + "flows: [authorization_code, device_code]\n"),
    InvalidExample(
      "a device flow with its endpoint",
      plain.replacing(
        "  token_endpoint",
        with: "  device_authorization_endpoint: \"https://acme.example.com/device\"\n  token_endpoint")
        + "flows: [authorization_code, device_code]\n"),
    InvalidExample(
      "device settings without a device flow", acme + "device: { grant_type: device_code }\n",
      "6:1: error: 'device' is ignored because 'flows' doesn't contain device_code [without-effect]"),
    InvalidExample(
      "a parameter of a request that no client sends",
      acme + "authorize: { parameters: { audience: { type: string, requests: [authorize, device] } } }\n",
      "6:76: error: 'flows' doesn't contain device_code, the grant of the request with 'audience' [without-effect]"),
    InvalidExample(
      "a parameter that belongs to no request",
      acme + "authorize: { parameters: { audience: { type: string, requests: [] } } }\n",
      "6:64: error: no request contains 'audience'; to remove a parameter, use 'authorize.omit' [empty-values]"),
    InvalidExample(
      "a parameter without another one that it needs",
      acme + """
        flows: [authorization_code, device_code]
        authorize:
          parameters:
            organization: { type: string }
            team: { type: string, requests: [authorize, device], requires: [organization] }

        """,
      """
      10:58: error: 'team' requires 'organization', which the request 'device' doesn't contain [parameter-conflict]
      """),
    InvalidExample(
      "a callback URL without a browser",
      acme + """
        flows: [authorization_code, device_code]
        authorize: { parameters: { place: { type: string, requests: [device], const: "{redirect_uri}" } } }

        """,
      """
      7:78: error: 'authorize.parameters.place.const': '{redirect_uri}' isn't defined here; expected one of app_name, \
      client_id, client_secret, scope, domain [undeclared-variable]
      """),
    InvalidExample(
      "a code that isn't available yet",
      acme + """
        flows: [authorization_code, device_code]
        device: { parameters: { code: "{user_code}" }, token: { parameters: { code: "{user_code}" } } }

        """,
      """
      7:31: error: 'device.parameters.code': '{user_code}' isn't defined here; expected one of app_name, client_id, \
      client_secret, scope, domain [undeclared-variable]
      """),
    InvalidExample(
      "a parameter that the grant already sends",
      acme + "authorize: { parameters: { grant_type: { type: string } } }\n",
      "6:28: error: 'grant_type' is part of the protocol; a descriptor can't set it [protocol-parameter]"),
    InvalidExample(
      "a flow that is listed twice", acme + "flows: [authorization_code, authorization_code, refresh_token]\n",
      "6:29: error: 'authorization_code' is already in 'flows' [repeated-item]"),
  ]

  @Test func `The rules about flows allow a provider without codes to have no token endpoint`() throws {
    let yaml = Self.plain.replacing("  token_endpoint: \"https://acme.example.com/token\"\n", with: "")
    let implicit = """
      authorize: { response_type: token }
      flows: [implicit]
      refresh: none
      provenance: { reason: An old server. }

      """
    #expect(findings(yaml + implicit) == [])
    #expect(
      findings(yaml) == [
        """
        4:1: error: 'server.token_endpoint' is missing, and discovery requires 'server.issuer' [missing-endpoint]
        4:1: note: a sign-in widget without a token endpoint, such as Telegram's, isn't supported: verify its signed callback \
        in your own code, or use the provider's OAuth or OpenID Connect server
        """
      ])
  }

  @Test(arguments: [
    ("", false), ("client: { types: [public, confidential] }", true),
    ("client: { types: [public, confidential] }\nintrospection: none", false),
    ("client: { types: [public, confidential] }\ndiscovery: { remove: [introspection_endpoint] }", false),
  ]) func `The rules about flows allow introspection only for clients with a secret`(yaml: String, canIntrospect: Bool)
    throws
  {
    #expect(try load(acme + yaml + "\n").descriptor.canIntrospect == canIntrospect)
  }

  @Test func `The rules about flows can differ from RFC 8628`() throws {
    let rules = try load(
      acme + """
        flows: [authorization_code, device_code]
        device:
          grant_type: device
          client: client_secret_post
          parameters: { app: "{app_name}" }
          token: { parameters: { code: "{user_code}" } }
          response: { verification_uri: verification_url, device_code: "device.code" }

        """
    ).descriptor.configuration.device
    #expect(rules.grantType == "device")
    #expect(rules.authentication == .clientSecretPost)
    #expect(rules.parameters == ["app": "{app_name}"])
    #expect(rules.tokenParameters == ["code": "{user_code}"])
    #expect(rules.verificationURI == "verification_url")
    #expect(rules.deviceCode == "device.code")
    #expect(rules.userCode == "user_code")
  }
}
