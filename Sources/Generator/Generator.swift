import AuthDescriptor

/// Turns descriptors into Swift files: model, rendering, check.
///
/// ```swift
/// let generator = Generator()
/// let file = try generator.file(for: DescriptorLoader().load("auth0"))
/// ```
///
/// A generator belongs to one task; it keeps its templates in lexed form, so use one for all providers of a run.
public struct Generator {
  private let renderer: TemplateRenderer
  private let fileCheck: RenderedFileCheck

  /// Makes a generator.
  ///
  /// - Parameter templates: What generated files look like.
  public init(templates: TemplateSet = .builtIn) {
    self.init(renderer: TemplateRenderer(templates: templates), fileCheck: RenderedFileCheck())
  }

  init(renderer: TemplateRenderer, fileCheck: RenderedFileCheck) {
    self.renderer = renderer
    self.fileCheck = fileCheck
  }

  /// The file of one provider, named after its type. The same descriptor makes the same bytes.
  ///
  /// - Throws: What in the descriptor cannot be said in Swift, or what is wrong with the template.
  public func file(for descriptor: LoadedDescriptor) throws(DiagnosticsError) -> GeneratedFile {
    let model = try ClientModelBuilder.model(of: descriptor)
    let contents = try renderer.render(TemplateSet.client, model)
    let path = model.type + ".swift"
    try fileCheck.check(
      contents, template: TemplateSet.client, path: path, expected: ExpectedDeclarations.of(model))
    return GeneratedFile(path: path, contents: contents)
  }
}
