import Crypto
import Foundation

/// The key to which an access token is bound, as its `cnf` claim identifies it (RFC 7800 §3.1).
public struct TokenConfirmation: Sendable, Hashable {
  /// `jkt`: the thumbprint of the key whose possession each request proves with DPoP (RFC 9449 §6.1).
  public let keyThumbprint: String?
  /// `x5t#S256`: the SHA-256 hash of the client's certificate (RFC 8705 §3.1).
  public let certificateThumbprint: String?

  /// Reads `cnf`. It's `nil` if the token isn't bound.
  ///
  /// - Throws: ``TokenRejection/senderConstrained`` if it names a key in a way that this API can't check.
  init?(_ claims: [String: JSONValue]) throws(TokenRejection) {
    let claim = claims["cnf"] ?? .null
    guard claim != .null, claim != [:] else { return nil }
    guard let members = claim.object, members.allSatisfy({ Self.names.contains($0.key) && $0.value.string != nil })
    else { throw .senderConstrained }
    (keyThumbprint, certificateThumbprint) = (members["jkt"]?.string, members["x5t#S256"]?.string)
  }

  private static let names: Set = ["jkt", "x5t#S256"]

  /// Checks the client's certificate (RFC 8705 §3).
  func checkCertificate(_ certificate: Data?) throws(TokenRejection) {
    guard let certificateThumbprint else { return }
    guard let certificate, !certificate.isEmpty else { throw .senderConstrained }
    guard certificateThumbprint.isExactly(Base64URL.encode(SHA256.hash(data: certificate))) else {
      throw .wrongCertificate
    }
  }
}
