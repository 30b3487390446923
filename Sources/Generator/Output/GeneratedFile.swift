/// A file to be written: where, relative to the output folder, and what.
public struct GeneratedFile: Sendable, Hashable {
  public var path: String
  public var contents: String
  /// The descriptor that makes it, as findings name it: the file's path, or `catalogue:` and a path.
  public var source: String?

  public init(path: String, contents: String, source: String? = nil) {
    self.path = path
    self.contents = contents
    self.source = source
  }
}
