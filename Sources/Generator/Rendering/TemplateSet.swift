import AuthTemplates

/// Templates by name.
public struct TemplateSet: Sendable, Hashable {
  /// The text of each template by its name, such as `client.swift.stencil`.
  public var files: [String: String]
  /// The path of each template that a user owns, for messages.
  var paths: [String: String] = [:]

  /// The files that are embedded in this package, if any.
  private var unchanged: [String: String]?

  /// Templates by the names of their files.
  public init(files: [String: String]) {
    self.files = files
  }

  /// Templates that are embedded in this package.
  package init(builtIn files: [String: String]) {
    (self.files, unchanged) = (files, files)
  }

  /// The templates of clients, which are embedded in this package.
  public static let builtIn = TemplateSet(builtIn: AuthTemplates.files)

  /// Whether all templates equal those embedded in this package.
  var isBuiltIn: Bool { files == unchanged }

  /// The template of a client; the others are included by it.
  static let client = "client.swift.stencil"

  /// What messages call a template.
  func displayName(of name: String) -> String { paths[name] ?? name }
}
