import AuthDescriptor
import AuthGenerator

/// Turns descriptors into DocC articles: a page for each provider, and an index of them.
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

  /// The index of several providers.
  public func index(of descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> GeneratedFile {
    let entries = descriptors.sorted { $0.descriptor.nameOrder < $1.descriptor.nameOrder }.map(Self.entry)
    let page = try renderer.render("providers.md.stencil", PageIndexModel(entries: entries))
    return GeneratedFile(path: "Providers.md", contents: page, source: TutorialGenerator.source)
  }

  private static func entry(_ loaded: LoadedDescriptor) -> PageIndexModel.Entry {
    let faces = ([loaded] + loaded.variants).map(\.descriptor)
    func word(_ fact: (ProviderDescriptor) -> Bool) -> String { faces.contains(where: fact) ? "yes" : "no" }
    let exchanges = Set(faces.map(\.usesBackend)).sorted { !$0 && $1 }
    return PageIndexModel.Entry(
      page: page(of: loaded.descriptor), id: TutorialProse.code(loaded.descriptor.id),
      exchange: exchanges.map { $0 ? "server" : "client" }.joined(separator: ", "),
      refreshes: word(\.canRefresh), endsSession: word(\.canEndSession), revokes: word(\.canRevoke),
      verified: loaded.descriptor.provenance.verified.map(TutorialProse.text) ?? "")
  }

  /// DocC finds a page anywhere in a catalog by its file name, so each name begins with the provider's type.
  private static func page(of descriptor: ProviderDescriptor) -> String { descriptor.swiftType + "-Provider" }

  /// The shapes of the models that the templates are rendered with.
  static let shapes: [(name: String, shape: TemplateShape)] = [
    ("provider.md.stencil", PageModel.shape), ("providers.md.stencil", PageIndexModel.shape),
  ]
}

extension ProviderDescriptor {
  /// The key that sorts providers in lists for people.
  var nameOrder: (String, String) { (name.lowercased(), swiftType) }
}
