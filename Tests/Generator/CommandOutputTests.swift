import AuthDescriptor
import Foundation
import TestSupport
import Testing

@Suite struct `The output of the command authgen` {
  @Test func `authgen lists the providers`() async throws {
    let lines = try await authgen("providers").output.split(separator: "\n").map(String.init)
    #expect(lines.contains("auth0\tAuth0"))
    #expect(lines.count == Catalog.builtIn.providerIDs.count)
    let unknown = try await authgen("providers", "show", "auht0")
    #expect(unknown.errors.contains("The catalog doesn't contain 'auht0'; did you mean 'auth0'?"))
    #expect(unknown.status != 0)
  }

  @Test func `authgen lists the providers as a table and as JSON`() async throws {
    let table = try await authgen("providers", "list", "--table").output.split(separator: "\n")
    #expect(table.first?.hasPrefix("ID ") == true)
    #expect(table.count == Catalog.index.count + 1)
    #expect(table.contains { $0.hasPrefix("slack ") && $0.hasSuffix("Sign in with Slack") })
    let json = try await authgen("providers", "list", "--json").output
    let providers = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(providers.map { $0["id"] as? String } == Catalog.index.map(\.id))
    #expect(try await authgen("providers", "list", "--json", "--table").status != 0)
  }

  @Test func `authgen finds providers by their names and hosts`() async throws {
    let found = try await authgen("providers", "search", "ciamlogin.com").output.split(separator: "\n")
    #expect(found.contains("microsoft-entra-id\tMicrosoft Entra ID"))
    #expect(found.count < Catalog.index.count)
    #expect(try await authgen("providers", "version").output == Catalog.version + "\n")
  }

  @Test func `authgen shows a hundred findings of a file, and the number of the others`() async throws {
    let errors = (0..<150).map { "  e-é\($0): { recovery: retry }\n" }.joined()
    try await withWorkspace(["acme.yaml": acme + "errors:\n" + errors]) { workspace in
      let result = try await authgen("validate", "acme.yaml", in: workspace)
      #expect(result.status == 1)
      #expect(result.errors.matches(of: #/acme\.yaml:[0-9:]+ error: /#).count == 101)
      #expect(result.errors.contains("error: the file has 50 more findings; correct these first"))
    }
  }

  @Test func `If no provider matches a term, authgen says what to do and fails`() async throws {
    let nothing = try await authgen("providers", "search", "no such provider")
    #expect((nothing.status, nothing.output) == (1, ""))
    #expect(
      nothing.errors == """
        no provider's ID, name, or host contains 'no such provider'; 'authgen providers list' lists all providers, \
        and the article 'Add an OAuth or OpenID Connect provider' says how to describe another one

        """)
    let slip = try await authgen("providers", "search", "auht0", "--json")
    #expect((slip.status, slip.output) == (1, "[]\n"))
    #expect(slip.errors == "no provider's ID, name, or host contains 'auht0'; did you mean 'auth0'?\n")
  }

  @Test func `authgen explains diagnostic codes`() async throws {
    let list = try await authgen("explain").output.split(separator: "\n")
    #expect(list.count == DiagnosticCode.allCases.count)
    #expect(
      list.contains { $0.hasPrefix("unknown-key ") && $0.hasSuffix("  This key isn't valid here") })
    let text = try await authgen("explain", "unknown-key").output
    #expect(text == DiagnosticCode.language.unknownKey.explanation.text(for: .language.unknownKey))
    let slip = try await authgen("explain", "unknown-kee")
    #expect(slip.errors.contains("Unknown code 'unknown-kee'; did you mean 'unknown-key'?"))
    #expect(slip.status != 0)
  }

  @Test func `authgen prints findings in the formats of other programs`() async throws {
    try await withWorkspace(["acme.yaml": acme + "tokn: {}\n"]) { workspace in
      let validate = ["validate", "acme.yaml", "--format"]
      let annotations = try await authgen(validate + ["github"], in: workspace)
      #expect(
        annotations.output
          == "::error file=acme.yaml,line=6,col=1,title=unknown-key::unknown key 'tokn'; did you mean 'token'?\n")
      #expect(annotations.errors == "")
      #expect(annotations.status == 1)
      let json = try await authgen(validate + ["json"], in: workspace)
      #expect(json.errors == "")
      #expect(json.status == 1)
      #expect(
        json.output == """
          {
            "diagnostics": [
              {
                "file": "acme.yaml",
                "line": 6,
                "column": 1,
                "severity": "error",
                "code": "unknown-key",
                "message": "unknown key 'tokn'; did you mean 'token'?",
                "note": null,
                "diff": []
              }
            ],
            "files": []
          }

          """)
    }
  }

  @Test func `authgen prints the changes to files in the formats of other programs`() async throws {
    try await withWorkspace(["acme.yaml": acme]) { workspace in
      let generate = ["generate", "acme.yaml", "--output", "out", "--format", "json"]
      let written = try await authgen(generate, in: workspace)
      #expect(written.status == 0)
      #expect(written.output.contains("\"path\": \"Acme.swift\",\n      \"action\": \"write\"\n"))
      try workspace.write("out/Acme.swift", "x\n")
      let stale = try await authgen(generate + ["--check"], in: workspace)
      #expect(stale.status == 1)
      #expect(stale.output.contains("\"diff\": [\"--- out/Acme.swift\", \"+++ out/Acme.swift (new)\", \"@@ -1 +1,"))
    }
  }

  @Test func `authgen lists the names that templates can use`() async throws {
    #expect(try await authgen("templates", "context").output.contains("| `clients[].type` | text |"))
    #expect(try await authgen("templates", "list").output.contains("client.swift.stencil\n"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `authgen completes arguments in a shell`(_ shell: String) async throws {
    let script = try await authgen("--generate-completion-script", shell)
    #expect(script.status == 0)
    for word in ["generate", "templates", "dry-run", "explain"] { #expect(script.output.contains(word)) }
  }

  @Test func `A shell asks authgen for the codes`() async throws {
    let codes = try await authgen("---completion", "explain", "--", "positional@0", "2", "0", "authgen", "explain", "")
    #expect(codes.status == 0)
    #expect(codes.output.split(separator: "\n").contains("unknown-key"))
  }
}
