/// A file to write: its contents, and its path in the output folder.
public struct GeneratedFile: Sendable, Hashable {
  /// The path of the file, relative to the output folder.
  public var path: String
  /// The contents in UTF-8, which end with a line feed.
  public var contents: String
  /// The descriptor that the file is generated from, as diagnostics name it: the file's path, or `catalog:` and a path.
  public var source: String?

  /// Creates a file to write, and records the descriptor that it's generated from.
  public init(path: String, contents: String, source: String? = nil) {
    self.path = path
    self.contents = contents
    self.source = source
  }
}
