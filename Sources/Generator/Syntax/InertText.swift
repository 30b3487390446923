import AuthDescriptor

/// Harmless stand-ins for the strings of a descriptor. Each is as long as its string, so lines break at the same
/// positions.
///
/// A file that is rendered with them has the same tokens as the real one, because a descriptor's strings never become code.
enum InertText {
  /// Whether to make inert strings. This is a task-local value, because literals are made deep inside the builder of a
  /// model.
  @TaskLocal static var isWanted = false

  /// Builds a value with inert strings.
  static func using<Value>(_ make: () throws(DiagnosticsError) -> Value) throws(DiagnosticsError) -> Value {
    let result = $isWanted.withValue(true) { Result { () throws(DiagnosticsError) in try make() } }
    return try result.get()
  }

  /// The stand-in for a name, or for a part of a comment's line.
  static func word(for text: String) -> String { String(repeating: "x", count: text.count) }

  /// The stand-in for a string literal.
  static func literal(for literal: String) -> String {
    "\"" + String(repeating: "x", count: max(0, literal.count - 2)) + "\""
  }

  /// Whether a byte of a name is from a stand-in. A name that begins with a stand-in may be capitalized.
  static func isFiller(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "x") || byte == UInt8(ascii: "X") }
}
