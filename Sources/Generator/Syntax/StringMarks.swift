import AuthDescriptor

/// Marks around the strings of a descriptor. A template is rendered with them, so that the check of the rendered file knows
/// which bytes are from the descriptor.
///
/// Each mark is a private-use character (Supplementary Private Use Area-B of Unicode). It's invalid in a descriptor's
/// comments and names, and escaped in a literal.
enum StringMarks {
  /// How a template inserts a string.
  enum Kind: UInt8, Sendable {
    /// A literal, including its quotes.
    case literal
    /// An identifier, or a part of one.
    case name
    /// Whole lines of a comment, including `///`.
    case comment
    /// A part of a comment's line.
    case words
  }

  /// Whether to mark strings. This is a task-local value, because literals are made deep inside the builder of a model.
  @TaskLocal static var areWanted = false

  /// Builds a value with marked strings.
  static func using<Value>(_ make: () throws(DiagnosticsError) -> Value) throws(DiagnosticsError) -> Value {
    let result = $areWanted.withValue(true) { Result { () throws(DiagnosticsError) in try make() } }
    return try result.get()
  }

  /// Marks a string if marks are wanted.
  static func marked(_ text: String, _ kind: Kind) -> String {
    areWanted ? String(kind.beginning) + text + String(end) : text
  }

  static func removed(from text: String) -> String { MarkedText(text).contents }

  /// Whether a scalar is a mark.
  static func contains(_ scalar: Unicode.Scalar) -> Bool { (Kind.literal.beginning...end).contains(scalar) }

  private static let end: Unicode.Scalar = "\u{10FF04}"

  /// The first bytes of each mark in UTF-8.
  private static let head: [UInt8] = [0xF4, 0x8F, 0xBC]

  /// The number of bytes of each mark.
  static let length = 4

  /// The position of the first mark at or after another position.
  static func firstIndex(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let (head, end) = (head, text.count - length)
    let first = head[0]
    var index = start
    while index <= end {
      if text[index] == first, text[index...].starts(with: head), isMark(text[index + length - 1]) { return index }
      index += 1
    }
    return nil
  }

  /// Returns the kind of a mark that begins a string, or `nil` for the mark that ends one.
  ///
  /// - Parameter last: The last byte of a mark.
  static func kind(_ last: UInt8) -> Kind? { Kind(rawValue: last - 0x80) }

  private static func isMark(_ last: UInt8) -> Bool { (0x80...0x84).contains(last) }
}

extension StringMarks.Kind {
  fileprivate var beginning: Unicode.Scalar {
    switch self {
    case .literal: "\u{10FF00}"
    case .name: "\u{10FF01}"
    case .comment: "\u{10FF02}"
    case .words: "\u{10FF03}"
    }
  }
}
