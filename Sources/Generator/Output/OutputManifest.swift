import AuthDescriptor

/// The list of files that authgen wrote into a folder, and the descriptors that they come from. It's the file `.authgen` in the
/// folder.
///
/// Each line describes one file, such as `Acme.swift from ../Auth/acme.yaml`. Paths are relative to the folder, so the list is
/// the same on every machine and can be committed with the code. Tutorials carry no mark, so their lines also contain
/// the SHA-256 digest of the file, such as `Acme/Acme-01.txt sha256:0123… from ../Auth/acme.yaml`.
struct OutputManifest: Sendable, Hashable {
  static let fileName = ".authgen"
  /// Enough for a hundred thousand files. Anything beyond this isn't read.
  static let maximumBytes = 16 << 20

  /// The descriptor of each file, by the file's name.
  var sources: [String: String] = [:]

  /// The digests of the contents that authgen wrote to each tutorial. During a run, they are those of the old and the
  /// new contents.
  private(set) var digests: [String: Set<String>] = [:]

  private static let separator = " from "
  private static let digestMark = " sha256:"
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
      let parts = line[..<separator.lowerBound].split(separator: Self.digestMark, omittingEmptySubsequences: false)
      let name = parts.first.map { String($0) } ?? ""
      guard kind.allows(name) else { continue }
      sources[name] = String(line[separator.upperBound...])
      if kind == .tutorials, parts.count > 1 { digests[name] = Set(parts.dropFirst().map { String($0) }) }
    }
  }

  /// The list as a string, sorted by file name.
  var text: String {
    let lines = sources.sorted { $0.key < $1.key }.map { name, source in
      let marks = (digests[name] ?? []).sorted().map { Self.digestMark + $0 }.joined()
      return "\(name)\(marks)\(Self.separator)\(source)\n"
    }
    return Self.head + lines.joined()
  }

  /// The list as a file.
  var file: GeneratedFile { GeneratedFile(path: Self.fileName, contents: text) }

  /// Adds a file, or another content of a file.
  mutating func add(_ file: GeneratedFile, from source: String) {
    // ``OutputName`` rejects names that couldn't be read back.
    guard kind.allows(file.path), !source.contains(where: \.isNewline) else { return }
    sources[file.path] = source
    if kind == .tutorials { digests[file.path, default: []].insert(SHA256Digest(of: file.contents).text) }
  }

  mutating func remove(_ name: String) {
    sources[name] = nil
    digests[name] = nil
  }
}
