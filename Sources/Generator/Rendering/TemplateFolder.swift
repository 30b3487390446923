import AuthDescriptor
import Foundation

/// A folder of templates that a user owns. Each takes the place of the built-in one of its name.
public struct TemplateFolder: Sendable {
  /// What the folder makes of the built-in templates.
  public struct Contents: Sendable {
    /// The templates, those that the folder lacks taken from the built-in ones.
    public var templates: TemplateSet
    /// Files in the folder that have no effect.
    public var warnings: [Diagnostic]
  }

  /// Longest template that is read, in bytes.
  static let sizeLimit = 256 << 10

  private let path: String
  private let builtIn: TemplateSet

  /// The folder at that path.
  ///
  /// - Parameter builtIn: The templates whose place those of the folder take.
  public init(path: String, builtIn: TemplateSet = .builtIn) {
    (self.path, self.builtIn) = (path, builtIn)
  }

  /// Reads the folder.
  ///
  /// - Throws: Everything that cannot be read, is too long or is no UTF-8.
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
  /// - Parameter replacing: Whether files that are there already are replaced. Otherwise nothing is written if there is one.
  /// - Returns: The paths of all templates.
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
    let suggestion = NearestWord.suggestion(for: name, among: builtIn.files.keys.sorted())
    guard name.hasSuffix(".stencil") || !suggestion.isEmpty else { return nil }
    let location = SourceLocation(file: file(name))
    return Diagnostic(
      .generation.unknownTemplate, "'\(name)' is no template's name\(suggestion)", at: location)
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
      return failure(.files.fileTooLarge, "a template is at most \(Self.sizeLimit) bytes long")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      return failure(.files.unreadableFile, "the template is not UTF-8 text")
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

  /// The text of a template by the name that messages give it.
  package func text(displayName: String) -> String? {
    files[paths.first { $0.value == displayName }?.key ?? displayName]
  }
}
