import AuthDescriptor
import Foundation
import Testing

@testable import AuthGenerator
@testable import AuthTutorials

/// Checks that no string of a descriptor starts or ends a directive, or becomes code of a step.
@Suite struct `Hostile text in a tutorial` {
  /// A descriptor with the string in every key that a tutorial shows.
  private func descriptor(_ text: String) -> String {
    let quoted =
      "\""
      + text.unicodeScalars.map { scalar in
        scalar.isASCII && scalar.properties.isAlphabetic || scalar == " "
          ? String(scalar)
          : scalar.value > 0xFFFF ? String(format: "\\U%08X", scalar.value) : String(format: "\\u%04X", scalar.value)
      }.joined() + "\""
    return """
      schema: 1
      id: acme
      name: \(quoted)
      swift: { type: Acme }
      variables: { tenant: { kind: path_segment, example: \(quoted), doc: \(quoted) } }
      server: { issuer: "https://id.acme.example/{tenant}" }
      claims: { custom: { team: { claim: team, type: string, optional: true, doc: \(quoted) } } }
      errors: { account_closed: { recovery: contact_user, doc: \(quoted) } }
      logout: { flags: { everywhere: { doc: \(quoted) } } }
      docs:
        console: { name: \(quoted), url: "https://id.acme.example/admin" }
        register: [\(quoted), { field: \(quoted), value: "{callback_url}" }, { field: \(quoted), value: \(quoted) }]
        callbacks: { linux: "http://127.0.0.1:{port}/callback", ios: \(quoted), \(quoted): \(quoted) }
        native: \(quoted)
      provenance: { sources: [\(quoted)], reason: \(quoted), domains: \(quoted) }

      """
  }

  /// Every line that DocC reads as the start or the end of a directive.
  private func outline(_ page: String) -> [String] {
    page.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { line in
      line.hasPrefix("@") || line.contains("{") || line.contains("}")
    }.map { line in
      // The arguments may differ, but not their number. The position of the correct choice depends on the strings.
      String(line.replacing(#/"[^"]*"/#, with: "\"\"").replacing(#/isCorrect: (true|false)/#, with: "isCorrect: …"))
    }
  }

  @Test(arguments: HostileText.texts)
  func `Hostile text in a tutorial is shown without changing the structure`(hostile: HostileText) throws {
    let plain = try tutorials(descriptor("plain"))
    let other: [String: String]
    do throws(DiagnosticsError) {
      other = try tutorials(descriptor(hostile.text("mark").replacing("{", with: "{{").replacing("}", with: "}}")))
    } catch {
      // The reader may reject the string, but must report its location.
      #expect(error.diagnostics.allSatisfy { $0.location.line > 1 })
      return
    }
    #expect(other.keys.sorted() == plain.keys.sorted())
    for (path, contents) in other {
      let expected = try #require(plain[path])
      if path.hasSuffix(".tutorial") { #expect(outline(contents) == outline(expected)) }
      if path.hasSuffix(".swift") {
        let outline = CodeOutline(contents)
        #expect(!outline.hasError)
        #expect(outline.items == CodeOutline(expected).items)
      }
    }
  }

  @Test func `A quotation mark before a combining mark doesn't end an example in a command`() throws {
    let yaml =
      acme + #"""
        client: { settings: { team: { type: string, doc: T., example: "x'\u0301; touch INJECTED; echo '\u0301" } } }
        token: { parameters: { team: "{settings.team}" } }

        """#
    let quotation = #"'\''"# + "\u{301}"
    let assignment = "AUTH_TEAM='x\(quotation); touch INJECTED; echo \(quotation)'"
    #expect(try tutorials(yaml).values.contains { $0.contains("export \(assignment)\n") })
    let package = NewPackage(name: "Hello", origin: .url("https://git.acme.example/auth.git"), kind: .commandLine)
    let files = try package.files(for: load(yaml), text: yaml)
    #expect(files.contains { $0.path == "README.md" && $0.contents.contains(assignment) })
  }
}
