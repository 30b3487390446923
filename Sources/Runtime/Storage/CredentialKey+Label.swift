import Crypto
import Foundation

extension CredentialKey {
  /// The key as one text: the same in every version, and no two keys have the same.
  var label: String {
    // The lengths tell where one part ends.
    let parts = [issuer, clientID] + (account.map { [$0] } ?? [])
    return parts.map { "\($0.utf8.count) \($0)" }.joined(separator: " ")
  }

  /// What a file of this credential is called, before its extension.
  var fileStem: String { FileStem.of(label) }
}

/// A name that fits every file system, and says nothing about the provider.
enum FileStem {
  static func of(_ text: String) -> String {
    Hex.encode(Array(SHA256.hash(data: Data(text.utf8))).prefix(16))
  }
}
