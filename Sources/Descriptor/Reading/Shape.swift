import AuthConfiguration

/// The kind of value that a key accepts.
indirect enum Shape: Sendable {
  /// A string that isn't blank.
  case text
  /// A string that may be blank.
  case characters
  case flag
  case integer(ClosedRange<Int>)
  /// One of these values. This version doesn't support the values in `unsupported`.
  case enumeration([String], unsupported: [String] = [])
  case list(Shape)
  /// A map with fixed keys.
  case record(KeyList)
  /// A map whose keys the author chooses.
  case dictionary(Shape)
  /// A map of authorization-server metadata. Unknown names are kept silently.
  case metadata(KeyList)
  /// A map, a list, or a scalar. The node's kind selects the shape.
  case either([Shape])
  /// Any YAML value.
  case anything
  /// A string in one of the small grammars.
  case expression(any DescriptorExpression.Type)
  /// A key that this version doesn't support.
  case unsupported
}

/// The keys of a map. They're made on access, because most descriptors use only a few of the language's maps.
struct KeyList: Sendable, Sequence {
  private let make: @Sendable () -> [Key]

  init(_ make: @escaping @Sendable () -> [Key]) {
    self.make = make
  }

  var all: [Key] { make() }

  func makeIterator() -> some IteratorProtocol<Key> { all.makeIterator() }

  subscript(name: String) -> Key? { all[name] }
}

extension [Key] {
  subscript(name: String) -> Key? { firstIndex(named: name).map { self[$0] } }

  /// Returns the index of the key with the given name. Compares the names in place, because copying whole keys takes longer.
  func firstIndex(named name: String) -> Int? { indices.first { self[$0].name == name } }

  /// Returns the required keys that a map with these names lacks.
  func missing(among names: [String]) -> [Key] {
    let missing = indices.filter { index in
      let isRequired = self[index].alternative.map { !names.contains($0) } ?? self[index].isRequired
      return isRequired && !names.contains(self[index].name)
    }
    return missing.map { self[$0] }
  }
}

/// A key of the language.
struct Key: Sendable {
  var name: String
  var shape: Shape
  /// Whether the key is required after families are merged in.
  var isRequired = false
  /// A key next to this one without which this one is required.
  var alternative: String?
  /// The description of the key, for editors and for the reference.
  var doc: String
  /// The key's name in an earlier version. A descriptor that uses it gets an error with the new name.
  var formerName: String?
  /// The use of its strings, also of those in its list or map.
  var uses: [StringUse] = []
  /// Whether the value is only for people and tools. It doesn't change what a client does.
  var isInformational = false

  init(
    _ name: String, _ shape: Shape, required: Bool = false, requiredUnless other: String? = nil, doc: String = "",
    formerly formerName: String? = nil, uses: [StringUse] = []
  ) {
    self.name = name
    self.shape = shape
    self.isRequired = required
    alternative = other
    self.doc = doc
    self.formerName = formerName
    self.uses = uses
  }

  /// The same key, but required.
  var required: Key {
    var key = self
    key.isRequired = true
    return key
  }

  /// The same key, but only for people and tools.
  var informational: Key {
    var key = self
    key.isInformational = true
    return key
  }
}

extension Shape {
  static func record(_ keys: @autoclosure @escaping @Sendable () -> [Key]) -> Shape { .record(KeyList(keys)) }

  static func metadata(_ keys: @autoclosure @escaping @Sendable () -> [Key]) -> Shape { .metadata(KeyList(keys)) }

  /// Returns a shape with the raw values of an enumeration, so that the reader and the typed value can't disagree.
  static func enumeration<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type, unsupported: [String] = [])
    -> Shape
  {
    .enumeration(type.allCases.map(\.rawValue), unsupported: unsupported)
  }

  /// The description of the shape in a message, after "expected".
  var expectation: String {
    switch self {
    case .text, .characters, .expression: "a string"
    case .flag: "true or false"
    case .integer(let range) where range.count == 1: "\(range.lowerBound)"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .enumeration(let words, _): words.count == 1 ? "'\(words[0])'" : "one of \(words.joined(separator: ", "))"
    case .list(let element): "a list (each item: \(element.expectation))"
    case .record(let keys): "a map with the keys \(keys.filter(\.isSupported).map(\.name).joined(separator: ", "))"
    case .dictionary, .metadata: "a map"
    case .anything: "a value"
    case .either(let shapes): shapes.filter(\.isPossible).map(\.expectation).joined(separator: " or ")
    case .unsupported: "nothing yet"
    }
  }
}

extension Shape {
  /// Whether this version supports at least one value of this shape.
  var isPossible: Bool {
    switch self {
    case .enumeration(let words, _): !words.isEmpty
    case .record(let keys): keys.contains(where: \.isSupported)
    case .unsupported: false
    default: true
    }
  }
}

extension Key {
  var isSupported: Bool {
    if case .unsupported = shape { false } else { true }
  }
}
