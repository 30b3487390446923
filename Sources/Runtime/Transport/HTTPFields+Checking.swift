import HTTPTypes

extension HTTPField.Name {
  /// Creates a name from a configuration.
  ///
  /// - Throws: ``ConfigurationFailure/invalidParameter(_:expected:)`` if it isn't a token (RFC 9110 §5.1).
  init(checking text: String) throws(StepFailure) {
    guard let name = HTTPField.Name(text) else {
      throw .configuration(.invalidParameter(text.plainText(limit: 64), expected: "the name of a header field"))
    }
    self = name
  }

  /// Creates a name from a literal in this package's code, which must be a token (RFC 9110 §5.1).
  package init(constant text: StaticString) {
    guard let name = HTTPField.Name(text.description) else {
      preconditionFailure("'\(text)' isn't a valid name of a header field")
    }
    self = name
  }
}

extension HTTPFields {
  /// Sets a header field to a value that may come from outside.
  ///
  /// - Throws: ``ConfigurationFailure/invalidParameter(_:expected:)`` for control characters (RFC 9110 §5.5), which HTTPTypes
  ///   would replace with spaces.
  mutating func set(_ name: HTTPField.Name, _ value: String) throws(StepFailure) {
    var text = value
    guard text.withUTF8({ $0.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F } }) else {
      throw .configuration(.invalidParameter(name.rawName, expected: "a header field without control characters"))
    }
    self[name] = value
  }

  /// Sets a header field unless it is present.
  mutating func setIfMissing(_ name: HTTPField.Name, _ value: String) {
    if !contains(name) { self[name] = value }
  }
}
