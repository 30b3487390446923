import AuthDescriptor
import AuthGenerator

/// Turns descriptors into DocC tutorials: pages, the files of their steps, and a table of contents.
///
/// A generator must stay in one task. It caches its lexed templates.
public struct TutorialGenerator {
  private let templates: TemplateSet
  private let origin: NewPackage.Origin
  private let renderer: TemplateRenderer

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - templates: The templates of the pages and programs.
  ///   - origin: The location of swift-auth-generator for the tutorials' packages.
  public init(templates: TemplateSet = .tutorials, origin: NewPackage.Origin = .sibling) {
    (self.templates, self.origin) = (templates, origin)
    renderer = TemplateRenderer(templates: templates)
  }

  /// Generates the tutorials of a provider and its variants, each in a folder named after its type.
  ///
  /// - Parameters:
  ///   - descriptor: The provider.
  ///   - text: The source text of the descriptor, if it isn't in the catalog.
  /// - Throws: The strings of the descriptor that can't be converted to Swift, or the errors in a template.
  public func files(for descriptor: LoadedDescriptor, text: String?) throws(DiagnosticsError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for variant in [descriptor] + descriptor.variants {
      var builder = try TutorialBuilder(variant, of: descriptor, text: text, origin: origin, renderer: renderer)
      files += try builder.build()
    }
    for file in files where file.path.hasSuffix(".swift") { try check(file) }
    try OutputName.check(files, of: descriptor)
    return files
  }

  /// Generates the table of contents of several providers, with its images.
  public func contents(of descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> [GeneratedFile] {
    let all = descriptors.flatMap { [$0] + $0.variants }.map(\.descriptor)
      .sorted { $0.nameOrder < $1.nameOrder }
    func pages(isBackend: Bool) -> [ContentsModel.Page] {
      all.filter { $0.usesBackend == isBackend }.flatMap { provider in
        TutorialBuilder.pages.map { ContentsModel.Page(file: "\(provider.swiftType)-\($0)") }
      }
    }
    let model = ContentsModel(apps: pages(isBackend: false), servers: pages(isBackend: true))
    let page = try renderer.render("contents.tutorial.stencil", model)
    var files = [GeneratedFile(path: Self.contents + ".tutorial", contents: page, source: Self.source)]
    for (hasServer, chapter) in [(false, "App"), (true, "Server")] {
      guard !(hasServer ? model.servers : model.apps).isEmpty else { continue }
      for (ending, ink, box, paper) in Self.colors {
        let picture = ChapterModel(ink: ink, box: box, paper: paper, hasServer: hasServer)
        let text = try renderer.render("chapter.svg.stencil", picture)
        files.append(
          GeneratedFile(path: "\(Self.contents)-\(chapter)\(ending).svg", contents: text, source: Self.source))
      }
    }
    return files
  }

  private static let colors = [
    ("", "#1d1d1f", "#dfeaf9", "#ffffff"), ("~dark", "#f5f5f7", "#31507a", "#26282c"),
  ]

  /// The model of each template.
  static let shapes: [(name: String, shape: TemplateShape)] = [
    ("signin.tutorial.stencil", TutorialModel.shape), ("session.tutorial.stencil", TutorialModel.shape),
    ("contents.tutorial.stencil", ContentsModel.shape), ("chapter.svg.stencil", ChapterModel.shape),
    ("package.swift.stencil", PackageModel.shape), ("app.swift.stencil", ProgramModel.shape),
    ("server.swift.stencil", ProgramModel.shape),
  ]

  /// The source of the table of contents, which isn't generated from a single descriptor.
  static let source = SourceLocation.builtInPrefix + "contents"
  private static let contents = "SignInTutorials"

  private func check(_ file: GeneratedFile) throws(DiagnosticsError) {
    try RenderedFileCheck().checkIsSwift(file.contents, path: file.path, from: "the tutorial's templates")
  }
}
