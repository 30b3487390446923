import Testing

@testable import AuthDescriptor

@Suite struct `The key of a client` {
  static let slips = [
    InvalidExample(
      "of a secret that is missing",
      acme + """
        client:
          types: [public, confidential]
          secret_from: { jwt: { alg: ES256 } }

        """,
      "8:18: error: 'client.secret_from.jwt.key' is missing; add a setting of type pem, and refer to it as {settings.NAME} [missing-key]"
    ),
    InvalidExample(
      "in the descriptor itself",
      acme + """
        client:
          types: [public, confidential]
          authentication: [private_key_jwt]
          assertion: { key: "-----BEGIN PRIVATE KEY-----" }

        """,
      "9:16: error: a private key must be a secret setting; add a setting of type pem [client-authentication]"),
    InvalidExample(
      "that isn't a secret",
      acme + """
        client:
          types: [public, confidential]
          authentication: [private_key_jwt]
          settings: { a: { type: string }, b: { type: pem } }
          assertion: { key: "{settings.a}" }

        """,
      "10:16: error: a private key must be a secret setting; use {settings.b} [client-authentication]"),
    InvalidExample(
      "that no method uses",
      acme + """
        client:
          types: [public, confidential]
          settings: { key: { type: pem } }
          assertion: { key: "{settings.key}" }

        """,
      "9:3: error: 'client.assertion' is ignored because 'client.authentication' doesn't contain 'private_key_jwt' [without-effect]"
    ),
    InvalidExample(
      "with an algorithm that needs a client secret",
      acme + """
        client:
          types: [public, confidential]
          authentication: [private_key_jwt]
          settings: { key: { type: pem } }
          assertion: { key: "{settings.key}", alg: [PS256, HS256] }

        """,
      """
      10:52: error: 'HS256' isn't a valid value for 'client.assertion.alg'; expected one of RS256, RS384, RS512, PS256, \
      PS384, PS512, ES256, ES384, ES512, EdDSA; did you mean 'RS256'? [unknown-word]
      """),
    InvalidExample(
      "for each algorithm",
      acme + """
        client:
          types: [public, confidential]
          authentication: [private_key_jwt]
          settings: { key: { type: pem } }
          assertion:
            { key: "{settings.key}", alg: [RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA] }

        """),
  ]

  @Test(arguments: slips) func `Its rules are checked`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }
}

@Suite struct `The user in a callback` {
  private static let head = """
    schema: 1
    id: acme
    name: Acme
    server: { authorization_endpoint: "https://acme.example/a", token_endpoint: "https://acme.example/t" }

    """

  static let slips = [
    InvalidExample(
      "that anyone can replace",
      head + "callback: { fields: { id: { type: string } } }\nuserinfo: { source: callback.id, map: { id: \".\" } }\n",
      """
      6:13: error: the callback isn't signed, so a user could replace the ID in it; use another first source [weak-without-reason]
      6:13: note: explain the reason in 'provenance.reason'; the documentation shows it
      """
    ),
    InvalidExample(
      "whose field isn't JSON",
      head + """
        callback: { fields: { user: { type: string } } }
        userinfo: { source: [token, callback.user.name], map: { id: id, name: "." } }

        """,
      "6:13: error: 'callback.user.name' reads JSON, so 'callback.fields.user' must have the type json [user-without-source]"
    ),
    InvalidExample(
      "that is signed",
      head + """
        client: { types: [confidential], exchange: backend }
        callback:
          fields: { id: { type: string } }
          signature: { parameter: sign, algorithm: hmac_sha256_hex, key: client_secret }
        userinfo: { source: callback.id, map: { id: "." } }
        examples: { callback: "code=a&id=u&state=s&sign=\(String(repeating: "0f", count: 32))", expect: { user: { id: u } } }

        """),
  ]

  @Test(arguments: slips) func `Its source is checked`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }
}

@Suite struct `A sign-in widget without a token endpoint` {
  @Test func `It is rejected with the way out`() throws {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      server: { authorization_endpoint: "https://oauth.telegram.org/auth" }
      refresh: none
      userinfo: { source: token, map: { id: id } }

      """
    do throws(DiagnosticsError) {
      _ = try load(yaml)
      Issue.record("the descriptor was accepted")
    } catch {
      let finding = try #require(error.diagnostics.first)
      #expect(error.diagnostics.count == 1)
      #expect(finding.code.rawValue == "missing-endpoint")
      #expect(finding.message == "'server.token_endpoint' is missing, and discovery requires 'server.issuer'")
      #expect(finding.note?.contains("sign-in widget") == true)
    }
  }
}
