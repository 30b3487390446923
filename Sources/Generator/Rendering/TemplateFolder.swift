import AuthDescriptor
import Foundation

/// A folder of the user's templates. Each replaces the built-in template with the same name.
public struct TemplateFolder: Sendable {
  /// The contents of the folder, combined with the built-in templates.
  public struct Contents: Sendable {
    /// The templates. Those that the folder lacks are the built-in ones.
    public var templates: TemplateSet
    /// Files in the folder that have no effect.
    public var warnings: [Diagnostic]
  }

  /// The maximum size of a template in bytes.
  static let sizeLimit = 256 << 10

  private let path: String
  private let builtIn: TemplateSet

  /// Uses the folder at that path.
  ///
  /// - Parameter builtIn: The templates that those in the folder replace.
  public init(path: String, builtIn: TemplateSet = .builtIn) {
    (self.path, self.builtIn) = (path, builtIn)
  }

  /// Reads the folder.
  ///
  /// - Throws: The templates that can't be read, are too large, or aren't valid UTF-8.
  public func read() throws(DiagnosticsError) -> Contents {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path).sorted() else {
      throw DiagnosticsError([
        Diagnostic(.files.unreadableFile, "cannot read the folder", at: SourceLocation(file: path))
      ])
    }
    var contents = Contents(templates: builtIn, warnings: [])
    var findings: [Diagnostic] = []
    for name in names where !name.hasPrefix(".") {
      guard builtIn.files[name] != nil else {
        if let warning = warning(name) { contents.warnings.append(warning) }
        continue
      }
      switch text(name) {
      case .success(let text): contents.templates.files[name] = text
      case .failure(let error): findings += error.diagnostics
      }
      contents.templates.paths[name] = file(name)
    }
    guard findings.isEmpty else { throw DiagnosticsError(findings + contents.warnings) }
    return contents
  }

  /// Writes the built-in templates into the folder.
  ///
  /// - Parameter replacing: Whether to replace files that already exist. Otherwise nothing is written if one exists.
  /// - Returns: The paths of all templates.
  /// - Throws: A finding for each template that already exists, unless `replacing` is `true`, or the errors of
  ///   ``OutputFolder/write(_:replacing:)``.
  public func eject(replacing: Bool) throws(DiagnosticsError) -> [String] {
    let names = builtIn.files.keys.sorted()
    let present = names.filter { FileManager.default.fileExists(atPath: file($0)) }
    guard replacing || present.isEmpty else {
      throw DiagnosticsError(
        present.map { name in
          let location = SourceLocation(file: file(name))
          return Diagnostic(.generation.unwritableOutput, "the file exists; --force replaces it", at: location)
        })
    }
    let files = names.map { GeneratedFile(path: $0, contents: builtIn.files[$0] ?? "") }
    try OutputFolder(path: path).write(files, replacing: replacing)
    return names.map(file)
  }

  private func file(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  private func warning(_ name: String) -> Diagnostic? {
    let suggestion = SpellingSuggestion.suggestion(for: name, among: builtIn.files.keys.sorted())
    guard name.hasSuffix(".stencil") || !suggestion.isEmpty else { return nil }
    let location = SourceLocation(file: file(name))
    return Diagnostic(
      .generation.unknownTemplate, "'\(name)' isn't the name of a template\(suggestion)", at: location)
  }

  private func text(_ name: String) -> Result<String, DiagnosticsError> {
    func failure(_ code: DiagnosticCode, _ message: String) -> Result<String, DiagnosticsError> {
      .failure(DiagnosticsError([Diagnostic(code, message, at: SourceLocation(file: file(name)))]))
    }
    let data: Data
    do throws(FileFailure) { data = try RegularFile.beginning(of: file(name), atMost: Self.sizeLimit + 1) } catch {
      return failure(.files.unreadableFile, "cannot read the template: \(error.reason)")
    }
    if data.count > Self.sizeLimit {
      return failure(.files.fileTooLarge, "the template is larger than \(Self.sizeLimit) bytes")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      return failure(.files.unreadableFile, "the template isn't valid UTF-8")
    }
    return .success(text)
  }
}

extension TemplateSet {
  /// The errors in the templates of clients.
  public var findings: [Diagnostic] { findings(in: [(Self.client, FileModel.shape)]) }

  /// The errors in templates that are rendered with models of these shapes.
  package func findings(in templates: [(name: String, shape: TemplateShape)]) -> [Diagnostic] {
    let linter = TemplateLinter(templates: self)
    return templates.flatMap { linter.check($0.name, shape: $0.shape) }
  }

  /// The text of a template, by the name that diagnostics show.
  package func text(displayName: String) -> String? {
    files[paths.first { $0.value == displayName }?.key ?? displayName]
  }
}
