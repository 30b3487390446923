import Crypto
import Foundation

/// Recognizes equal requests without keeping their values, which may be secret.
enum RequestIdentity {
  static func hash(_ text: String) -> String { Base64URL.encode(SHA256.hash(data: Data(text.utf8))) }

  /// Returns the name of a request, followed by a hash of its values.
  static func id(_ name: String, _ values: [String]) -> String {
    name + ":" + hash(values.lengthPrefixed)
  }
}
