import AuthDescriptor
import AuthGenerator

/// Turns descriptors into DocC articles: a page for each provider, and a matrix of them.
///
/// A generator must stay in one task. It caches its lexed templates.
public struct PageGenerator {
  private let renderer: TemplateRenderer

  /// Creates a generator.
  ///
  /// - Parameter templates: The templates of the articles.
  public init(templates: TemplateSet = .tutorials) {
    renderer = TemplateRenderer(templates: templates)
  }

  /// The article about a provider and its variants.
  ///
  /// - Throws: The errors about strings that can't be converted to Swift, or about a template.
  public func file(for descriptor: LoadedDescriptor) throws(DiagnosticsError) -> GeneratedFile {
    let page = try renderer.render("provider.md.stencil", try PageBuilder(descriptor).model)
    let file = GeneratedFile(
      path: Self.page(of: descriptor.descriptor) + ".md", contents: page, source: descriptor.file)
    try OutputName.check([file], of: descriptor)
    return file
  }

  /// The matrix of several providers: a table for each topic, and a row for each client.
  public func index(of descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> GeneratedFile {
    let sorted = descriptors.sorted { $0.descriptor.nameOrder < $1.descriptor.nameOrder }
    var rows: [(link: String, facts: ClientFacts)] = []
    for provider in sorted {
      let page = Self.page(of: provider.descriptor)
      for (index, facts) in try ClientFacts.all(of: provider).enumerated() {
        rows.append((index == 0 ? "<doc:\(page)>" : "[\(facts.name)](doc:\(page))", facts))
      }
    }
    let tables = ProviderFact.Topic.allCases.map { topic in
      let facts = ProviderFact.all.filter { $0.topic == topic && $0.isCompared }
      return MatrixTableModel(
        title: topic.rawValue, legend: topic.legend, columns: ["Client"] + facts.map(\.title),
        rows: rows.map { row in
          MatrixRowModel(client: row.link, values: facts.map { $0.value(row.facts).word })
        })
    }
    let pages = sorted.map { LineModel(text: Self.page(of: $0.descriptor)) }
    let page = try renderer.render("providers.md.stencil", MatrixModel(tables: tables, pages: pages))
    return GeneratedFile(path: "Providers.md", contents: page, source: TutorialGenerator.source)
  }

  /// DocC finds a page anywhere in a catalog by its file name, so each name begins with the provider's type.
  private static func page(of descriptor: ProviderDescriptor) -> String { descriptor.swiftType + "-Provider" }

  /// The shapes of the models that the templates are rendered with.
  static let shapes: [(name: String, shape: TemplateShape)] = [
    ("provider.md.stencil", PageModel.shape), ("providers.md.stencil", MatrixModel.shape),
  ]
}

extension ProviderDescriptor {
  /// The key that sorts providers in human-readable lists.
  var nameOrder: (String, String) { (name.lowercased(), swiftType) }
}
