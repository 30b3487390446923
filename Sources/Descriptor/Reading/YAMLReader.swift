import Yams

/// Reads YAML into located nodes. Only this file and the check for aliases use Yams.
///
/// Descriptors are plain YAML: anchors, aliases, merge keys, and tags aren't allowed, so every value is written where
/// it applies.
struct YAMLReader: Sendable {
  static let defaultSizeLimit = 256 << 10

  /// The maximum size of a file, in bytes.
  var sizeLimit = Self.defaultSizeLimit
  /// Whether an empty file, or one with only comments, is read as a map without keys.
  var allowsEmptyFile = false

  func read(_ text: String, file: String) throws(DiagnosticsError) -> LocatedNode {
    let start = SourceLocation(file: file)
    try checkSize(text.utf8.count, file: file)
    try ForbiddenCharacters.check(text, file: file).throwErrors()
    try AliasCheck.check(text, file: file)
    guard let root = try compose(text, file: file) else {
      if allowsEmptyFile { return LocatedNode(value: .map([]), location: start) }
      throw DiagnosticsError([Diagnostic(.language.wrongType, "the file is empty; expected a map of keys", at: start)])
    }
    var conversion = NodeConversion(file: file, text: text)
    let node = conversion.convert(root)
    try conversion.findings.throwErrors()
    return node
  }

  /// Checks the size of a file, before or after it's decoded.
  func checkSize(_ count: Int, file: String) throws(DiagnosticsError) {
    guard count > sizeLimit else { return }
    let message = "the file is too large; a descriptor can have at most \(sizeLimit) bytes"
    throw DiagnosticsError([Diagnostic(.files.fileTooLarge, message, at: SourceLocation(file: file))])
  }

  private func compose(_ text: String, file: String) throws(DiagnosticsError) -> Node? {
    do {
      // The shapes determine the meaning of plain scalars. Without resolver rules, Yams doesn't evaluate a regular
      // expression for every key.
      // Yams's default encoding depends on the environment.
      return try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
    } catch let error as YamlError {
      throw DiagnosticsError(YAMLFailure(error, text: text, file: file).diagnostics)
    } catch {
      throw DiagnosticsError([Diagnostic(.files.invalidYAML, "\(error)", at: SourceLocation(file: file))])
    }
  }
}

/// One traversal of the nodes of a file.
private struct NodeConversion {
  let file: String
  /// The columns of each `!`, by line. They are found once, because counting to a column takes as long as the line is.
  let exclamationMarks: [Int: Set<Int>]
  var findings: [Diagnostic] = []

  init(file: String, text: String) {
    self.file = file
    exclamationMarks = Self.exclamationMarks(in: text)
  }

  private static func exclamationMarks(in text: String) -> [Int: Set<Int>] {
    guard text.utf8.contains(UInt8(ascii: "!")) else { return [:] }
    var marks: [Int: Set<Int>] = [:]
    for (line, content) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      for (column, scalar) in content.unicodeScalars.enumerated() where scalar == "!" {
        marks[line + 1, default: []].insert(column + 1)
      }
    }
    return marks
  }

  mutating func convert(_ node: Node) -> LocatedNode {
    let location = location(of: node)
    guard hasNoTag(at: location) else { return LocatedNode(value: .map([]), location: location) }
    switch node {
    case .scalar(let scalar):
      findings += ForbiddenCharacters.check(resolved: scalar.string, at: location)
      return LocatedNode(value: .text(scalar.string, isPlain: scalar.style == .plain), location: location)
    case .sequence(let items):
      return LocatedNode(value: .list(items.map { convert($0) }), location: location)
    case .mapping(let pairs):
      let entries = pairs.compactMap { entry($0.key, $0.value) }
      checkDuplicates(entries)
      return LocatedNode(value: .map(entries), location: location)
    case .alias:
      return LocatedNode(value: .map([]), location: location)
    }
  }

  private mutating func entry(_ key: Node, _ value: Node) -> LocatedNode.Entry? {
    let location = location(of: key)
    guard case .scalar(let scalar) = key, hasNoTag(at: location) else {
      findings.append(Diagnostic(.files.notPlainYAML, "a key must be a plain string", at: location))
      return nil
    }
    findings += ForbiddenCharacters.check(resolved: scalar.string, at: location)
    if scalar.string == "<<" {
      let message = "merge keys aren't allowed in a descriptor; use 'extends' instead"
      findings.append(Diagnostic(.files.notPlainYAML, message, at: location))
      return nil
    }
    return LocatedNode.Entry(key: scalar.string, location: location, value: convert(value))
  }

  /// For Yams, `on` and `"on"` are two keys, because one is a Boolean value in YAML 1.1. Here, both are the same
  /// string.
  private mutating func checkDuplicates(_ entries: [LocatedNode.Entry]) {
    var first = [String: SourceLocation](minimumCapacity: entries.count)
    for entry in entries {
      guard let earlier = first[entry.key] else {
        first[entry.key] = entry.location
        continue
      }
      let message = "duplicate key '\(entry.key)'; it was first used in line \(earlier.line)"
      findings.append(Diagnostic(.files.duplicateKey, message, at: entry.location))
    }
  }

  /// Reports a tag. The location of a node with a tag is its `!`, and no other node can begin with one.
  private mutating func hasNoTag(at location: SourceLocation) -> Bool {
    guard exclamationMarks[location.line]?.contains(location.column) == true else { return true }
    findings.append(
      Diagnostic(.files.notPlainYAML, "YAML tags aren't allowed in a descriptor; remove the tag", at: location))
    return false
  }

  private func location(of node: Node) -> SourceLocation {
    SourceLocation(file: file, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }
}
