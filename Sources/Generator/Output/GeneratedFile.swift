/// A file to be written: where, relative to the output folder, and what.
public struct GeneratedFile: Sendable, Hashable {
  public var path: String
  public var contents: String

  public init(path: String, contents: String) {
    self.path = path
    self.contents = contents
  }
}
