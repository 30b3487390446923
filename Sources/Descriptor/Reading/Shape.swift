import AuthConfiguration

/// What may stand at one place of a descriptor.
indirect enum Shape: Sendable {
  /// Text that is not blank.
  case text
  /// Text that may be blank.
  case characters
  case flag
  case integer(ClosedRange<Int>)
  /// One of these words. A word in `later` belongs to the language but not to this version.
  case word([String], later: [String] = [])
  case list(Shape)
  /// A map with fixed keys.
  case record([Key])
  /// A map whose keys the author chooses.
  case dictionary(Shape)
  /// A map of authorization-server metadata: names that nobody here uses are kept silently.
  case metadata([Key])
  /// A map or a list or a scalar; the kind of the node decides which.
  case either([Shape])
  /// Whatever YAML can say.
  case anything
  /// A sentence of one of the small languages.
  case phrase(any GrammarText.Type)
  /// In the language, not in this version.
  case later
}

/// A key of the language.
struct Key: Sendable {
  var name: String
  var shape: Shape
  /// Whether a descriptor must have it, once families are merged in.
  var isRequired = false
  /// What it means, for editors and for the reference.
  var doc: String
  /// The key's name in an earlier version. A descriptor that uses it gets an error with the new name.
  var formerName: String?
  /// The use of its strings, also of those in its list or map.
  var uses: [StringUse] = []

  init(
    _ name: String, _ shape: Shape, required: Bool = false, doc: String = "", formerly formerName: String? = nil,
    uses: [StringUse] = []
  ) {
    self.name = name
    self.shape = shape
    self.isRequired = required
    self.doc = doc
    self.formerName = formerName
    self.uses = uses
  }

  /// The same key where a descriptor must have it.
  var required: Key {
    var key = self
    key.isRequired = true
    return key
  }
}

extension Shape {
  /// The words of an enumeration, so that the reader and the typed value cannot disagree.
  static func words<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type, later: [String] = []) -> Shape {
    .word(type.allCases.map(\.rawValue), later: later)
  }

  /// What a message calls it: "expected …".
  var expectation: String {
    switch self {
    case .text, .characters, .phrase: "text"
    case .flag: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .word(let words, _): words.count == 1 ? "'\(words[0])'" : "one of \(words.joined(separator: ", "))"
    case .list(let element): "a list (of \(element.expectation))"
    case .record(let keys): "a map with the keys \(keys.filter(\.isSupported).map(\.name).joined(separator: ", "))"
    case .dictionary, .metadata: "a map"
    case .anything: "a value"
    case .either(let shapes): shapes.filter(\.isPossible).map(\.expectation).joined(separator: " or ")
    case .later: "nothing yet"
    }
  }
}

extension Shape {
  /// Something of this shape can be written today.
  var isPossible: Bool {
    switch self {
    case .word(let words, _): !words.isEmpty
    case .record(let keys): keys.contains(where: \.isSupported)
    case .later: false
    default: true
    }
  }
}

extension Key {
  var isSupported: Bool {
    if case .later = shape { false } else { true }
  }
}
