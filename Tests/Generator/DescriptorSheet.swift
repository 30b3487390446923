import Foundation

@testable import AuthDescriptor
@testable import AuthGenerator

/// A descriptor with one string on each line, so that the line of a finding identifies the string.
struct DescriptorSheet: Sendable {
  /// The name of the file in findings.
  static let file = "sheet.yaml"

  let name: String
  private let tree: LocatedNode
  /// The numbers of all strings that the author of a descriptor chooses: scalars, and keys that aren't in a key table.
  let texts: [Int]
  /// The numbers of the language's keys, in one list for each level.
  let words: [[Int]]
  private let places: [Int: [Int]]

  /// - Parameter dropped: A key of the root to leave out.
  init(reading path: String, without dropped: String = "") throws {
    let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    name = path.split(separator: "/").last.map(String.init) ?? path
    let whole = try YAMLReader().read(text, file: name)
    let entries = (whole.entries ?? []).filter { $0.key != dropped }
    tree = LocatedNode(value: .map(entries), location: whole.location)
    var writer = SheetWriter(replacements: [:])
    writer.write(tree, DescriptorKeys.root)
    (texts, words, places) = (writer.texts, writer.words, writer.places)
  }

  /// Loads the descriptor with some strings replaced, by their numbers.
  ///
  /// - Throws: `DiagnosticsError` with locations that ``places(of:)`` understands.
  func load(_ replacements: [Int: String]) throws(DiagnosticsError) -> LoadedDescriptor {
    var writer = SheetWriter(replacements: replacements)
    writer.write(tree, DescriptorKeys.root)
    let yaml = writer.lines.joined(separator: "\n")
    let loader = DescriptorLoader(readFile: { $0 == Self.file ? Data(yaml.utf8) : nil })
    return try loader.load(path: Self.file)
  }

  /// The numbers in `replaced` that the findings refer to. A finding refers to a key, or to the value of an unchanged
  /// key.
  func places(of error: DiagnosticsError, among replaced: Set<Int>) -> Set<Int> {
    let lines = error.diagnostics.filter { $0.location.file == Self.file }.map(\.location.line)
    return Set(lines.compactMap { line in (places[line] ?? []).first(where: replaced.contains) })
  }
}

/// Writes YAML in flow style: JSON, and plain scalars for values that aren't strings.
private struct SheetWriter {
  let replacements: [Int: String]
  private(set) var lines: [String] = []
  /// The string on a line, and the one on the line below if the line has a key with a string.
  private(set) var places: [Int: [Int]] = [:]
  private(set) var texts: [Int] = []
  private(set) var words: [[Int]] = []
  private var depth = -1

  init(replacements: [Int: String]) {
    self.replacements = replacements
  }

  mutating func write(_ node: LocatedNode, _ shape: Shape?, end: String = "") {
    depth += 1
    defer { depth -= 1 }
    switch node.value {
    case .text(let text, let isPlain): add(text, isPlain: isPlain, isWord: false, end)
    case .list(let items):
      lines.append("[")
      for item in items { write(item, shape?.element, end: ",") }
      lines.append("]" + end)
    case .map(let entries):
      lines.append("{")
      for entry in entries {
        add(entry.key, isPlain: false, isWord: shape?.fixedKeys != nil, ":")
        if case .text = entry.value.value { places[lines.count, default: []].append(places.count) }
        write(entry.value, shape?.shape(of: entry.key), end: ",")
      }
      lines.append("}" + end)
    }
  }

  private mutating func add(_ text: String, isPlain: Bool, isWord: Bool, _ end: String) {
    let number = places.count
    let isBare = isPlain && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    let original = isBare ? text : Self.quoted(text)
    lines.append((replacements[number].map(Self.quoted) ?? original) + end)
    places[lines.count] = [number]
    if !isWord { return texts.append(number) }
    while words.count <= depth { words.append([]) }
    words[depth].append(number)
  }

  /// Escapes everything except plain ASCII, so that the reader's checks apply to the decoded characters.
  private static func quoted(_ text: String) -> String {
    let body = text.unicodeScalars.map { scalar in
      let isPlain = (" "..."~").contains(scalar) && scalar != "\"" && scalar != "\\"
      let code = String(scalar.value, radix: 16)
      return isPlain ? String(scalar) : "\\U" + String(repeating: "0", count: 8 - code.count) + code
    }
    return "\"" + body.joined() + "\""
  }
}

extension Shape {
  /// The fixed keys of a map, if the language defines all of them.
  var fixedKeys: [Key]? {
    switch self {
    case .record(let keys): keys.all
    case .either(let shapes): shapes.lazy.compactMap(\.fixedKeys).first
    default: nil
    }
  }

  fileprivate var element: Shape? {
    switch self {
    case .list(let element): element
    case .either(let shapes): shapes.lazy.compactMap(\.element).first
    default: nil
    }
  }

  /// The shape of the value for a key of a map.
  fileprivate func shape(of name: String) -> Shape? {
    switch self {
    case .record(let keys): keys.first { $0.name == name }?.shape
    case .dictionary(let element): element
    case .either(let shapes): shapes.lazy.compactMap { $0.shape(of: name) }.first
    default: nil
    }
  }
}
