/// Text that nobody can guess.
package enum RandomText {
  /// 32 random bytes in base64url: 43 characters, 256 bits (RFC 7636 §7.1, RFC 6749 §10.10).
  package static func make() -> String {
    // The system's generator is cryptographically secure on every platform that Swift supports.
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
