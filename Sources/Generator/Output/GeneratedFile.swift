/// A file to be written: where, relative to the output folder, and what.
public struct GeneratedFile: Sendable, Hashable {
  /// Where the file goes, from the output folder.
  public var path: String
  /// Its text, UTF-8, with a line's end at the end.
  public var contents: String
  /// The descriptor that it is generated from, as findings name it: the file's path, or `catalog:` and a path.
  public var source: String?

  /// A file to write, and the descriptor that it was made from.
  public init(path: String, contents: String, source: String? = nil) {
    self.path = path
    self.contents = contents
    self.source = source
  }
}
