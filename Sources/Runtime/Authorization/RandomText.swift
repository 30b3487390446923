/// Text that nobody can guess.
package enum RandomText {
  /// 32 random bytes in base64url: 43 characters, 256 bits (RFC 7636 §7.1, RFC 6749 §10.10).
  package static func make() -> String {
    // The system's generator is cryptographically secure on every platform that Swift supports.
    var generator = SystemRandomNumberGenerator()
    // Each number is a call of the system, so none is drawn for a single byte.
    let numbers = (0..<4).map { _ in generator.next() as UInt64 }
    return Base64URL.encode(numbers.withUnsafeBytes { Array($0) })
  }
}
