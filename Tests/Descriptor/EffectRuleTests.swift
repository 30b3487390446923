import Testing

@testable import AuthDescriptor

@Suite struct `The rules about scopes, clients, and effects` {
  @Test(arguments: effects + others + idTokens)
  func `The rules about scopes and clients report every violation at its location`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  static let idTokens: [InvalidExample] = [
    InvalidExample(
      "other audiences without a reason", acme + "id_token: { other_audiences: allow }\n",
      """
      6:13: error: other audiences of an ID token can replay it (OpenID Connect Core 1.0 §3.1.3.7) \
      [weak-without-reason]
      6:13: note: explain the reason in 'provenance.reason'; the documentation shows it
      """),
    InvalidExample(
      "a hook that signs no request", acme + "hooks: [signUserInfoRequest]\n",
      """
      6:1: error: 'signUserInfoRequest' is never called, because the client requests nothing about the user; \
      'userinfo.source' doesn't contain userinfo [without-effect]
      """),
    InvalidExample(
      "only an ID token for a client without users",
      acme.replacing(
        "issuer: \"https://{domain}\"",
        with: "authorization_endpoint: \"https://{domain}/a\", token_endpoint: \"https://{domain}/t\"")
        + "user: none\naccess_token: none\n",
      """
      7:1: error: 'access_token: none' leaves nothing to a client with 'user: none', which neither calls an API nor \
      reads ID tokens [without-effect]
      """),
    InvalidExample(
      "an ID token alone, with client credentials",
      acme + """
        client: { types: [public, confidential] }
        flows: [authorization_code, client_credentials]
        refresh: none
        access_token: none

        """,
      """
      9:1: error: 'access_token: none' contradicts the flow client_credentials, which returns only an access token \
      [without-effect]
      """),
    InvalidExample(
      "other audiences with a reason",
      acme + "id_token: { other_audiences: allow }\nprovenance: { reason: The project is one. }\n"),
    InvalidExample(
      "a nonce that may be missing, without a reason", acme + "id_token: { nonce: optional }\n",
      """
      6:13: error: with an optional nonce, an ID token can be replayed (OpenID Connect Core 1.0 §15.5.2) \
      [weak-without-reason]
      6:13: note: explain the reason in 'provenance.reason'; the documentation shows it
      """),
    InvalidExample(
      "a nonce that may be missing, with a reason",
      acme + "id_token: { nonce: optional }\nprovenance: { reason: Its server forgets it. }\n"),
    InvalidExample(
      "HMAC without a secret", acme + "id_token: { algorithms: [RS256, HS256] }\n",
      """
      6:13: error: 'HS256' is verified with the client secret, but public clients don't have one (OpenID Connect Core \
      1.0 §10.1) [hmac-without-secret]
      """),
    InvalidExample(
      "only HMAC, and some clients without a secret",
      acme + "id_token: { algorithms: [HS256] }\nclient: { types: [public, confidential] }\n",
      """
      6:13: error: 'HS256' is verified with the client secret, but public clients don't have one (OpenID Connect Core \
      1.0 §10.1) [hmac-without-secret]
      """),
    InvalidExample(
      "HMAC for the clients that have a secret",
      acme + "id_token: { algorithms: [RS256, HS256] }\nclient: { types: [public, confidential] }\n"),
    InvalidExample(
      "only HMAC, and only clients with a secret",
      acme + "id_token: { algorithms: [HS512] }\nclient: { types: [confidential], exchange: backend }\n"),
    InvalidExample(
      "an access token through the browser", acme + "authorize: { response_type: id_token token }\nflows: [implicit]\n",
      """
      6:14: error: tokens in an authorization response can leak through the browser; avoid the implicit flow (RFC 9700 §2.1.2) \
      [weak-without-reason]
      6:14: note: explain the reason in 'provenance.reason'; the documentation shows it
      """),
    InvalidExample(
      "a response type of another flow", acme + "authorize: { response_type: code id_token }\n",
      "6:14: error: 'flows' doesn't contain hybrid, which the response type 'code id_token' requires [without-effect]"),
    InvalidExample(
      "tokens in a query",
      acme + "authorize: { response_type: code id_token, response_mode: query }\nflows: [hybrid]\n",
      """
      6:44: error: tokens in a query appear in servers' logs; use 'fragment' or 'form_post' \
      [secret-in-browser]
      """),
    InvalidExample(
      "a hybrid flow", acme + "authorize: { response_type: code id_token }\nflows: [hybrid, refresh_token]\n"),
  ]

