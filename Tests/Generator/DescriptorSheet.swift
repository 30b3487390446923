import Foundation

@testable import AuthDescriptor
@testable import AuthGenerator

/// A descriptor written out with one text a line, so that a finding's line tells which text it speaks of.
struct DescriptorSheet: Sendable {
  /// The name that findings bear.
  static let file = "sheet.yaml"

  let name: String
  private let tree: LocatedNode
  /// The numbers of all texts that are an author's: every scalar, and every key that no table fixes.
  let texts: [Int]
  /// The numbers of the keys of the language, one list a level.
  let words: [[Int]]
  private let places: [Int: [Int]]

  /// - Parameter dropped: A key of the root that is left out.
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

  /// Reads the descriptor with some texts replaced by others, by their numbers.
  ///
  /// - Throws: `DiagnosticsError` with places that ``places(of:)`` understands.
  func load(_ replacements: [Int: String]) throws(DiagnosticsError) -> LoadedDescriptor {
    var writer = SheetWriter(replacements: replacements)
    writer.write(tree, DescriptorKeys.root)
    let yaml = writer.lines.joined(separator: "\n")
    let loader = DescriptorLoader(readFile: { $0 == Self.file ? Data(yaml.utf8) : nil })
    return try loader.load(path: Self.file)
  }

  /// Which texts of `replaced` a finding speaks of: a key, or the value of a key that stands there unchanged.
  func places(of error: DiagnosticsError, among replaced: Set<Int>) -> Set<Int> {
    let lines = error.diagnostics.filter { $0.location.file == Self.file }.map(\.location.line)
    return Set(lines.compactMap { line in (places[line] ?? []).first(where: replaced.contains) })
  }
}

/// Writes YAML in flow style: what JSON writes, and plain words where they mean more than text.
private struct SheetWriter {
  let replacements: [Int: String]
  private(set) var lines: [String] = []
  /// The text of a line, and that of the line below where it is a key with a text.
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

  /// Everything but plain ASCII is escaped, so that the reader's ban on characters sees what the escapes mean.
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
  /// The keys of a map that only the language names.
  var fixedKeys: [Key]? {
    switch self {
    case .record(let keys): keys
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

  /// What stands under a key of a map.
  fileprivate func shape(of name: String) -> Shape? {
    switch self {
    case .record(let keys): keys.first { $0.name == name }?.shape
    case .dictionary(let element): element
    case .either(let shapes): shapes.lazy.compactMap { $0.shape(of: name) }.first
    default: nil
    }
  }
}
