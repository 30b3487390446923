/// Who may see what, and who the user is.
package struct SecurityCodes: DiagnosticArea {
  package let title = "Security and users"

  package let confidentialNative = DiagnosticCode(
    "confidential-native", .error,
    """
    Every client of the provider has a secret, and callbacks of apps on devices are allowed. Let the app's own server \
    exchange the code, or forbid such callbacks. A loopback callback may stay for a tool on its owner's machine: say so \
    as 'provenance.reason'.
    """,
    reason: "Whoever has the app has everything in it: a secret on a device is no secret (RFC 8252 section 8.5).",
    .descriptor(
      wrong: "client: { types: [confidential] }",
      right: "client: { types: [confidential], exchange: backend }"))

  package let unlistedHost = DiagnosticCode(
    "unlisted-host", .error,
    """
    A server says which host is asked next, and the descriptor does not say which hosts it may name. List them in \
    'allow', where *.example.com stands for every host below, or in 'enum'.
    """,
    reason: "A callback can be forged. The code, the secret and the tokens would be sent to whatever host it names.",
    .descriptor(
      wrong: Self.located("kind: host, from: callback.location"),
      right: Self.located("kind: host, from: callback.location, allow: [\"*.example.com\"]")))

  package let userWithoutSource = DiagnosticCode(
    "user-without-source", .error,
    "Facts about the user are read from a place that is not asked. Add the place to 'userinfo.source', or correct it.",
    reason: "The fact would always be missing.",
    .descriptor(
      wrong: "claims: { custom: { team: { claim: team, type: string, in: userinfo } } }",
      right: """
        userinfo: { source: [id_token, userinfo] }
        claims: { custom: { team: { claim: team, type: string, in: userinfo } } }
        """))

  package let userWithoutID = DiagnosticCode(
    "user-without-id", .error,
    "Without ID tokens nothing says which fact is the user's key. Name it as 'userinfo.map.id'.",
    reason:
      "An app files data under the key. One that it guesses, such as the e-mail address, may be given to another.",
    .descriptor(
      wrong: "id_token: none\nuserinfo: { map: { id: none } }",
      right: "id_token: none\nuserinfo: { source: userinfo, map: { id: id } }"))

  package let weakWithoutReason = DiagnosticCode(
    "weak-without-reason", .error,
    """
    The descriptor asks for something that protects less than the standards do. If the provider can do no better, say \
    so as 'provenance.reason': the documentation will show it.
    """,
    reason: "A weakness that nobody has to explain is soon everywhere.",
    .descriptor(
      wrong: "pkce: plain",
      right: "pkce: plain\nprovenance: { reason: The server knows plain challenges only. }"))

  package let publicWithoutPKCE = DiagnosticCode(
    "public-without-pkce", .error,
    "A client without a secret sends no PKCE challenge either. Send one, or allow confidential clients only.",
    reason:
      "Another app on the device can receive the callback. Without a challenge it can redeem the code (RFC 8252).",
    .descriptor(
      wrong: "pkce: none\nprovenance: { reason: An old server. }",
      right: "pkce: S256"))

  package let hmacWithoutSecret = DiagnosticCode(
    "hmac-without-secret", .error,
    """
    HS256, HS384 and HS512 are verified with the client's secret. List an algorithm of public keys for clients without \
    one, or allow confidential clients only.
    """,
    reason:
      "Whoever can verify an HMAC can also make one: a secret inside an app that everybody has vouches for nothing.",
    .descriptor(
      wrong: "id_token: { algorithms: [HS256] }",
      right: "id_token: { algorithms: [RS256] }"))

  package let secretInBrowser = DiagnosticCode(
    "secret-in-browser", .error,
    "A template that the browser sees names something secret. Take it out.",
    reason: "What passes through the browser stands in its history, in logs on the way, and in front of the user.",
    .descriptor(
      wrong: "authorize: { parameters: { proof: { type: string, const: \"{client_secret}\" } } }",
      right: "authorize: { parameters: { app: { type: string, const: \"{client_id}\" } } }"))

  package let secretInUserInfo = DiagnosticCode(
    "secret-in-userinfo", .error,
    "'userinfo.map' reads a token or a secret. Name a fact about the user.",
    reason: "An app shows and logs facts about its user. A token there would reach everyone who can read them.",
    .descriptor(
      wrong: "userinfo: { source: [token], map: { nickname: access_token } }",
      right: "userinfo: { source: [token], map: { nickname: user_name } }"))

  package let differentDomains = DiagnosticCode(
    "different-domains", .error,
    """
    The browser is sent to one domain and the code to another. If both are the provider's, say so as \
    'provenance.domains'.
    """,
    reason: "One of two addresses that was mistyped, or slipped in, receives every user's codes.",
    .descriptor(
      wrong: Self.endpoints("https://login.example.com/token", ""),
      right: Self.endpoints("https://login.example.com/token", "provenance: { domains: Example owns Acme. }")))

  package let invalidDay = DiagnosticCode(
    "invalid-day", .error,
    "A day is not written as year, month and day, such as 2026-09-01, or lies in the future.",
    reason: "The age of facts is reckoned from it.",
    .descriptor(wrong: "provenance: { verified: 1.9.2026 }", right: "provenance: { verified: \"2026-09-01\" }"))

  package let outdatedFacts = DiagnosticCode(
    "outdated-facts", .warning,
    "The sources were read more than a year ago. Read them again, and say when.",
    reason: "Providers move endpoints and change their rules.",
    .descriptor(wrong: "provenance: { verified: \"2024-01-31\" }", right: "provenance: { sources: [the manual] }"))

  private static func located(_ variable: String) -> String {
    """
    schema: 1
    id: acme
    name: Acme
    variables:
      domain: { kind: host, example: acme.example.com }
      place: { \(variable) }
    server: { issuer: "https://{domain}", token_endpoint: "https://{place}/token" }
    """
  }

  private static func endpoints(_ token: String, _ more: String) -> String {
    """
    schema: 1
    id: acme
    name: Acme
    server:
      issuer: "https://acme.example"
      authorization_endpoint: "https://acme.example/authorize"
      token_endpoint: "\(token)"
    \(more)
    """
  }
}
