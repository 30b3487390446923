import AuthTemplates

/// Templates by name.
public struct TemplateSet: Sendable, Hashable {
  /// The text of each template, by its name, such as `client.swift.stencil`.
  public var files: [String: String]
  /// The path of each template that the user supplied, for diagnostics.
  var paths: [String: String] = [:]

  /// The templates that are embedded in this package, if this set began with them.
  private var unchanged: [String: String]?

  /// Creates a set of templates from their contents, by file name.
  public init(files: [String: String]) {
    self.files = files
  }

  /// Creates a set of templates that are embedded in this package.
  package init(builtIn files: [String: String]) {
    (self.files, unchanged) = (files, files)
  }

  /// The templates of clients, which are embedded in this package.
  public static let builtIn = TemplateSet(builtIn: AuthTemplates.files)

  /// Whether all templates equal those embedded in this package.
  var isBuiltIn: Bool { files == unchanged }

  /// The template of a client. It includes the others.
  static let client = "client.swift.stencil"

  /// The name of a template in diagnostics.
  func displayName(of name: String) -> String { paths[name] ?? name }
}
