#if canImport(Glibc)
  import Glibc
#endif

/// Creates strings that can't be guessed.
package enum RandomText {
  /// Returns 32 random bytes in base64url: 43 characters, 256 bits (RFC 7636 §7.1, RFC 6749 §10.10).
  package static func make() -> String {
    Base64URL.encode(bytes())
  }

  /// Returns bytes from the system's generator, which is cryptographically secure on every platform that Swift
  /// supports.
  private static func bytes() -> [UInt8] {
    #if canImport(Glibc)
      // One system call for all bytes (POSIX.1-2024). Swift's own generator makes one for every eight.
      var bytes = [UInt8](repeating: 0, count: 32)
      if getentropy(&bytes, bytes.count) == 0 { return bytes }
    #endif
    var generator = SystemRandomNumberGenerator()
    return (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
  }
}
