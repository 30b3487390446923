import AuthDescriptor
import Stencil

/// Renders models with Stencil. The only file that knows it.
///
/// Nothing of Stencil is `Sendable`, so a renderer belongs to one task. It lexes each template once, however many
/// providers are rendered: lexing is the slow part.
final class TemplateRenderer {
  private let environment: Environment
  private let linter: TemplateLinter
  private var linted: [String: [Diagnostic]] = [:]

  init(templates: TemplateSet) {
    linter = TemplateLinter(templates: templates)
    environment = Environment(loader: LexedTemplates(templates), trimBehaviour: .smart)
  }

  func render(_ name: String, _ model: some TemplateModel) throws(DiagnosticsError) -> String {
    try lint(name, shape: type(of: model).shape)
    guard case .map(let members) = model.templateValue else { return "" }
    do {
      return try environment.renderTemplate(name: name, context: members.mapValues(\.stencilValue))
    } catch {
      // Stencil's own places are unreliable; what the linter let through has no place to report.
      throw DiagnosticsError([Diagnostic(.invalidTemplate, "\(error)", at: SourceLocation(file: name))])
    }
  }

  private func lint(_ name: String, shape: TemplateShape) throws(DiagnosticsError) {
    let findings = linted[name] ?? linter.check(name, shape: shape)
    linted[name] = findings
    if !findings.isEmpty { throw DiagnosticsError(findings) }
  }
}

/// Keeps each template's tokens, also of those that are included again and again.
private final class LexedTemplates: Loader {
  private let templates: TemplateSet
  private var lexed: [String: Template] = [:]

  init(_ templates: TemplateSet) {
    self.templates = templates
  }

  func loadTemplate(name: String, environment: Environment) throws -> Template {
    if let template = lexed[name] { return template }
    guard let text = templates.files[name] else { throw TemplateDoesNotExist(templateNames: [name], loader: self) }
    let template = Template(templateString: text, environment: environment, name: name)
    lexed[name] = template
    return template
  }
}

/// A map for Stencil. Not a dictionary, which it would bridge to Foundation's, with all it holds, at every step of every
/// path; not a struct, whose computed properties it cannot see and whose text `nil` it takes for a missing value.
private final class Members: DynamicMemberLookup {
  private let values: [String: Any]

  init(_ values: [String: Any]) {
    self.values = values
  }

  subscript(dynamicMember member: String) -> Any? { values[member] }
}

extension TemplateValue {
  /// The untyped value that Stencil wants.
  fileprivate var stencilValue: Any {
    switch self {
    case .text(let text): text
    case .flag(let flag): flag
    case .list(let values): values.map(\.stencilValue)
    case .map(let members): Members(members.mapValues(\.stencilValue))
    }
  }
}
