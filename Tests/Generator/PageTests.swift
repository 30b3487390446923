import Testing

@testable import AuthDescriptor
@testable import AuthGenerator
@testable import AuthTutorials

/// The article about a descriptor.
private func page(_ yaml: String) throws -> String {
  try PageGenerator().file(for: load(yaml)).contents
}

@Suite struct `A provider's article` {
  @Test func `says what the client can do and what to register`() throws {
    let docs = """
      docs:
        console: { name: Acme console, url: "https://{domain}/admin" }
        callbacks: { ios: "{bundle_id}://cb" }
      provenance: { sources: [The manual], verified: "2026-11-01", unverified: [docs.callbacks] }

      """
    let text = try page(acme + docs)
    #expect(text.hasPrefix("# Acme\n\n"))
    for line in [
      "| Code exchange | The client |", "| Default scopes | `openid`, `profile`, `email` |",
      "| Client secret | None |", "Register your app in Acme console, `https://acme.example.com/admin`.",
      "| iOS | `com.acme.app://cb` |", "The descriptor was last checked on 2026-11-01.",
      "These keys aren't confirmed by any source: `docs.callbacks`.",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
  }

  @Test func `says who keeps the secret, and what the provider doesn't have`() throws {
    let text = try page(
      acme + """
        client: { types: [confidential], exchange: backend }
        refresh: none
        offline: none
        logout: { style: none }
        revocation: { style: none }
        """)
    for line in [
      "| Code exchange | Your own server, which keeps the secret |",
      "| Refresh tokens | Acme doesn't issue refresh tokens. |",
      "| Sign-out | Acme doesn't support sign-out. |", "| Token revocation | No |",
      "| Client secret | Required on your server |",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
  }

  @Test func `links tutorials only if they are committed, which no other descriptor inherits`() throws {
    let loader = DescriptorLoader()
    #expect(try PageGenerator().file(for: loader.load("auth0")).contents.contains("- <doc:Auth0-SignIn>\n"))
    #expect(try !page("schema: 1\nid: acme\nname: Acme\nextends: auth0\n").contains("<doc:"))
    let yaml = acme + "docs: { tutorial: on_demand }\n"
    #expect(try !page(yaml).contains("<doc:"))
  }

  @Test(arguments: Catalog.builtIn.providerIDs) func `has a section for each client`(id: String) throws {
    let loaded = try DescriptorLoader().load(id: id)
    let file = try PageGenerator().file(for: loaded)
    #expect(file.path == "\(loaded.descriptor.swiftType)-Provider.md")
    let sections = file.contents.matches(of: #/(?m)^## Client (\w+)$/#).map { String($0.1) }
    #expect(sections == ([loaded] + loaded.variants).map(\.descriptor.swiftType))
  }

  /// Headings, directives, cells and HTML: what a text of a descriptor mustn't add.
  private func outline(_ page: String) -> [String] {
    page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isTable = line.hasPrefix("|")
      let cells = isTable ? line.replacing("\\|", with: "").count { $0 == "|" } : 0
      let start = line.hasPrefix("```") ? "```" : line.prefix { "#@<-".contains($0) }
      return "\(start)\(cells)\(line.contains("{") || line.contains("}"))"
    }
  }

  @Test(arguments: HostileText.texts) func `shows hostile text and nothing else`(hostile: HostileText) throws {
    func yaml(_ text: String) -> String {
      let quoted = text.jsonQuoted
      return """
        schema: 1
        id: acme
        name: \(quoted)
        swift: { type: Acme }
        server: { issuer: "https://id.acme.example" }
        docs:
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
      // A text that the reader rejects is no danger.
      return
    }
    #expect(outline(other) == outline(plain))
  }
}

@Suite struct `The index of articles` {
  @Test func `has a row for each provider, in the order of their names`() throws {
    let loader = DescriptorLoader()
    let index = try PageGenerator().index(of: [loader.load("slack"), loader.load("cognito"), loader.load("apple")])
    let rows = index.contents.split(separator: "\n").filter { $0.hasPrefix("| <doc:") }
    #expect(
      rows.map { $0.split(separator: "|").prefix(3).map { $0.trimmingPrefix(" ").dropLast() } } == [
        ["<doc:Cognito-Provider>", "`cognito`", "client"], ["<doc:SignInWithApple-Provider>", "`apple`", "server"],
        ["<doc:Slack-Provider>", "`slack`", "client, server"],
      ])
  }
}
