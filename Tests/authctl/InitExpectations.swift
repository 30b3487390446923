extension `authctl init` {
  /// A document that announces a little of everything.
  static let rich = """
    {
      "userinfo_endpoint": "BASE/userinfo",
      "token_endpoint": "https://tokens.acme.example/token",
      "scopes_supported": ["openid", "read:things", "email", "profile", "address"],
      "id_token_signing_alg_values_supported": ["ES256", "HS256", "RS256", "none"],
      "token_endpoint_auth_methods_supported": ["client_secret_post", "private_key_jwt"],
      "prompt_values_supported": ["none", "login", "create"],
      "ui_locales_supported": ["de", "en"],
      "claims_supported": ["sub", "email", "groups", "https://acme.example/tier"],
      "service_documentation": "https://docs.acme.example/"
    }
    """

  /// The file that is written of it.
  static let described = #"""
    # Acme, as it describes itself at https://login.acme.example/.well-known/openid-configuration. Written by
    # authctl init on 2026-01-01.
    # TODO marks what no document says and a person must.
    schema: 1
    id: acme
    name: "Acme"

    server:
      issuer: "https://login.acme.example"
      # On another host, so that a reader sees it:
      token_endpoint: "https://tokens.acme.example/token"
      # found by discovery: authorization_endpoint: https://login.acme.example/authorize
      # found by discovery: jwks_uri: https://login.acme.example/keys
      # found by discovery: userinfo_endpoint: https://login.acme.example/userinfo
      # found by discovery: revocation_endpoint: https://login.acme.example/revoke
      # found by discovery: end_session_endpoint: https://login.acme.example/logout
    # TODO: has each customer a host of its own? Then it is a variable:
    #   variables: { domain: { kind: host, example: login.acme.example } }
    #   server: { issuer: "https://{domain}" }

    # PKCE: S256 is announced, and every client sends it.
    # Callbacks carry iss (RFC 9207), which clients check.

    client:
      # TODO: clients without a secret ('none') are not announced; keep 'public' only if native apps are
      # registered
      types: [public, confidential]
      authentication: [client_secret_post]
      # announced, and possible where 'client.secret_from.jwt' says what the key is: private_key_jwt

    authorize:
      parameters:
        prompt: { type: set, values: [none, login, create], doc: What the server should ask again. }
    # ui_locales: the server knows de and en
    # TODO: parameters of the provider's own, under authorize.parameters, such as:
    #   organization: { type: string, doc: Organization to sign in to. }

    scopes:
      default: [openid, profile, email]
      # described by the family: openid, profile and email
      values:
        address: { doc: Postal address. }
        "read:things": {}
        # TODO: a 'doc' for each of these
      # TODO: offline_access is not announced. What asks for a refresh token here?

    id_token:
      algorithms: [RS256, ES256]
      # announced and left out, for clients cannot or must not verify it: HS256 and none

    # TODO: 'refresh: { rotation: rotate }' if a refresh token can be used only once.
    # Revocation: RFC 7009, for a revocation_endpoint is announced.
    # Sign-out: the standard's, for an end_session_endpoint is announced.

    # TODO: announced beside the standard claims; keep what apps need, with the right type:
    #   claims:
    #     custom:
    #       groups: { claim: groups, type: "[string]", optional: true }
    #       httpsAcmeExampleTier: { claim: "https://acme.example/tier", type: string, optional: true }

    # TODO: errors of the provider's own, with what helps, such as:
    #   errors:
    #     account_locked: { recovery: contact_admin, doc: The account is locked. }

    # TODO: where and how an app is registered, and its callback URLs, such as:
    #   docs:
    #     console: { name: Console, url: "https://console.example.com/" }
    #     register:
    #       - Create an application of type Native.
    #       - { field: Callback URLs, value: "{callback_url}" }
    #     callbacks: { linux: "http://127.0.0.1:{port}/callback" }
    # Found: service_documentation: https://docs.acme.example/

    provenance:
      sources:
        - "https://login.acme.example/.well-known/openid-configuration"
      verified: "2026-01-01"
      unverified: [client.types, refresh.rotation, errors]

    """#
}
