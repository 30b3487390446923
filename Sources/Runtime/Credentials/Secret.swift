/// Text that must not be seen: a token, a code, a verifier, a client secret.
///
/// Printing, interpolating, dumping or logging a `Secret` shows `<redacted>`. ``reveal()`` is the only way to the text,
/// so every use of it can be found by name.
public struct Secret: Sendable, Hashable {
  private let value: String

  /// Wraps a value, so that it prints as `<redacted>`.
  public init(_ value: String) {
    self.value = value
  }

  /// Nothing where there is no text.
  public init?(_ value: String?) {
    guard let value else { return nil }
    self.init(value)
  }

  /// The text itself. Hand it to the wire or to secure storage, to nothing else.
  public func reveal() -> String {
    value
  }

  /// Compares in a time that depends on the lengths only, so that an attacker learns nothing by measuring.
  public static func == (lhs: Secret, rhs: Secret) -> Bool {
    constantTimeEquals(lhs.value, rhs.value)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<redacted>" }
  public var debugDescription: String { "<redacted>" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares two texts without stopping at the first difference.
func constantTimeEquals(_ lhs: String, _ rhs: String) -> Bool {
  let (lhs, rhs) = (Array(lhs.utf8), Array(rhs.utf8))
  guard lhs.count == rhs.count else { return false }
  var difference: UInt8 = 0
  for (left, right) in zip(lhs, rhs) { difference |= left ^ right }
  return difference == 0
}
