/// A string that must not be shown: a token, a code, a code verifier, or a client secret.
///
/// Printing, interpolating, dumping, or logging a `Secret` shows `<redacted>`. Only ``reveal()`` returns the value, so
/// you can find every use of it by name.
///
/// ```swift
/// let secret = Secret("abc123")
/// print(secret)  // <redacted>
/// ```
public struct Secret: Sendable, Hashable {
  private let value: String

  /// Wraps a value, so that it prints as `<redacted>`.
  public init(_ value: String) {
    self.value = value
  }

  /// Creates a secret, or returns `nil` if the value is `nil`.
  public init?(_ value: String?) {
    guard let value else { return nil }
    self.init(value)
  }

  /// Returns the value. Use it only in a request or in secure storage.
  public func reveal() -> String {
    value
  }

  /// Compares the values in a time that depends only on their lengths, to prevent timing attacks.
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

/// Compares two strings without stopping at the first difference.
func constantTimeEquals(_ lhs: String, _ rhs: String) -> Bool {
  let (lhs, rhs) = (Array(lhs.utf8), Array(rhs.utf8))
  guard lhs.count == rhs.count else { return false }
  var difference: UInt8 = 0
  for (left, right) in zip(lhs, rhs) { difference |= left ^ right }
  return difference == 0
}
