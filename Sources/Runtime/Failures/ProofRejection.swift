/// The reason that an API rejects a DPoP proof (RFC 9449 §4.3, §7.1). No case carries the proof or the token.
public enum ProofRejection: Error, Sendable, Hashable {
  /// The request uses the scheme `DPoP`, but has no `DPoP` header.
  case missing
  /// The request has several `DPoP` headers (§4.3 rule 1).
  case repeated
  /// The header's value isn't a signed JWT, or a part of it can't be read (§4.3 rule 2).
  case malformed(String)
  /// A claim is missing or has the wrong type: `jti`, `htm`, `htu`, `iat`, or `ath` (§4.3 rule 3).
  case invalidClaim(String)
  /// `typ` isn't `dpop+jwt` (§4.3 rule 4).
  case wrongType(String)
  /// `alg` is `none`, symmetric, or not one of the policy's algorithms (§4.3 rule 5).
  case algorithmNotAllowed(String)
  /// It has a header extension that must be understood (RFC 7515 §4.1.11).
  case criticalHeader
  /// `jwk` is missing, or isn't a valid public key for the algorithm.
  case unusableKey
  /// The signature doesn't match the key in the header (§4.3 rule 6).
  case invalidSignature
  /// `jwk` contains the private key, which is no longer secret (§4.3 rule 7).
  case privateKey
  /// `htm` isn't the method of the request (§4.3 rule 8).
  case wrongMethod
  /// `htu` isn't the URL of the request (§4.3 rule 9).
  case wrongURL
  /// The API requires a nonce, and the proof has none (§9).
  case missingNonce
  /// The nonce isn't one of this API's, or it has expired (§4.3 rule 10).
  case wrongNonce
  /// `iat` is too long ago (§4.3 rule 11).
  case tooOld
  /// `iat` is in the future (§4.3 rule 11).
  case notYetValid
  /// `ath` isn't the hash of the access token (§4.3 rule 12).
  case wrongTokenHash
  /// The access token is bound to another key (§4.3 rule 12).
  case wrongKey
  /// The API has already received this proof (§11.1).
  case replayed
}

extension ProofRejection: FailureReason {
  var explanation: String {
    switch self {
    case .missing: "the request doesn't contain a DPoP proof"
    case .repeated: "the request has several DPoP headers"
    case .malformed(let part): "the DPoP proof can't be read: \(part.plainText())"
    case .invalidClaim(let name): "the DPoP proof's \(name.plainText(limit: 80)) is missing or has the wrong type"
    case .wrongType(let type): "the DPoP proof has the type \(type.plainText(limit: 40)) instead of dpop+jwt"
    case .algorithmNotAllowed(let name):
      "the DPoP proof is signed with \(name.plainText(limit: 20)), which isn't allowed"
    case .criticalHeader: "the DPoP proof has a critical header extension"
    case .unusableKey: "the DPoP proof doesn't contain a valid public key for its algorithm"
    case .invalidSignature: "the signature of the DPoP proof is invalid"
    case .privateKey: "the DPoP proof contains the private key"
    case .wrongMethod: "the DPoP proof is for another method"
    case .wrongURL: "the DPoP proof is for another URL"
    case .missingNonce: "the DPoP proof must contain the nonce of this API"
    case .wrongNonce: "the DPoP proof's nonce has expired or isn't one of this API"
    case .tooOld: "the DPoP proof is too old"
    case .notYetValid: "the DPoP proof isn't valid yet"
    case .wrongTokenHash: "the DPoP proof is for another access token"
    case .wrongKey: "the access token is bound to another key than the DPoP proof's"
    case .replayed: "the DPoP proof was used before"
    }
  }

  var recovery: Recovery {
    switch self {
    case .tooOld, .notYetValid: .fix(.clock)
    case .missingNonce, .wrongNonce: .retry(after: nil)
    case .wrongKey: .reauthenticate
    default: .fix(.proof)
    }
  }

  /// The error code in the challenge (§7.1, §9). The example in §7.1 uses `invalid_token` for another key.
  var code: String {
    switch self {
    case .missingNonce, .wrongNonce: "use_dpop_nonce"
    case .wrongKey: "invalid_token"
    default: "invalid_dpop_proof"
    }
  }
}
