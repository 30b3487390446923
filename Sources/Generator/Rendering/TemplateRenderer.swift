import AuthDescriptor
import Stencil

/// Renders models with Stencil. Only this file and `NodeParser` use it.
///
/// Stencil's types aren't `Sendable`, so a renderer must stay in one task. It reads each template once, regardless of the
/// number of providers.
package final class TemplateRenderer {
  private let parsed: ParsedTemplates
  private let linter: TemplateLinter
  private var linted: [String: [Diagnostic]] = [:]

  package init(templates: TemplateSet) {
    linter = TemplateLinter(templates: templates)
    parsed = ParsedTemplates(templates)
  }

  package func render(_ name: String, _ model: some TemplateModel) throws(DiagnosticsError) -> String {
    try lint(name, shape: type(of: model).shape)
    guard case .map(let members) = model.templateValue else { return "" }
    do {
      return try parsed.render(name, members.mapValues(\.stencilValue))
    } catch {
      // Stencil's own positions are unreliable, and the linter reports all errors that have a position.
      let location = SourceLocation(file: linter.templates.displayName(of: name))
      throw DiagnosticsError([Diagnostic(.generation.invalidTemplate, "\(error)", at: location)])
    }
  }

  /// A test checks the built-in templates, so they aren't linted in every run.
  private func lint(_ name: String, shape: @autoclosure () -> TemplateShape) throws(DiagnosticsError) {
    if linter.templates.isBuiltIn { return }
    let findings = linted[name] ?? linter.check(name, shape: shape())
    linted[name] = findings
    if !findings.isEmpty { throw DiagnosticsError(findings) }
  }
}

/// Caches the nodes of each template. Stencil itself would parse a template for each render and each `include`.
private final class ParsedTemplates {
  private let templates: TemplateSet
  private let environment = Environment()
  private var nodes: [String: [any NodeType]] = [:]

  init(_ templates: TemplateSet) {
    self.templates = templates
  }

  func render(_ name: String, _ members: [String: Any]) throws -> String {
    try nodes(of: name).text(in: Context(dictionary: members, environment: environment))
  }

  private func nodes(of name: String) throws -> [any NodeType] {
    if let nodes = nodes[name] { return nodes }
    guard let text = templates.files[name] else { throw TemplateSyntaxError("unknown template '\(name)'") }
    let pieces = TemplateTrim.trimmed(TemplateScanner(text, name: name).pieces)
    // The nodes call it when they're rendered, and this object owns them.
    var parser = NodeParser(pieces, environment) { [unowned self] in try nodes(of: $0) }
    let parsed = try parser.parse()
    nodes[name] = parsed
    return parsed
  }
}

extension TemplateValue {
  /// The untyped value for Stencil.
  fileprivate var stencilValue: Any {
    switch self {
    case .text(let text): text
    case .flag(let flag): flag
    case .list(let values): values.map(\.stencilValue)
    case .map(let members): Members(members.mapValues(\.stencilValue))
    }
  }
}
