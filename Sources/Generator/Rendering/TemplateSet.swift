import AuthTemplates

/// Templates by name.
public struct TemplateSet: Sendable, Hashable {
  /// The text of each template by its name, such as `client.swift.stencil`.
  public var files: [String: String]
  /// The path of each template that a user owns, for messages.
  var paths: [String: String] = [:]

  /// Templates by the names of their files.
  public init(files: [String: String]) {
    self.files = files
  }

  /// The templates that travel inside this package.
  public static let builtIn = TemplateSet(files: AuthTemplates.files)

  /// The templates of tutorials, which travel inside this package, too.
  public static let tutorials = TemplateSet(files: AuthTemplates.tutorials)

  /// The template of a client; the others are included by it.
  static let client = "client.swift.stencil"

  /// What messages call a template.
  func displayName(of name: String) -> String { paths[name] ?? name }
}
