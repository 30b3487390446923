/// The list of what authgen wrote into a folder, and of what: the file `.authgen` in it.
///
/// A line a file, such as `Acme.swift from ../Auth/acme.yaml`. Paths are relative to the folder, so that the list is the
/// same on every machine and can be committed with the code.
struct OutputManifest: Sendable, Hashable {
  static let fileName = ".authgen"
  /// Room for a hundred thousand files. What follows isn't read.
  static let maximumBytes = 16 << 20

  /// The descriptor that made a file, by the file's name.
  var sources: [String: String] = [:]

  private static let separator = " from "
  private static let head = """
    # What authgen wrote into this folder. It removes a file of this list when the descriptor is gone or makes another one.

    """

  private let kind: OutputKind

  init(kind: OutputKind = .clients) {
    self.kind = kind
  }

  /// Reads a list. A line that is none, or that names something outside of the folder, is ignored.
  init(_ text: String, kind: OutputKind = .clients) {
    self.kind = kind
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let separator = line.firstRange(of: Self.separator) else { continue }
      let name = String(line[..<separator.lowerBound])
      if kind.allows(name) { sources[name] = String(line[separator.upperBound...]) }
    }
  }

  /// The list as text, in the order of the names.
  var text: String {
    let lines = sources.sorted { $0.key < $1.key }.map { "\($0.key)\(Self.separator)\($0.value)\n" }
    return Self.head + lines.joined()
  }

  /// The list as a file.
  var file: GeneratedFile { GeneratedFile(path: Self.fileName, contents: text) }

  mutating func add(_ name: String, from source: String) {
    // ``OutputName`` rejects a name that couldn't be read back.
    if kind.allows(name), !source.contains(where: \.isNewline) { sources[name] = source }
  }
}
