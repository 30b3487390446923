import Foundation

@testable import AuthDescriptor
@testable import AuthGenerator

extension FuzzEntry {
  /// A developer's template. A zero byte separates it from a template that it may include.
  static let template = FuzzEntry(longest: 2048, seeds: ["Templates"]) { bytes in
    let (first, second) = bytes.halves
    let templates = TemplateSet(files: ["page.stencil": first.text, "part.stencil": second.text])
    do {
      let text = try rendered(templates, label: "{{ name }}")
      try require(try rendered(templates, label: "{{ name }}") == text, "rendering a page again changes its text")
      // A value has no effect on the text around it. Filters may change its letters.
      let other = try rendered(templates, label: "@@@@@@@@@@")
      try require(text.count { $0 == "%" } == other.count { $0 == "%" }, "a value is run as a template")
    } catch let error as DiagnosticsError {
      for diagnostic in error.diagnostics { try check(diagnostic) }
      return .rejected
    }
    return .accepted
  }

  private static func rendered(_ templates: TemplateSet, label: String) throws(DiagnosticsError) -> String {
    let page = Page(name: "Example % <ID>", isFirst: true, rows: [Page.Row(label: label)])
    return try TemplateRenderer(templates: templates).render("page.stencil", page)
  }

  private struct Page: TemplateModel {
    struct Row: TemplateModel {
      var label: String
      static let fields: [TemplateField<Self>] = [.text("label", "A label.") { $0.label }]
    }

    var name: String
    var isFirst: Bool
    var rows: [Row]

    static let fields: [TemplateField<Self>] = [
      .text("name", "A name.") { $0.name },
      .flag("isFirst", "Whether it's the first page.") { $0.isFirst },
      .list("rows", "The rows.") { $0.rows },
    ]
  }
}
