import AuthConfiguration

/// A place in a descriptor file.
public struct SourceLocation: Sendable, Hashable {
  /// The path as the user gave it, or `catalog:` and a path for a built-in descriptor.
  public var file: String
  /// Counted from 1.
  public var line: Int
  /// Counted from 1, in Unicode scalars.
  public var column: Int

  /// A place in a file; without line and column its beginning.
  public init(file: String, line: Int = 1, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation {
  /// What stands before the path of a descriptor that travels inside this package.
  package static let builtInPrefix = "catalog:"

  var isBuiltIn: Bool { file.hasPrefix(Self.builtInPrefix) }
}

extension SourceLocation: Comparable, CustomStringConvertible {
  /// `file:line:column`, the form that editors and SwiftPM make a link of. A file's name may have any character; those that a
  /// terminal could act on are replaced.
  public var description: String { "\(file.plainText(limit: .max)):\(line):\(column)" }

  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}
