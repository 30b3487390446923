import AuthDescriptor
import AuthGenerator

/// What a run makes of its descriptors.
enum DescriptorProduct: Sendable {
  case clients(TemplateSet, GeneratorSettings)
  case tutorials(TemplateSet, NewPackage.Origin)

  var templates: TemplateSet {
    switch self {
    case .clients(let templates, _), .tutorials(let templates, _): templates
    }
  }

  func with(_ templates: TemplateSet) -> DescriptorProduct {
    switch self {
    case .clients(_, let settings): .clients(templates, settings)
    case .tutorials(_, let origin): .tutorials(templates, origin)
    }
  }

  /// Whether ``common(to:)`` makes anything.
  var needsAllDescriptors: Bool {
    if case .tutorials = self { true } else { false }
  }

  /// The files of one descriptor.
  typealias Maker = (LoadedDescriptor) throws(DiagnosticsError) -> [GeneratedFile]

  /// A maker for one task.
  func maker(_ loader: DescriptorLoader) -> Maker {
    switch self {
    case .clients(let templates, let settings):
      let generator = Generator(templates: templates, settings: settings)
      return { (descriptor) throws(DiagnosticsError) in [try generator.file(for: descriptor)] }
    case .tutorials(let templates, let origin):
      let generator = TutorialGenerator(templates: templates, origin: origin)
      return { (descriptor) throws(DiagnosticsError) in
        try generator.files(for: descriptor, text: loader.text(ofFile: descriptor.file))
      }
    }
  }

  /// The files that all descriptors have in common.
  func common(to descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> [GeneratedFile] {
    guard case .tutorials(let templates, let origin) = self, !descriptors.isEmpty else { return [] }
    return try TutorialGenerator(templates: templates, origin: origin).contents(of: descriptors)
  }
}
