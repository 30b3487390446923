import Crypto
import Foundation

extension CredentialKey {
  /// The key as one string. It is the same in every version, and each key has a different one.
  package var label: String {
    // The lengths make the string unambiguous.
    let parts = [issuer, clientID] + (account.map { [$0] } ?? [])
    return parts.map { "\($0.utf8.count) \($0)" }.joined(separator: " ")
  }

  /// The name of this credential's file, without its extension.
  var fileStem: String { FileStem.of(label) }
}

/// A name that is valid on every file system and doesn't reveal the provider.
enum FileStem {
  static func of(_ text: String) -> String {
    Hex.encode(Array(SHA256.hash(data: Data(text.utf8))).prefix(16))
  }
}
