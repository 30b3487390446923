import AuthDescriptor
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

private func lint(_ template: String, beside files: [String: String] = [:]) -> [String] {
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
    ("a\n  {{ titel }}", ["t:2:3: 'titel' is not in the model; did you mean 'title'?"]),
    ("{{ Title }}", ["t:1:1: 'Title' is not in the model; did you mean 'title'?"]),
    ("{{ title.name }}", ["t:1:1: 'title.name' is not in the model"]),
    ("{% for row in rows %}{% endfor %}{{ row }}", ["t:1:34: 'row' is not in the model; did you mean 'rows'?"]),
    ("{% for row in row %}{% endfor %}", ["t:1:1: 'row' is not in the model; did you mean 'rows'?"]),
    ("{% for row in title %}{% endfor %}", ["t:1:1: 'title' is not a list"]),
    ("{% for a, b in rows %}{% endfor %}", ["t:1:1: expected 'for name in list'"]),
    ("{{ rows }}", ["t:1:1: 'rows' is not text"]),
    ("{% if title %}{% endif %}", ["t:1:1: 'title' is no condition; expected a flag or a list"]),
    ("{% if %}{% endif %}", ["t:1:1: the condition is empty"]),
    ("{{ title|uppercase }}", ["t:1:1: 'title|uppercase' is not in the model"]),
    ("{{ title ", ["t:1:1: the tag is not closed in its line"]),
    ("{{ title\n}}", ["t:1:1: the tag is not closed in its line"]),
    ("{#if DEBUG", ["t:1:1: the tag is not closed in its line"]),
    ("{{{ title }}", ["t:1:1: three braces in a row; put a blank between"]),
    ("{{ title }}}", ["t:1:1: three braces in a row; put a blank between"]),
    ("{% if isShown %}", ["t:1:1: 'if' is not closed"]),
    ("{% endif %}", ["t:1:1: 'endif' without 'if'"]),
    ("{% for row in rows %}{% endif %}{% endfor %}", ["t:1:22: 'endif' without 'if'"]),
    ("{% else %}", ["t:1:1: 'else' without 'if'"]),
    ("{% now %}", ["t:1:1: the tag 'now' is not allowed in templates"]),
    ("{% include \"u\" %}", ["t:1:1: there is no template 'u'"]),
    ("{% include u %}", ["t:1:1: expected 'include \"name\"'"]),
  ]) func `finds what Stencil would silently drop`(_ template: String, _ expected: [String]) {
    #expect(Set(lint(template)) == Set(expected))
  }

  @Test func `looks into included templates with the scope of the place`() {
    let row = ["row": "{{ row.nam }}"]
    #expect(
      lint("{% for row in rows %}{% include \"row\" %}{% endfor %}", beside: row) == [
        "row:1:1: 'row.nam' is not in the model; did you mean 'name'?"
      ])
  }

  @Test func `stops at templates that include themselves`() {
    #expect(lint("{% include \"t\" %}") == ["t:1:1: templates include one another too deeply"])
  }

  @Test func `accepts the built-in templates`() {
    #expect(TemplateLinter(templates: .builtIn).check(TemplateSet.client, shape: FileModel.shape) == [])
  }
}

@Suite struct `Rendering` {
  private func render(_ template: String, _ page: Page = Page()) throws -> String {
    try TemplateRenderer(templates: TemplateSet(files: ["t": template])).render("t", page)
  }

  @Test func `removes the lines of tags`() throws {
    #expect(try render("a\n{% for row in rows %}\n  {{ row.name }}\n{% endfor %}\nb\n") == "a\n  one\n  two\nb\n")
  }

  @Test func `writes values as they are`() throws {
    let page = Page(title: "{{ isShown }} <&> {% now %}", rows: [Row(name: "nil")])
    #expect(try render("{{ title }}{% for row in rows %}{{ row.name }}{% endfor %}", page) == page.title + "nil")
  }

  @Test func `stops at a template with a slip`() {
    #expect(throws: DiagnosticsError.self) { try render("{{ titel }}") }
  }
}
