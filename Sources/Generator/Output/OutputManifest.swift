/// The list of files that authgen wrote into a folder, and the descriptors that they come from. It's the file `.authgen` in the
/// folder.
///
/// Each line describes one file, such as `Acme.swift from ../Auth/acme.yaml`. Paths are relative to the folder, so the list is
/// the same on every machine and can be committed with the code.
struct OutputManifest: Sendable, Hashable {
  static let fileName = ".authgen"
  /// Enough for a hundred thousand files. Anything beyond this isn't read.
  static let maximumBytes = 16 << 20

  /// The descriptor of each file, by the file's name.
  var sources: [String: String] = [:]

  private static let separator = " from "
  private static let head = """
    # The files that authgen generated in this folder. It deletes a file on this list if its descriptor no longer generates it.

    """

  private let kind: OutputKind

  init(kind: OutputKind = .clients) {
    self.kind = kind
  }

  /// Reads a list. Malformed lines, and lines that name something outside the folder, are ignored.
  init(_ text: String, kind: OutputKind = .clients) {
    self.kind = kind
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let separator = line.firstRange(of: Self.separator) else { continue }
      let name = String(line[..<separator.lowerBound])
      if kind.allows(name) { sources[name] = String(line[separator.upperBound...]) }
    }
  }

  /// The list as a string, sorted by file name.
  var text: String {
    let lines = sources.sorted { $0.key < $1.key }.map { "\($0.key)\(Self.separator)\($0.value)\n" }
    return Self.head + lines.joined()
  }

  /// The list as a file.
  var file: GeneratedFile { GeneratedFile(path: Self.fileName, contents: text) }

  mutating func add(_ name: String, from source: String) {
    // ``OutputName`` rejects names that couldn't be read back.
    if kind.allows(name), !source.contains(where: \.isNewline) { sources[name] = source }
  }
}
