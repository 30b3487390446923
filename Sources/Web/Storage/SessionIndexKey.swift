import AuthConfiguration
import Crypto
import Foundation

extension WebSessionClient {
  /// A key of 32 bytes for the index on a user or a session at the issuer. Names from outside may be too long for an index.
  ///
  /// - Parameter name: The `sub` or `sid`.
  package func indexKey(_ name: String) -> Data {
    Data(SHA256.hash(data: Data([provider, issuer, clientID, name].lengthPrefixed.utf8)))
  }
}
