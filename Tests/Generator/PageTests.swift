import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator
@testable import AuthTutorials

/// The article for a descriptor.
private func page(_ yaml: String) throws -> String {
  try PageGenerator().file(for: load(yaml)).contents
}

/// The rows of an article's tables, by their titles. The first client's rows win.
private func rows(_ page: String) -> [String: String] {
  let rows = page.split(separator: "\n").compactMap { $0.wholeMatch(of: #/\| (.+?) \| (.+) \|/#) }
  return Dictionary(rows.map { (String($0.1), String($0.2)) }) { first, _ in first }
}

/// The article about a provider of the catalog.
private func rows(of id: String) throws -> [String: String] {
  try rows(PageGenerator().file(for: DescriptorLoader().load(id: id)).contents)
}

@Suite struct `A provider's article` {
  @Test func `A provider's article lists the client's features and how to register it`() throws {
    let docs = """
      docs:
        console: { name: Acme console, url: "https://{domain}/admin" }
        register: [Create an app., { field: Callback URLs, value: "{callback_url}" },
          { field: Bundle ID, value: "{bundle_id}", platforms: [ios, macos] }]
        callbacks: { ios: "{bundle_id}://cb", kiosk: "https://{your_host}/kiosk" }
        links: { reference: "https://acme.example/docs" }
      provenance: { sources: [The manual], verified: "2026-11-01", unverified: [docs.callbacks] }

      """
    let text = try page(acme + docs)
    #expect(text.hasPrefix("# Acme\n\n"))
    for line in [
      "| Code exchange | The app itself |", "| Default scopes | `openid`, `profile`, `email` |",
      "| Secret | Not needed |",
      "Register your app on this page: Acme console, `https://acme.example.com/admin`.", "1. Create an app.",
      "1. Callback URLs: `http://127.0.0.1:8765/callback`, and the same URL with the ports 8766 to 8769",
      "1. Bundle ID: `com.acme.app` (iOS, macOS)",
      "| iOS | Custom scheme, such as `com.acme.app://cb` |", "| Android | The descriptor lists no callback URL. |",
      "| kiosk | `https://app.acme.example/kiosk` |", "| Last verified | 2026-11-01 |",
      "| Unconfirmed | No source confirms `docs.callbacks`. |", "- The manual", "- `https://acme.example/docs`",
      "| `domain` | Example: `acme.example.com`. |",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
  }

  @Test func `A provider's article describes where the secret is and which features the provider lacks`() throws {
    let text = try page(
      acme + """
        client: { types: [confidential], exchange: backend, callbacks: { custom_scheme: forbidden } }
        refresh: none
        offline: none
        logout: { style: none }
        revocation: { style: none }
        introspection: none
        """)
    for line in [
      "| Code exchange | Your own server, which keeps the secret |", "| Refresh tokens | Not supported by Acme. |",
      "| Browser sign-out | Not supported by Acme. The browser stays signed in. |",
      "| Revocation | Not supported by Acme. |", "| Introspection | Not supported by Acme. |",
      "| Custom schemes | Not supported by Acme. |", "| Secret | Required, on your server only |",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    #expect(!text.contains("| Rotation |"))
  }

  @Test func `A provider's article lists the endpoints that only discovery can find`() throws {
    let rows = try rows(page(acme))
    let condition = ", if the server's metadata lists the endpoint"
    #expect(rows["Revocation"] == "RFC 7009\(condition). Accepted tokens: `refresh_token`, `access_token`.")
    #expect(rows["Browser sign-out"] == "Supported (OpenID Connect RP-Initiated Logout 1.0)\(condition).")
    #expect(rows["Userinfo"] == "Supported\(condition).")
  }

  @Test(arguments: [
    (
      "google",
      [
        "Flows": "`authorization_code`, `refresh_token`, `device_code`", "Secret": "Optional",
        "Refresh tokens": "Sign in with `offlineAccess: true`.",
        "Browser sign-out": "Not supported by Google. The browser stays signed in.",
        "Revocation": "RFC 7009. Accepted tokens: `refresh_token`.", "Introspection": "Not supported by Google.",
        "Loopback addresses": "Accepted on `127.0.0.1`, `[::1]` with any port.",
        "Android": "The descriptor lists no callback URL.",
        "`admin_policy_enforced`": "A policy of the Workspace forbids a scope or the app.",
      ]
    ),
    (
      "github",
      [
        "Secret": "Required, on your server only", "Refresh tokens": "Request the scope `offline_access`.",
        "Reuse of an old token": "Rejected; using it also ended the access token before.",
        "Errors that end the session": "`bad_refresh_token`",
        "Introspection": "Not supported by this client: the descriptor names no endpoint.",
        "ID token": "None. This client uses OAuth 2.0 without OpenID Connect.",
        "Access token": "Opaque to clients. Your own API can't verify it with this descriptor.",
        "Revocation": "The provider's own endpoint. Accepted tokens: `access_token`.",
        "`repo`": "Full control of repositories.",
      ]
    ),
    (
      "apple",
      [
        "Secret": "A private key (`ES256`) signs a JWT that replaces the secret.",
        "Response": "`code` in the body of a `POST` request (`form_post`)",
        "Refresh tokens": "Supported. The sign-in needs no additional scope or parameter.",
        "Userinfo": "Not supported by this client: the descriptor names no endpoint.",
        "Introspection": "Not supported by Sign in with Apple.",
        "Custom schemes": "Not supported by Sign in with Apple.",
        "Loopback addresses": "Not supported by Sign in with Apple.",
        "iOS": "`https` address, such as `https://app.acme.example/auth/apple/callback`",
        "`private_key`": "The key itself (.p8). Secret.",
      ]
    ),
    (
      "slack",
      [
        "PKCE": "The client sends `S256`. Slack checks it.",
        "Errors that end the session": "`invalid_refresh_token`, `token_revoked`",
        "Lifetime of access tokens": "Unlimited, unless the token response contains a lifetime",
        "Loopback addresses": "Accepted on `localhost` with a registered port.",
      ]
    ),
    (
      "keycloak",
      [
        "Flows": "`authorization_code`, `refresh_token`, `device_code`, `client_credentials`",
        "Access token": "A JWT. An API verifies it with the public keys of Keycloak.",
        "Rotation": "A setting of Keycloak determines whether it issues a new refresh token with each refresh.",
        "Introspection": "Supported (RFC 7662), if the server's metadata lists the endpoint.",
      ]
    ),
    ("shopify", ["PKCE": "Not supported by Shopify.", "API requests": "The header `X-Shopify-Access-Token`"]),
  ]) func `A provider's article lists what the provider supports`(id: String, expected: [String: String]) throws {
    let rows = try rows(of: id)
    for (title, value) in expected { #expect(rows[title] == value, "\(title)") }
  }

  @Test func `A provider's article links to tutorials only if they are committed`() throws {
    let loader = DescriptorLoader()
    #expect(try PageGenerator().file(for: loader.load("auth0")).contents.contains("- <doc:Auth0-SignIn>\n"))
    #expect(try !page("schema: 1\nid: acme\nname: Acme\nextends: auth0\n").contains("<doc:"))
    let yaml = acme + "docs: { tutorial: on_demand }\n"
    #expect(try !page(yaml).contains("<doc:"))
  }

  @Test func `A provider's article has a section for each client`() throws {
    // Its templates are lexed once.
    let generator = PageGenerator()
    for id in Catalog.builtIn.providerIDs {
      let loaded = try LoadedCatalog.descriptor(id)
      let file = try generator.file(for: loaded)
      #expect(file.path == "\(loaded.descriptor.swiftType)-Provider.md")
      let sections = file.contents.matches(of: #/(?m)^## Client (\w+)$/#).map { String($0.1) }
      #expect(sections == ([loaded] + loaded.variants).map(\.descriptor.swiftType))
    }
  }

  /// The headings, directives, cells, and HTML tags, which a descriptor's strings can't change.
  private func outline(_ page: String) -> [String] {
    page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isTable = line.hasPrefix("|")
      let cells = isTable ? line.replacing("\\|", with: "").count { $0 == "|" } : 0
      let start = line.hasPrefix("```") ? "```" : line.prefix { "#@<-".contains($0) }
      return "\(start)\(cells)\(line.contains("{") || line.contains("}"))"
    }
  }

  @Test(arguments: HostileText.texts)
  func `A provider's article shows hostile text without changing the structure`(hostile: HostileText)
    throws
  {
    func yaml(_ text: String) -> String {
      let quoted = text.jsonQuoted
      return """
        schema: 1
        id: acme
        name: \(quoted)
        swift: { type: Acme }
        server: { issuer: "https://id.acme.example" }
        variables: { shop: { kind: path_segment, default: a, doc: \(quoted) } }
        scopes: { values: { read: { doc: \(quoted) } } }
        refresh: { on_reuse: \(quoted) }
        client: { callbacks: { loopback: { doc: \(quoted) } } }
        errors: { account_closed: { recovery: retry, doc: \(quoted) } }
        docs:
          register: [\(quoted), { field: \(quoted), value: \(quoted) }]
          console: { name: \(quoted), url: "https://id.acme.example/admin" }
          callbacks: { ios: \(quoted), \(quoted): \(quoted) }
          native: \(quoted)
        provenance: { sources: [\(quoted)], reason: \(quoted), domains: \(quoted) }

        """
    }
    let plain = try page(yaml("plain"))
    let other: String
    do throws(DiagnosticsError) {
      let descriptor = try load(yaml(hostile.text("mark").replacing("{", with: "{{").replacing("}", with: "}}")))
      other = try PageGenerator().file(for: descriptor).contents
    } catch {
      // Nothing to check, because the reader rejects the string.
      return
    }
    #expect(outline(other) == outline(plain))
  }
}
