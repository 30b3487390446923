import AuthTemplates

/// Templates by name.
public struct TemplateSet: Sendable, Hashable {
  /// The text of each template by its name, such as `client.swift.stencil`.
  public var files: [String: String]
  /// The path of each template that a user owns, for messages.
  var paths: [String: String] = [:]

  /// The files as they travel inside this package, if they do.
  private var unchanged: [String: String]?

  /// Templates by the names of their files.
  public init(files: [String: String]) {
    self.files = files
  }

  /// Templates that travel inside this package.
  package init(builtIn files: [String: String]) {
    (self.files, unchanged) = (files, files)
  }

  /// The templates of clients, which travel inside this package.
  public static let builtIn = TemplateSet(builtIn: AuthTemplates.files)

  /// Whether no template differs from those inside this package.
  var isBuiltIn: Bool { files == unchanged }

  /// The template of a client; the others are included by it.
  static let client = "client.swift.stencil"

  /// What messages call a template.
  func displayName(of name: String) -> String { paths[name] ?? name }
}
