import AuthDescriptor
import AuthTutorials
import Foundation
import TestSupport
import Testing

@testable import AuthGenerator

private struct Page: TemplateModel {
  var title = "Title"
  var isShown = true
  var rows = [Row(name: "one"), Row(name: "two")]
  var lines = ["a", "b"]

  static let fields: [TemplateField<Self>] = [
    .text("title", "The title.") { $0.title }, .flag("isShown", "Shown.") { $0.isShown },
    .list("rows", "The rows.") { $0.rows },
    TemplateField(name: "lines", doc: "Lines.", shape: .list(.text)) { .list($0.lines.map(TemplateValue.text)) },
  ]
}

private struct Row: TemplateModel {
  var name: String

  static let fields: [TemplateField<Self>] = [.text("name", "The name.") { $0.name }]
}

private func lint(_ template: String, including files: [String: String] = [:]) -> [String] {
  let templates = TemplateSet(files: files.merging(["t": template]) { _, own in own })
  return TemplateLinter(templates: templates).check("t", shape: Page.shape).map { "\($0.location): \($0.message)" }
}

@Suite struct `The template linter` {
  @Test(arguments: [
    ("{{ title }}", []),
    ("{% for row in rows %}{{ row.name }}{% endfor %}", []),
    ("{% for line in lines %}{{ line }}{% endfor %}", []),
    ("{% if isShown and not rows %}a{% elif lines %}b{% else %}c{% endif %}", []),
    ("{# a comment #}", []),
    ("let x = { a }; let y = [{ }]", []),
    ("a\n  {{ titel }}", ["t:2:3: 'titel' isn't in the model; did you mean 'title'?"]),
    ("{{ Title }}", ["t:1:1: 'Title' isn't in the model; did you mean 'title'?"]),
    ("{{ title.name }}", ["t:1:1: 'title.name' isn't in the model"]),
    ("{% for row in rows %}{% endfor %}{{ row }}", ["t:1:34: 'row' isn't in the model; did you mean 'rows'?"]),
    ("{% for row in row %}{% endfor %}", ["t:1:1: 'row' isn't in the model; did you mean 'rows'?"]),
    ("{% for row in title %}{% endfor %}", ["t:1:1: 'title' is not a list"]),
    ("{% for a, b in rows %}{% endfor %}", ["t:1:1: expected 'for name in list'"]),
    ("{{ rows }}", ["t:1:1: 'rows' isn't text"]),
    ("{% if title %}{% endif %}", ["t:1:1: 'title' isn't a condition; expected a flag or a list"]),
    ("{% if %}{% endif %}", ["t:1:1: the condition is empty"]),
    (
      "{% if isShown and %}{% endif %}",
      ["t:1:1: 'isShown and' isn't a condition; expected keys with 'not', 'and', and 'or'"]
    ),
    ("{{ title|uppercase }}{{ lines|join:\"|\"|lowercase }}", []),
    ("{{ title|upercase }}", ["t:1:1: unknown filter 'upercase'; did you mean 'uppercase'?"]),
    ("{{ title|nl }}", ["t:1:1: unknown filter 'nl'; expected one of capitalize, join, lowercase, uppercase"]),
    ("{{ titel|nl }}", ["t:1:1: 'titel' isn't in the model; did you mean 'title'?"]),
    ("{{ lines|uppercase }}", ["t:1:1: 'uppercase' needs text"]),
    ("{{ title|join:\",\" }}", ["t:1:1: 'join' needs a list of text"]),
    ("{{ lines|join }}", ["t:1:1: expected 'join:\", \"'"]),
    ("{{ title|uppercase:\"a\" }}", ["t:1:1: the filter 'uppercase' doesn't accept an argument"]),
    (
      "{% if rows|first %}{% endif %}",
      ["t:1:1: 'rows|first' has a filter; filters are only allowed between '{{' and '}}'"]
    ),
    ("{{ title ", ["t:1:1: the tag isn't closed on its line"]),
    ("{{ title\n}}", ["t:1:1: the tag isn't closed on its line"]),
    ("{#if DEBUG", ["t:1:1: the tag isn't closed on its line"]),
    ("{{{ title }}", ["t:1:1: three braces in a row; add a space between them"]),
    ("{{ title }}}", ["t:1:1: three braces in a row; add a space between them"]),
    ("{% if isShown %}", ["t:1:1: 'if' isn't closed"]),
    ("{% endif %}", ["t:1:1: 'endif' without 'if'"]),
    ("{% for row in rows %}{% endif %}{% endfor %}", ["t:1:22: 'endif' without 'if'"]),
    ("{% else %}", ["t:1:1: 'else' without 'if'"]),
    ("{% if isShown %}{% else %}{% else %}{% endif %}", ["t:1:27: 'else' after 'else'"]),
    ("{% if isShown %}{% else %}{% elif isShown %}{% endif %}", ["t:1:27: 'elif' after 'else'"]),
    ("{% now %}", ["t:1:1: the tag 'now' isn't allowed in templates"]),
    ("{% fro row in rows %}", ["t:1:1: the tag 'fro' isn't allowed in templates; did you mean 'for'?"]),
    ("é 👩‍💻 {{ titel }}", ["t:1:7: 'titel' isn't in the model; did you mean 'title'?"]),
    ("{% include \"u\" %}", ["t:1:1: unknown template 'u'; did you mean 't'?"]),
    ("{% include u %}", ["t:1:1: expected 'include \"name\"'"]),
    ("a\né\u{10FF01}b\u{10FF04}", ["t:2:2: the character U+10FF01 isn't allowed in templates; remove it"]),
    ("\u{10FEFF}\u{10FF05}", []),
  ]) func `The template linter reports mistakes that Stencil silently ignores`(_ template: String, _ expected: [String])
  {
    #expect(Set(lint(template)) == Set(expected))
  }

