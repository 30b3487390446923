import Crypto
import Foundation

extension CredentialKey {
  /// The key of the journal of an adoption. No session has it, because neither an issuer nor a descriptor's ID begins with it.
  var adoption: CredentialKey {
    CredentialKey(issuer: "adoption at \(issuer)", clientID: clientID, account: account)
  }
}

extension Credential {
  /// The value of ``adoptedFrom`` for a token of another library.
  static func fingerprint(of token: Secret) -> String {
    Hex.encode(SHA256.hash(data: Data(token.reveal().utf8)))
  }

  /// Whether the credential has the other library's own token.
  var isImported: Bool { Self.fingerprint(of: refreshToken ?? accessToken) == adoptedFrom }
}