  static let effects = [
    InvalidExample(
      "logout that is disabled",
      acme + "logout: { style: none, endpoint: \"https://{domain}/x\", flags: { a: {} } }\n",
      "6:24: error: 'logout.endpoint' is ignored because 'logout.style' is 'none' [without-effect]",
      "6:56: error: 'logout.flags' is ignored because 'logout.style' is 'none' [without-effect]"),
    InvalidExample(
      "facts about a user that isn't identified",
      """
      schema: 1
      id: acme
      name: Acme
      user: none
      server: { authorization_endpoint: "https://acme.example.com/authorize", token_endpoint: "https://acme.example.com/token" }
      userinfo: { map: { id: id } }
      claims: { standard: [email] }
      id_token: none

      """,
      "6:1: error: 'userinfo' is ignored because 'user' is 'none' [without-effect]",
      "7:1: error: 'claims' is ignored because 'user' is 'none' [without-effect]"),
    InvalidExample("an issuer of an API without a user", acme + "user: none\ndiscovery: runtime\n"),
    InvalidExample(
      "a route without a fragment, and a state in a callback URL that has another name",
      acme + """
        authorize: { placement: fragment_route, state: redirect_uri }
        client: { redirect_alias: "{client_id}" }
        provenance: { reason: For a test. }

        """,
      """
      6:14: error: 'authorize.placement: fragment_route' requires the route in 'authorize.fragment', such as /authorize \
      [missing-key]
      """,
      """
      6:41: error: 'authorize.state' can't be in the redirect URI, because 'client.redirect_alias' replaces it \
      [without-effect]
      """),
    InvalidExample(
      "a secret as the name of the callback URL and as a scope",
      acme + """
        client: { types: [confidential], exchange: backend, redirect_alias: "{settings.key}", settings: { key: { type: pem } } }
        scopes: { default: ["{settings.key}"] }

        """,
      "6:69: error: '{settings.key}' is secret, but would be sent through the browser [secret-in-browser]",
      "7:21: error: '{settings.key}' is secret, but would be sent through the browser [secret-in-browser]"),
    InvalidExample("logout that a descriptor disables", acme + "extends: auth0\nlogout: { style: none }\n"),
    InvalidExample(
      "revocation that is disabled", acme + "revocation: { style: none, tokens: [access_token] }\n",
      "6:28: error: 'revocation.tokens' is ignored because 'revocation.style' is 'none' [without-effect]"),
    InvalidExample(
      "a server's promise without an issuer",
      """
      schema: 1
      id: acme
      name: Acme
      server:
        authorization_endpoint: "https://acme.example.com/authorize"
        token_endpoint: "https://acme.example.com/token"
        authorization_response_iss_parameter_supported: true
      userinfo: { source: token, map: { id: id } }

      """,
      """
      7:3: error: 'authorization_response_iss_parameter_supported' is ignored without 'server.issuer' \
      [without-effect]
      """),
    InvalidExample(
      "revocation without tokens", acme + "revocation: { tokens: [] }\n",
      """
      6:15: error: 'revocation.tokens' must not be empty; to turn revocation off, set 'revocation: { style: none }' \
      [empty-values]
      """),
    InvalidExample(
      "items that are repeated",
      acme + """
        client: { types: [public, public], authentication: [client_secret_post, client_secret_post] }
        scopes: { default: [openid, openid] }
        id_token: { algorithms: [RS256, RS256] }
        revocation: { tokens: [access_token, access_token] }
        authorize: { omit: [prompt, prompt], parameters: { hint: { type: enum, values: [a, a] } } }
        token: { omit: [redirect_uri, redirect_uri] }
        refresh: { session_ending_errors: [gone, gone] }
        hooks: [signTokenRequest, signTokenRequest]

        """,
      "6:27: error: 'public' is already in 'client.types' [repeated-item]",
      "6:73: error: 'client_secret_post' is already in 'client.authentication' [repeated-item]",
      "7:29: error: 'openid' is already in 'scopes.default' [repeated-item]",
      "8:33: error: 'RS256' is already in 'id_token.algorithms' [repeated-item]",
      "9:38: error: 'access_token' is already in 'revocation.tokens' [repeated-item]",
      "10:29: error: 'prompt' is already in 'authorize.omit' [repeated-item]",
      "10:84: error: 'a' is already in 'authorize.parameters.hint.values' [repeated-item]",
      "11:31: error: 'redirect_uri' is already in 'token.omit' [repeated-item]",
      "12:42: error: 'gone' is already in 'refresh.session_ending_errors' [repeated-item]",
      "13:27: error: 'signTokenRequest' is already in 'hooks' [repeated-item]"),
    InvalidExample(
      "parameter that is declared and omitted",
      acme + "authorize: { omit: [hint], parameters: { hint: { type: string } } }\n",
      "6:21: error: 'hint' is omitted, but also declared in line 6 of the same file [without-effect]"),
  ]

  static let others = [
    InvalidExample(
      "unknown default scope", acme + "scopes: { default: [openid, emial] }\n",
      "6:11: error: 'scopes.values' doesn't contain the scope 'emial'; did you mean 'email'? [unknown-scope]"),
    InvalidExample(
      "unknown offline scope", acme + "offline: { scope: offline }\n",
      "6:12: error: 'scopes.values' doesn't contain the scope 'offline' [unknown-scope]"),
    InvalidExample(
      "invalid scopes",
      acme + "scopes: { delimiter: \",\", values: { \"a b\": { case: a }, \"c,d\": {}, \"\": { case: e } } }\n",
      """
      6:37: error: 'a b' isn't a valid scope; use printable ASCII without spaces, '"', '\\', and the delimiter \
      [invalid-wire-name]
      """,
      """
      6:57: error: 'c,d' isn't a valid scope; use printable ASCII without spaces, '"', '\\', and the delimiter \
      [invalid-wire-name]
      """,
      """
      6:68: error: '' isn't a valid scope; use printable ASCII without spaces, '"', '\\', and the delimiter \
      [invalid-wire-name]
      """),
    InvalidExample(
      "no delimiter", acme + "scopes: { delimiter: \"\" }\n",
      "6:11: error: '' isn't a valid delimiter; use ' ', ',', '+', ':', ';', or '|' [unknown-word]"),
    InvalidExample(
      "odd delimiter", acme + "scopes: { delimiter: \"x\" }\n",
      "6:11: error: 'x' isn't a valid delimiter; use ' ', ',', '+', ':', ';', or '|' [unknown-word]"),
    InvalidExample(
      "confidential client without an authentication method",
      acme + "client: { types: [public, confidential], authentication: [] }\n",
      "6:11: error: a confidential client requires 'client.authentication' [client-authentication]"),
    InvalidExample(
      "no client type", acme + "client: { types: [] }\n",
      "6:11: error: 'client.types' must not be empty [client-authentication]"),
    InvalidExample(
      "no algorithm", acme + "id_token: { algorithms: [] }\n",
      "6:13: error: 'id_token.algorithms' must not be empty [empty-values]"),
  ]
}
