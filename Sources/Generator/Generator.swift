import AuthConfiguration
import AuthDescriptor

/// Turns descriptors into Swift files: builds a model, renders it, and checks the result.
///
/// ```swift
/// let generator = Generator()
/// let file = try generator.file(for: DescriptorLoader().load("auth0"))
/// ```
///
/// A generator must stay in one task. It caches its lexed templates, so use one generator for all providers of a run.
public struct Generator {
  private let templates: TemplateSet
  private let access: AccessLevel?
  private let comments: [String]
  private let renderer: TemplateRenderer
  private let fileCheck = RenderedFileCheck()

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - templates: The templates of generated files.
  ///   - settings: The settings that all files share. By default, declarations generated from a descriptor next to an app's
  ///     code (`<name>.auth.yaml`) are internal, and all others are public.
  public init(templates: TemplateSet = .builtIn, settings: GeneratorSettings = GeneratorSettings()) {
    self.templates = templates
    access = settings.access
    comments = settings.comments
    renderer = TemplateRenderer(templates: templates)
  }

  /// Generates the file of one provider and its variants. Its name is that of the provider's type. For a descriptor next to an
  /// app's code, it's that of the descriptor: `Login.auth.yaml` generates `Login.swift`. The same descriptor always generates
  /// the same bytes.
  ///
  /// - Throws: The strings of the descriptor that can't be converted to Swift, or the errors in the template.
  public func file(for descriptor: LoadedDescriptor) throws(DiagnosticsError) -> GeneratedFile {
    let descriptors = [descriptor] + descriptor.variants
    let model = try model(of: descriptors)
    try rejectRepetitions(of: model.clients, in: descriptors)
    let contents = try renderer.render(TemplateSet.client, model)
    let path = (descriptor.isOfApp ? descriptor.fileStem : model.clients[0].type) + ".swift"
    let inert = try inertContents(of: descriptors)
    try fileCheck.check(contents, path: path, expected: inert) { line in
      TemplateTrace(templates: templates).template(ofLine: line, model)
    }
    // A rendered string can occupy twice the memory that it needs, and a run keeps the files of all descriptors.
    let compact = String(decoding: Array(commented(contents).utf8), as: UTF8.self)
    let file = GeneratedFile(path: path, contents: compact, source: descriptor.file)
    try OutputName.check([file], of: descriptor)
    return file
  }

  /// The file with inert strings. Only its code is the same as in the real file.
  func inertContents(of descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> String {
    try InertText.using { () throws(DiagnosticsError) in
      try renderer.render(TemplateSet.client, model(of: descriptors))
    }
  }

  private func model(of descriptors: [LoadedDescriptor]) throws(DiagnosticsError) -> FileModel {
    let access = access ?? (descriptors[0].isOfApp ? .internal : .public)
    var clients: [ClientModel] = []
    for descriptor in descriptors { clients.append(try ClientModelBuilder.model(of: descriptor, access: access)) }
    var text = SwiftText(descriptors[0])
    return FileModel(
      source: text.plain(descriptors[0].fileName, "id"), access: access.prefix,
      needsFoundation: descriptors.contains(where: \.descriptor.needsFoundation),
      runtimeVersion: PackageVersion.runtimeVersion, clients: clients)
  }

  /// Inserts the settings' comments after the first line. The first line is how authgen recognizes its files.
  private func commented(_ contents: String) -> String {
    guard !comments.isEmpty, let end = contents.firstIndex(of: "\n") else { return contents }
    return contents[..<end] + comments.map { "\n// \($0)" }.joined() + contents[end...]
  }

  private func rejectRepetitions(
    of clients: [ClientModel], in descriptors: [LoadedDescriptor]
  ) throws(DiagnosticsError) {
    var seen: Set<String> = []
    for (client, descriptor) in zip(clients, descriptors) where !seen.insert(client.type).inserted {
      let message = "two variants have the type name '\(client.type)'; set 'swift.type' in one of them"
      throw DiagnosticsError([Diagnostic(.names.nameConflict, message, at: descriptor.location(of: ["id"]))])
    }
  }
}