  @Test func `The template linter checks included templates in the scope of the including template`() {
    let row = ["row": "{{ row.nam }}"]
    #expect(
      lint("{% for row in rows %}{% include \"row\" %}{% endfor %}", including: row) == [
        "row:1:1: 'row.nam' isn't in the model; did you mean 'name'?"
      ])
  }

  @Test func `The template linter rejects templates that include themselves`() {
    #expect(lint("{% include \"t\" %}") == ["t:1:1: 't' includes itself"])
    #expect(lint("{% include \"u\" %}", including: ["u": "{% include \"t\" %}"]) == ["u:1:1: 't' includes itself"])
  }

  @Test func `The template linter rejects templates that include others too deeply or too often`() {
    let often = String(repeating: "{% include \"u\" %}", count: 1001)
    #expect(lint(often, including: ["u": "text"]) == ["t:1:17001: more than 1000 templates are included"])
    var deep: [String: String] = ["9": ""]
    for number in 1...8 { deep["\(number)"] = String(repeating: "{% include \"\(number + 1)\" %}", count: 10) }
    #expect(Set(lint("{% include \"1\" %}", including: deep)).contains("7:1:1: templates are included too deeply"))
  }

  @Test(arguments: [("Templates", TemplateSet.builtIn), ("Templates/docs", TemplateSet.tutorials)])
  func `The built-in templates are the files of their folder`(folder: String, templates: TemplateSet) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.file(folder).path)
    #expect(Set(names.filter { $0.hasSuffix(".stencil") }) == Set(templates.files.keys))
    for (name, text) in templates.files {
      #expect(try String(contentsOf: Repository.file("\(folder)/\(name)"), encoding: .utf8) == text)
    }
  }

  @Test func `The template linter accepts the built-in templates`() {
    #expect(TemplateLinter(templates: .builtIn).check(TemplateSet.client, shape: FileModel.shape) == [])
  }
}

@Suite struct `Rendering` {
  private func render(_ template: String, _ page: Page = Page()) throws -> String {
    try TemplateRenderer(templates: TemplateSet(files: ["t": template])).render("t", page)
  }

  @Test func `Rendering removes lines that contain only tags`() throws {
    #expect(try render("a\n{% for row in rows %}\n  {{ row.name }}\n{% endfor %}\nb\n") == "a\n  one\n  two\nb\n")
  }

