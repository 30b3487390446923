import AuthConfiguration

/// A location in a descriptor file.
public struct SourceLocation: Sendable, Hashable {
  /// The path as the user wrote it, or `catalog:` and a path for a built-in descriptor.
  public var file: String
  /// The line number, starting at 1.
  public var line: Int
  /// The column number in Unicode scalars, starting at 1.
  public var column: Int

  /// Creates a location in a file. Without line and column, it's the beginning of the file.
  public init(file: String, line: Int = 1, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation {
  /// The prefix of the paths of built-in descriptors.
  package static let builtInPrefix = "catalog:"

  var isBuiltIn: Bool { file.hasPrefix(Self.builtInPrefix) }
}

extension SourceLocation: Comparable, CustomStringConvertible {
  /// `file:line:column`, the form that editors and SwiftPM turn into a link. A file's name may have any character, so
  /// characters that could control a terminal are replaced.
  public var description: String { "\(file.plainText(limit: .max)):\(line):\(column)" }

  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}
