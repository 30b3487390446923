/// Why an access token was refused (RFC 9068 §4, RFC 8725, RFC 7662).
public enum AccessTokenRejection: Error, Sendable, Hashable {
  /// It is not a signed token in compact form, or a part of it cannot be read.
  case malformed(String)
  /// It is encrypted, which is not supported.
  case encrypted
  /// Its algorithm is not on the list; `none` never is, nor HMAC.
  case algorithmNotAllowed(String)
  /// Its header says that it is another kind of JWT.
  case wrongTokenType(String)
  /// It has a header extension that must be understood (RFC 7515 §4.1.11).
  case criticalHeader
  /// The provider publishes no key that fits.
  case noMatchingKey
  /// The provider publishes several keys, and the token does not tell which one signed it.
  case ambiguousKey
  /// The signature does not fit the key.
  case invalidSignature
  /// `iss` is not exactly the provider's issuer.
  case issuerMismatch
  /// `aud` does not name this API.
  case audienceMismatch
  /// `exp` is past.
  case expired
  /// `iat` or `nbf` lies in the future.
  case notYetValid
  /// A claim says that it is another kind of token, or is not what the descriptor demands.
  case unexpectedClaim(String)
  /// A claim is missing or has the wrong type.
  case claim(ClaimFailure)
  /// It is bound to a key of its client, and came without a proof of that (RFC 9449 §7.2, RFC 8705 §3).
  case senderConstrained
  /// Its server says that it is not good, or not any more (RFC 7662 §2.2).
  case inactive

  /// What is wrong with any signed token is wrong with this one.
  init(_ reason: IDTokenRejection) {
    switch reason {
    case .malformed(let part): self = .malformed(part)
    case .encrypted: self = .encrypted
    case .algorithmNotAllowed(let name, _): self = .algorithmNotAllowed(name)
    case .wrongTokenType(let type): self = .wrongTokenType(type)
    case .criticalHeader: self = .criticalHeader
    case .noMatchingKey: self = .noMatchingKey
    case .ambiguousKey: self = .ambiguousKey
    case .claim(let failure): self = .claim(failure)
    default: self = .invalidSignature
    }
  }
}

extension AccessTokenRejection: FailureReason {
  var caseName: String {
    if case .claim(let failure) = self { return failure.caseName }
    return String(String(describing: self).prefix { $0 != "(" })
  }

  var explanation: String {
    switch self {
    case .malformed(let part): "the access token cannot be read: \(part.plainText())"
    case .encrypted: "the access token is encrypted, which is not supported"
    case .algorithmNotAllowed(let name):
      "the access token is signed with \(name.plainText(limit: 20)), which is not allowed"
    case .wrongTokenType(let type): "the token is no access token: its type is \(type.plainText(limit: 40))"
    case .criticalHeader: "the access token has a critical header extension"
    case .noMatchingKey: "the provider publishes no key that fits the access token"
    case .ambiguousKey: "the provider publishes several keys, and the access token does not tell which one signed it"
    case .invalidSignature: "the access token's signature is wrong"
    case .issuerMismatch: "the access token comes from another issuer"
    case .audienceMismatch: "the access token is meant for another API"
    case .expired: "the access token has expired"
    case .notYetValid: "the access token is not valid yet"
    case .unexpectedClaim(let name): "the token's claim \(name.plainText(limit: 80)) is not an access token's"
    case .claim(let failure): failure.explanation
    case .senderConstrained: "the access token is bound to a key, and no proof of it came along"
    case .inactive: "the access token is not active"
    }
  }

  var recovery: Recovery {
    switch self {
    case .algorithmNotAllowed, .encrypted, .wrongTokenType, .claim, .unexpectedClaim:
      .fix(.accessTokens)
    case .issuerMismatch: .fix(.issuer)
    case .audienceMismatch: .fix(.audience)
    case .notYetValid: .fix(.clock)
    default: .reauthenticate
    }
  }
}
