extension `authctl init` {
  /// A document that lists most features.
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

  /// The descriptor that the command writes for it.
  static let described = #"""
    # Acme, from its metadata at https://login.acme.example/.well-known/openid-configuration. Written by authctl
    # init on 2026-01-01.
    # TODO marks what you need to add, because it isn't in the document.
    schema: 1
    id: acme
    name: "Acme"

    server:
      issuer: "https://login.acme.example"
      # On another host. Check that this is right:
      token_endpoint: "https://tokens.acme.example/token"
      # found by discovery: authorization_endpoint: https://login.acme.example/authorize
      # found by discovery: jwks_uri: https://login.acme.example/keys
      # found by discovery: userinfo_endpoint: https://login.acme.example/userinfo
      # found by discovery: revocation_endpoint: https://login.acme.example/revoke
      # found by discovery: end_session_endpoint: https://login.acme.example/logout
    # TODO: does each customer have a separate host? If so, make it a variable:
    #   variables: { domain: { kind: host, example: login.acme.example } }
    #   server: { issuer: "https://{domain}" }

    # PKCE: the server lists S256. Every client uses it.
    # Callbacks contain iss (RFC 9207), which clients check.

    client:
      # TODO: clients without a secret ('none') aren't listed; keep 'public' only if the provider registers native
      # apps
      types: [public, confidential]
      authentication: [client_secret_post]
      # listed, and possible if the app has a key: private_key_jwt

    authorize:
      parameters:
        prompt: { type: set, values: [none, login, create], doc: The prompts to show. }
    # ui_locales: the server supports de and en
    # TODO: add the provider's own parameters under authorize.parameters, such as:
    #   organization: { type: string, doc: Organization to sign in to. }

    scopes:
      default: [openid, profile, email]
      # described by the family: openid, profile and email
      values:
        address: { doc: Postal address. }
        "read:things": {}
        # TODO: add a 'doc' to each of these
      # TODO: offline_access isn't listed. How do clients request a refresh token here?

    id_token:
      algorithms: [RS256, ES256]
      # listed but left out, because clients don't accept it: HS256 and none

    # TODO: write 'refresh: { rotation: rotate }' if a refresh token can be used only once.
    # Revocation: RFC 7009, because a revocation_endpoint is listed.
    # Sign-out: standard, because an end_session_endpoint is listed.

    # TODO: listed in addition to the standard claims; keep those that apps need, with the right types:
    #   claims:
    #     custom:
    #       groups: { claim: groups, type: "[string]", optional: true }
    #       httpsAcmeExampleTier: { claim: "https://acme.example/tier", type: string, optional: true }

    # TODO: add the provider's own errors with their recovery, such as:
    #   errors:
    #     account_locked: { recovery: contact_admin, doc: The account is locked. }

    # TODO: describe where and how to register an app, and its callback URLs, such as:
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