  @Test func `Rendering inserts values without interpreting them`() throws {
    let page = Page(title: "{{ isShown }} <&> {% now %}", rows: [Row(name: "nil")])
    #expect(try render("{{ title }}{% for row in rows %}{{ row.name }}{% endfor %}", page) == page.title + "nil")
  }

  @Test func `Rendering fails for a template with a mistake, every time`() {
    let renderer = TemplateRenderer(templates: TemplateSet(files: ["t": "{{ titel }}"]))
    for _ in 0..<2 { #expect(throws: DiagnosticsError.self) { try renderer.render("t", Page()) } }
  }

  @Test func `Rendering supports the filters that the linter allows`() throws {
    #expect(try render("{{ title|uppercase }} {{ title|lowercase }} {{ lines|join:\", \" }}") == "TITLE title a, b")
    #expect(try render("{{ title|lowercase|capitalize }}") == "Title")
  }
}

@Suite struct `Block tags` {
  @Test(arguments: [
    ("a\n  {% x %}\n  b\n", "a\n{% x %}  b\n"), ("{% x %}\n{% y %}\n", "{% x %}{% y %}"),
    ("{% x %} \t\n\nb", "{% x %}\nb"), ("a {% x %} b", "a{% x %} b"), ("{% x %}  {% y %}", "{% x %}{% y %}"),
    ("  {{ v }}  \n", "  {{ v }}  \n"), ("  {# c #}  \n", "  {# c #}  \n"), ("{% x %}", "{% x %}"), ("é\n", "é\n"),
    ("", ""),
  ]) func `Block tags leave neither spaces nor an empty line`(_ template: String, _ expected: String) {
    #expect(TemplateTrim.trimmed(TemplateScanner(template, name: "t").pieces).map(source).joined() == expected)
  }

  private func source(_ piece: TemplatePiece) -> String {
    switch piece {
    case .text(let text): text
    case .tag(let tag):
      switch tag.kind {
      case .block: "{% \(tag.content) %}"
      case .variable: "{{ \(tag.content) }}"
      case .comment: "{# \(tag.content) #}"
      }
    }
  }
}

@Suite struct `Conditions and values` {
  private func render(_ template: String) throws -> String {
    try TemplateRenderer(templates: TemplateSet(files: ["t": template])).render("t", Page(lines: []))
  }

  @Test(arguments: [
    ("isShown", true), ("not isShown", false), ("not not isShown", true), ("lines", false), ("rows", true),
    ("lines or rows", true), ("lines and rows", false), ("isShown or lines and lines", true),
    ("not lines and rows", true), ("not rows or not lines", true), ("rows and not isShown", false),
  ]) func `Template conditions give not precedence over and, and and over or`(_ condition: String, _ expected: Bool)
    throws
  {
    #expect(try render("{% if \(condition) %}yes{% else %}no{% endif %}") == (expected ? "yes" : "no"))
  }

  @Test func `Template conditions choose the first branch that is true`() throws {
    #expect(try render("{% if lines %}a{% elif rows %}b{% elif isShown %}c{% else %}d{% endif %}e") == "be")
    #expect(try render("{% if lines %}a{% endif %}e") == "e")
  }

  @Test func `Template conditions can be nested`() throws {
    let template =
      "{% for row in rows %}{% if isShown %}{{row.name}}{{ title }}{% for row in lines %}x{% endfor %}{% endif %}{% endfor %}"
    #expect(try render(template) == "oneTitletwoTitle")
  }

  @Test(arguments: ["and rows", "rows and", "rows lines", "not", "rows or or lines"])
  func `Template conditions are rejected if an operand is missing`(_ condition: String) {
    #expect(throws: DiagnosticsError.self) { try render("{% if \(condition) %}{% endif %}") }
  }

  @Test func `Template conditions keep braces that aren't tags`() throws {
    #expect(try render("{ {{ title }} } {{ title|uppercase }} }") == "{ Title } TITLE }")
  }
}
