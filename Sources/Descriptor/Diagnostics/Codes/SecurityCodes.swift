/// Secrets, protection, and the user's identity.
package struct SecurityCodes: DiagnosticArea {
  package let title = "Security and users"

  package let confidentialNative = DiagnosticCode(
    "confidential-native", .error,
    """
    Every client of the provider has a secret, but callback URLs of apps on devices are allowed. Let the app's own \
    server exchange the code, or forbid such callback URLs. A loopback callback URL is acceptable for a tool on its \
    owner's machine. In that case, explain it in 'provenance.reason'.
    """,
    reason: "Anyone who has the app can extract a secret from it (RFC 8252 section 8.5).",
    .descriptor(
      wrong: "client: { types: [confidential] }",
      right: "client: { types: [confidential], exchange: backend }"))

  package let unlistedHost = DiagnosticCode(
    "unlisted-host", .error,
    """
    A server or a device chooses the host of the next request, but the descriptor doesn't restrict the choice. List the \
    allowed hosts in 'allow', where *.example.com matches every subdomain, or in 'values'.
    """,
    reason: "A forged callback could make the client send the code, the secret, and the tokens to any host.",
    .descriptor(
      wrong: Self.located("kind: host, from: callback.location"),
      right: Self.located("kind: host, from: callback.location, allow: [\"*.example.com\"]")))

  package let userWithoutSource = DiagnosticCode(
    "user-without-source", .error,
    "A claim about the user has a source that the client doesn't read. Add it to 'userinfo.source', or correct it.",
    reason: "The claim would always be missing.",
    .descriptor(
      wrong: "claims: { custom: { team: { claim: team, type: string, in: userinfo } } }",
      right: """
        userinfo: { source: [id_token, userinfo] }
        claims: { custom: { team: { claim: team, type: string, in: userinfo } } }
        """))

  package let userWithoutID = DiagnosticCode(
    "user-without-id", .error,
    "Without ID tokens, the claim that identifies the user is unknown. Set it as 'userinfo.map.id'.",
    reason:
      "An app stores data under this ID. Other claims, such as the email address, can be reassigned to another user.",
    .descriptor(
      wrong: "id_token: none\nuserinfo: { map: { id: none } }",
      right: "id_token: none\nuserinfo: { source: userinfo, map: { id: id } }"))

  package let weakWithoutReason = DiagnosticCode(
    "weak-without-reason", .error,
    """
    The descriptor weakens the protection that the standards require. If the provider doesn't support anything better, \
    explain it in 'provenance.reason'. The generated documentation includes the reason.
    """,
    reason: "If weaknesses didn't have to be explained, they would spread unnoticed.",
    .descriptor(
      wrong: "pkce: plain",
      right: "pkce: plain\nprovenance: { reason: The server supports only plain challenges. }"))

  package let publicWithoutPKCE = DiagnosticCode(
    "public-without-pkce", .error,
    "A client without a secret doesn't send a PKCE challenge either. Send one, or only allow confidential clients.",
    reason:
      "Another app on the device can receive the callback. Without a challenge, it can redeem the code (RFC 8252).",
    .descriptor(
      wrong: "pkce: none\nprovenance: { reason: An old server. }",
      right: "pkce: S256"))

  package let hmacWithoutSecret = DiagnosticCode(
    "hmac-without-secret", .error,
    """
    HS256, HS384, and HS512 are verified with the client secret. List an algorithm with public keys for clients without \
    a secret, or only allow confidential clients.
    """,
    reason:
      "Anyone who can verify an HMAC can also create one, so a secret in a public app doesn't prove anything.",
    .descriptor(
      wrong: "id_token: { algorithms: [HS256] }",
      right: "id_token: { algorithms: [RS256] }"))

  package let secretInBrowser = DiagnosticCode(
    "secret-in-browser", .error,
    "A template that's sent through the browser contains a secret. Remove it.",
    reason: "Values that pass through the browser are visible in its history, in servers' logs, and to the user.",
    .descriptor(
      wrong: "authorize: { parameters: { proof: { type: string, const: \"{client_secret}\" } } }",
      right: "authorize: { parameters: { app: { type: string, const: \"{client_id}\" } } }"))

  package let secretInAPIHeader = DiagnosticCode(
    "secret-in-api-header", .error,
    """
    A header of the requests to APIs contains the client secret. Move it to the headers of the request that needs it, \
    such as 'token.headers'.
    """,
    reason: "The app chooses the URLs of these requests, so any host could receive the client secret.",
    .descriptor(
      wrong: "headers: { X-App: \"{client_secret}\" }",
      right: "token: { headers: { X-App: \"{client_secret}\" } }"))

  package let secretInUserInfo = DiagnosticCode(
    "secret-in-userinfo", .error,
    "'userinfo.map' reads a token or a secret. Use a claim about the user.",
    reason: "Apps show and log claims about their users. A token there would be visible to everyone who can read them.",
    .descriptor(
      wrong: "userinfo: { source: [token], map: { nickname: access_token } }",
      right: "userinfo: { source: [token], map: { nickname: user_name } }"))

  package let differentDomains = DiagnosticCode(
    "different-domains", .error,
    """
    The authorization and token endpoints are on different domains. If the provider owns both, explain it in \
    'provenance.domains'.
    """,
    reason: "If one of the URLs is mistyped or malicious, another server receives every user's codes.",
    .descriptor(
      wrong: Self.endpoints("https://login.example.com/token", ""),
      right: Self.endpoints("https://login.example.com/token", "provenance: { domains: Example owns Acme. }")))

  package let profileViolation = DiagnosticCode(
    "profile-violation", .error,
    "A key contradicts the security profile. Remove the key, because the profile sets it, or remove the profile.",
    reason: "A client that says that it meets a profile must meet all of it.",
    .descriptor(
      wrong: "profile: fapi2_security\nauthorize: { par: none }",
      right: "profile: fapi2_security"))

  package let invalidDay = DiagnosticCode(
    "invalid-day", .error,
    "A date doesn't exist, is in the future, or isn't written as year, month, and day, such as 2026-09-01. Correct it.",
    reason: "The age of the information is calculated from this date.",
    .descriptor(wrong: "provenance: { verified: 1.9.2026 }", right: "provenance: { verified: \"2026-09-01\" }"))

  package let factWithoutSource = DiagnosticCode(
    "fact-without-source", .error,
    """
    A group of facts doesn't state its source. 'documentation' needs 'source' and 'read', and 'peer' and 'peers' need \
    'source'. If there is no source, write 'by: assumed'.
    """,
    reason: "To read the facts again, a maintainer must know their source.",
    .descriptor(
      wrong: "provenance: { facts: { errors: { by: peer } } }",
      right: "provenance: { facts: { errors: { by: peer, source: Auth.js } } }"))

  package let assumedWithSource = DiagnosticCode(
    "assumed-with-source", .error,
    "A group of facts is assumed but has a source or a date. Correct 'by', or remove the key.",
    reason: "Readers would trust a fact that no source confirms.",
    .descriptor(
      wrong: "provenance: { facts: { errors: { by: assumed, source: The manual } } }",
      right: "provenance: { facts: { errors: { by: assumed } } }"))

  package let outdatedFacts = DiagnosticCode(
    "outdated-facts", .warning,
    "The sources were read more than a year ago. Read them again, and update the date.",
    reason: "Providers move their endpoints and change their rules.",
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
