import AuthDescriptor
import Foundation
import Testing

@testable import AuthGenerator

@Suite struct `Custom templates` {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

  private func withFolder(_ files: [String: String], _ body: (TemplateFolder) throws -> Void) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
    try body(TemplateFolder(path: path))
  }

  /// The findings without the folder's path.
  private func findings(_ folder: TemplateFolder) -> [String] {
    var diagnostics: [Diagnostic]
    do throws(DiagnosticsError) {
      let contents = try folder.read()
      diagnostics = contents.warnings + contents.templates.findings
    } catch {
      diagnostics = error.diagnostics
    }
    return diagnostics.map { $0.description.replacing(path + "/", with: "").replacing(path, with: "") }
  }

  @Test func `Custom templates replace the built-in ones`() throws {
    let flows = "extension {{ client.type }} { static let mine = 1 }\n"
    try withFolder(["flows.swift.stencil": flows]) { folder in
      let contents = try folder.read()
      #expect(contents.warnings == [])
      #expect(contents.templates.files.count == TemplateSet.builtIn.files.count)
      let file = try Generator(templates: contents.templates).file(for: load(acme))
      #expect(file.contents.hasSuffix("extension Acme { static let mine = 1 }\n"))
    }
  }

  @Test func `Custom templates are identified by their paths in findings`() throws {
    try withFolder(["types.swift.stencil": "\n  {{ client.tpe }}"]) { folder in
      #expect(
        findings(folder) == [
          "types.swift.stencil:2:3: error: 'client.tpe' isn't in the model; did you mean 'type'? [invalid-template]"
        ])
      let templates = try folder.read().templates
      #expect(templates.text(displayName: path + "/types.swift.stencil") == "\n  {{ client.tpe }}")
    }
  }

  @Test func `Custom templates cause a warning if their name is unknown`() throws {
    let files = ["flow.swift.stencil": "", "extra.stencil": "", "README.md": "", ".hidden.stencil": ""]
    try withFolder(files) { folder in
      #expect(
        findings(folder) == [
          "extra.stencil:1:1: warning: 'extra.stencil' isn't the name of a template [unknown-template]",
          """
          flow.swift.stencil:1:1: warning: 'flow.swift.stencil' isn't the name of a template; did you mean \
          'flows.swift.stencil'? [unknown-template]
          """,
        ])
    }
  }

  @Test func `Custom templates must be UTF-8 and not too large`() throws {
    try withFolder(["types.swift.stencil": String(repeating: "x", count: 300_000)]) { folder in
      try Data([0xFF]).write(to: URL(fileURLWithPath: path + "/client.swift.stencil"))
      #expect(
        findings(folder) == [
          "client.swift.stencil:1:1: error: the template isn't valid UTF-8 [unreadable-file]",
          "types.swift.stencil:1:1: error: the template is larger than 262144 bytes [file-too-large]",
        ])
    }
    #expect(findings(TemplateFolder(path: path)) == [":1:1: error: cannot read the folder [unreadable-file]"])
  }

  @Test func `Custom templates are named in findings about invalid Swift, with the line of the output`() throws {
    let client = "// One\n{% include \"types.swift.stencil\" %}\nlet a = 1\n{% include \"flows.swift.stencil\" %}\n"
    let files = [
      "client.swift.stencil": client, "types.swift.stencil": "let b = 1\n", "flows.swift.stencil": "let = 2\n",
    ]
    try withFolder(files) { folder in
      let generator = Generator(templates: try folder.read().templates)
      let error = #expect(throws: DiagnosticsError.self) { try generator.file(for: load(acme)) }
      let finding = try #require(error?.diagnostics.first)
      #expect(finding.location.description == "Acme.swift:4:5")
      #expect(finding.message.hasPrefix("rendered from \(path)/flows.swift.stencil, the file isn't valid Swift: "))
      #expect(finding.sourceLine == "let = 2")
    }
  }

  /// A string that is escaped for a comment isn't escaped for a literal, so a quotation mark ends the literal.
  @Test func `Custom templates can't turn a string into code`() throws {
    let flows = "let name = \"{{ client.name }}\"\n"
    try withFolder(["flows.swift.stencil": flows]) { folder in
      let generator = Generator(templates: try folder.read().templates)
      #expect(try generator.file(for: load(acme)).contents.hasSuffix("let name = \"Acme\"\n"))
      let name = #"'Acme"; let injected = "yes'"#
      let error = #expect(throws: DiagnosticsError.self) {
        try generator.file(for: load(acme.replacing("name: Acme", with: "name: \(name)")))
      }
      let finding = try #require(error?.diagnostics.first)
      #expect(
        finding.message
          == "rendered from \(path)/flows.swift.stencil, a string of the descriptor would become code: '\"'")
      #expect(finding.sourceLine == #"let name = "Acme"; let injected = "yes""#)
    }
  }

  @Test func `Custom templates start as copies of the built-in ones`() throws {
    try withFolder([:]) { folder in
      let paths = try folder.eject(replacing: false)
      #expect(paths == TemplateSet.builtIn.files.keys.sorted().map { "\(path)/\($0)" })
      #expect(try folder.read().templates.isBuiltIn)
      let error = #expect(throws: DiagnosticsError.self) { try folder.eject(replacing: false) }
      #expect(error?.diagnostics.map(\.location.file) == paths)
      #expect(error?.diagnostics.first?.message == "the file exists; --force replaces it")
      try Data("mine".utf8).write(to: URL(fileURLWithPath: paths[0]))
      #expect(try folder.eject(replacing: true) == paths)
      #expect(try folder.read().templates.isBuiltIn)
    }
  }

  @Test func `Custom templates have the error and the fix that the explanation shows`() {
    guard case .template(let wrong, let right) = DiagnosticCode.generation.invalidTemplate.explanation.example else {
      Issue.record("no example")
      return
    }
    func findings(_ text: String) -> [DiagnosticCode] {
      TemplateSet(files: [TemplateSet.client: text]).findings.map(\.code)
    }
    #expect(findings(wrong) == [.generation.invalidTemplate])
    #expect(findings(right) == [])
  }
}

@Suite struct `The context of templates` {
  private struct Page: TemplateModel {
    var rows: [Row]

    static let fields: [TemplateField<Self>] = [
      .list("rows", "All | rows.") { $0.rows }, .model("first", "The first.") { $0.rows[0] },
    ]
  }

  private struct Row: TemplateModel {
    static let fields: [TemplateField<Self>] = [
      .text("name", "Its name.") { _ in "" }, .flag("isLong", "Whether it is.") { _ in true },
    ]
  }

  @Test func `The template context is a table of all keys, with types and descriptions`() {
    let lines = TemplateContext.markdown(of: Page.keys).split(separator: "\n").suffix(6)
    #expect(
      lines == [
        "| `rows` | list | All \\| rows. |", "| `rows[].name` | text | Its name. |",
        "| `rows[].isLong` | flag | Whether it is. |",
        "| `first` | map | The first. |", "| `first.name` | text | Its name. |",
        "| `first.isLong` | flag | Whether it is. |",
      ])
  }

  @Test func `The template context contains every key of the model`() {
    let markdown = TemplateContext.markdown
    for key in FileModel.keys { #expect(markdown.contains("| `\(key.name)` | \(key.type) |")) }
  }

  @Test func `The template context describes every key`() {
    func all(_ keys: [TemplateKey]) -> [TemplateKey] { keys.flatMap { [$0] + all($0.parts) } }
    #expect(all(FileModel.keys).filter(\.doc.isEmpty).map(\.name) == [])
  }
}
