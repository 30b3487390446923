import AuthDescriptor
import AuthGenerator
import AuthTutorials

/// The kind of files that a run generates.
enum GenerationProduct: Sendable {
  case clients(TemplateSet, GeneratorSettings)
  case documentation(TemplateSet, DocumentationParts)
  /// Tests of the descriptors' examples, which have no templates.
  case examples(ExampleTests)

  var templates: TemplateSet {
    switch self {
    case .clients(let templates, _), .documentation(let templates, _): templates
    case .examples: .builtIn
    }
  }

  func with(_ templates: TemplateSet) -> GenerationProduct {
    switch self {
    case .clients(_, let settings): .clients(templates, settings)
    case .documentation(_, let parts): .documentation(templates, parts)
    case .examples: self
    }
  }

  /// The errors in its templates.
  var findings: [Diagnostic] {
    switch self {
    case .clients(let templates, _): templates.findings
    case .documentation(let templates, _): templates.tutorialFindings
    case .examples: []
    }
  }

  /// Whether ``common(to:)`` returns any files.
  var needsAllDescriptors: Bool {
    if case .documentation = self { true } else { false }
  }

  /// Generates the files of one descriptor.
  typealias Renderer = (LoadedDescriptor) throws(DiagnosticsError) -> [GeneratedFile]

  /// Makes a renderer for one task.
  func makeRenderer(_ loader: DescriptorLoader) -> Renderer {
    switch self {
    case .clients(let templates, let settings):
      let generator = Generator(templates: templates, settings: settings)
      return { (descriptor) throws(DiagnosticsError) in [try generator.file(for: descriptor)] }
    case .documentation(let templates, let parts):
      let tutorials = TutorialGenerator(templates: templates, origin: parts.origin)
      let pages = PageGenerator(templates: templates)
      return { (descriptor) throws(DiagnosticsError) in
        var files: [GeneratedFile] = []
        if parts.hasTutorials(of: descriptor) {
          files += try tutorials.files(for: descriptor, text: loader.text(ofFile: descriptor.file))
        }
        if parts.hasPages { files.append(try pages.file(for: descriptor)) }
        return files
      }
    case .examples(let tests):
      return { (descriptor) throws(DiagnosticsError) in try tests.file(for: descriptor).map { [$0] } ?? [] }
    }
  }

  /// The files that all descriptors share.
  func common(to descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> [GeneratedFile] {
    guard case .documentation(let templates, let parts) = self, !descriptors.isEmpty else { return [] }
    let tutorials = TutorialGenerator(templates: templates, origin: parts.origin)
    return (parts.tutorials == nil ? [] : try tutorials.contents(of: descriptors))
      + (parts.hasPages ? [try PageGenerator(templates: templates).index(of: descriptors)] : [])
  }
}

/// The files that `authgen docs` writes.
struct DocumentationParts: Sendable {
  /// The descriptors that get tutorials.
  enum Choice: Sendable {
    case all, committed
  }

  /// The tutorials to write, or `nil` for none.
  var tutorials: Choice? = .all
  /// Whether each provider gets an article.
  var hasPages = false
  /// The location of swift-auth-generator for the tutorials' packages.
  var origin = NewPackage.Origin.sibling

  func hasTutorials(of descriptor: LoadedDescriptor) -> Bool {
    switch tutorials {
    case .all: true
    case .committed: descriptor.descriptor.docs.tutorial == .committed
    case nil: false
    }
  }
}
