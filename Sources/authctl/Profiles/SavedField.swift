import AuthDescriptor
import AuthRuntime

/// One value of an entry, and its form in the file.
struct SavedField<Entry> {
  let key: String
  /// A description of the valid values for an error message, such as "a string".
  let expected: String
  /// Returns the value as JSON, or `nil` for the default, which isn't saved.
  let json: (Entry) -> JSONValue?
  /// Reads the value into an entry.
  ///
  /// - Returns: Whether the value is valid.
  let read: (JSONValue, inout Entry) -> Bool

  /// The same field of a value that contains the entry.
  func within<Outer>(_ member: WritableKeyPath<Outer, Entry>) -> SavedField<Outer> {
    SavedField<Outer>(key: key, expected: expected) {
      json($0[keyPath: member])
    } read: {
      read($0, &$1[keyPath: member])
    }
  }
}

extension SavedField {
  static func text(_ key: String, _ member: WritableKeyPath<Entry, String?>) -> SavedField {
    optional(key, "a nonempty string", member, write: JSONValue.string, read: nonempty)
  }

  static func text(_ key: String, _ member: WritableKeyPath<Entry, String>) -> SavedField {
    required(key, "a nonempty string", member, unless: "", write: JSONValue.string, read: nonempty)
  }

  static func texts(_ key: String, _ member: WritableKeyPath<Entry, [String]>) -> SavedField {
    required(key, "a list of strings", member, unless: []) {
      .array($0.map(JSONValue.string))
    } read: { json in
      json.array.flatMap { list in list.allSatisfy { $0.string != nil } ? list.compactMap(\.string) : nil }
    }
  }

  static func table(_ key: String, _ member: WritableKeyPath<Entry, [String: String]>) -> SavedField {
    required(key, "an object with string values", member, unless: [:]) {
      .object($0.mapValues(JSONValue.string))
    } read: { json in
      json.object.flatMap { table in
        let texts = table.compactMapValues(\.string)
        return texts.count == table.count ? texts : nil
      }
    }
  }

  static func flag(_ key: String, _ member: WritableKeyPath<Entry, Bool>) -> SavedField {
    required(key, "true or false", member, unless: false, write: JSONValue.bool) { $0.bool }
  }

  static func port(_ key: String, _ member: WritableKeyPath<Entry, Int?>) -> SavedField {
    let valid = RedirectPort.valid
    return optional(key, "a whole number from \(valid.lowerBound) to \(valid.upperBound)", member) {
      .integer(Int64($0))
    } read: { json in
      if case .integer(let port) = json, let port = Int(exactly: port), valid.contains(port) { port } else { nil }
    }
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _ member: WritableKeyPath<Entry, Value>, unless standard: Value
  ) -> SavedField {
    let expected = Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
    return required(key, expected, member, unless: standard) {
      .string($0.rawValue)
    } read: { json in
      json.string.flatMap(Value.init)
    }
  }

  /// A value that the entry may lack.
  private static func optional<Value>(
    _ key: String, _ expected: String, _ member: WritableKeyPath<Entry, Value?>,
    write: @escaping (Value) -> JSONValue, read: @escaping (JSONValue) -> Value?
  ) -> SavedField {
    SavedField(key: key, expected: expected) { entry in
      entry[keyPath: member].map(write)
    } read: { json, entry in
      entry[keyPath: member] = read(json)
      return entry[keyPath: member] != nil
    }
  }

  /// A value that every entry has. The default isn't saved.
  private static func required<Value: Equatable>(
    _ key: String, _ expected: String, _ member: WritableKeyPath<Entry, Value>, unless standard: Value,
    write: @escaping (Value) -> JSONValue, read: @escaping (JSONValue) -> Value?
  ) -> SavedField {
    SavedField(key: key, expected: expected) { entry in
      entry[keyPath: member] == standard ? nil : write(entry[keyPath: member])
    } read: { json, entry in
      guard let value = read(json) else { return false }
      entry[keyPath: member] = value
      return true
    }
  }

  private static func nonempty(_ json: JSONValue) -> String? {
    json.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}
