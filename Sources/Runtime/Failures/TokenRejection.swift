/// The reason that a token was rejected: an ID token (OpenID Connect Core 1.0 §3.1.3.7), an access token (RFC 9068 §4,
/// RFC 7662), a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6), signed userinfo, or a signed authorization
/// response (JARM §2.4). RFC 8725 applies to all of them.
public enum TokenRejection: Error, Sendable, Hashable {
  /// The ID token that the provider must send is missing.
  case missingIDToken
  /// It isn't a signed token in compact form, or a part of it can't be read.
  case malformed(String)
  /// It is encrypted, and the client has no key to decrypt it.
  case encrypted
  /// It isn't encrypted, although the descriptor requires it.
  case notEncrypted
  /// Its encryption algorithm isn't allowed: the `alg` or `enc` of its header (RFC 7516 §4.1).
  case encryptionNotAllowed(String)
  /// It can't be decrypted: it was encrypted for another key, or it was modified. The reason isn't stated, because an
  /// attacker could use it (RFC 7516 §11.5).
  case undecryptable
  /// Its algorithm isn't allowed. `none` is never allowed, and HMAC isn't allowed for an API.
  case algorithmNotAllowed(String, setting: String? = nil)
  /// Its header declares another kind of JWT, such as an access token instead of an ID token.
  case wrongTokenType(String)
  /// It has a header extension that must be understood (RFC 7515 §4.1.11).
  case criticalHeader
  /// The provider publishes no key for it.
  case noMatchingKey
  /// The provider publishes several keys, and the token's key ID is missing or ambiguous (OpenID Connect Core 1.0 §10.1).
  case ambiguousKey
  /// The signature doesn't match the key.
  case invalidSignature
  /// `iss` isn't exactly the provider's issuer.
  case issuerMismatch
  /// `aud` doesn't name this client or this API, or `azp` names another client.
  case audienceMismatch
  /// `aud` also contains an audience that the descriptor doesn't list.
  case untrustedAudience(String)
  /// `exp` is in the past.
  case expired
  /// `iat` or `nbf` is in the future.
  case notYetValid
  /// `iat` is so old that the token can't be the response to this sign-in.
  case issuedTooLongAgo
  /// `nonce` isn't the one that was sent.
  case nonceMismatch
  /// `auth_time` is older than the requested `max_age`, or missing.
  case authenticationTooOld
  /// The refreshed token is about another user.
  case subjectChanged
  /// A claim that must stay the same changed in the refresh: `iss`, `aud`, `azp`, or `auth_time`.
  case changedAfterRefresh(String)
  /// `at_hash`, `c_hash`, or `s_hash` doesn't match the value that it protects.
  case hashMismatch(String)
  /// `at_hash` or `c_hash` is missing although the browser delivered the value that it must protect.
  case missingHash(String)
  /// A claim doesn't have the value that the request or the descriptor requires, or is meant for another kind of token.
  case unexpectedClaim(String)
  /// A claim is missing or has the wrong type.
  case claim(ClaimFailure)
  /// It is bound to a key of its client, but the request doesn't prove possession of that key (RFC 9449 §7.2, RFC 8705 §3).
  case senderConstrained
  /// It isn't bound to a key, but the request proves possession of one, or the API requires bound tokens (RFC 9449 §7.1).
  case notSenderConstrained
  /// It is bound to another certificate than the request's (RFC 8705 §3).
  case wrongCertificate
  /// The server reported it as inactive (RFC 7662 §2.2).
  case inactive
}

/// A kind of token, as its rejections name it.
enum TokenKind: String {
  case idToken = "ID token"
  case accessToken = "access token"
  case logoutToken = "logout token"
  case userInfo = "signed userinfo"
  case authorizationResponse = "authorization response"
}

/// A rejection together with the kind of token that was rejected.
struct RejectedToken: FailureReason {
  let kind: TokenKind
  let reason: TokenRejection

  var caseName: String {
    if case .claim(let failure) = reason { return failure.caseName }
    return String(String(describing: reason).prefix { $0 != "(" })
  }

  var explanation: String {
    let token = kind.rawValue
    switch reason {
    case .missingIDToken: return "the server didn't send an ID token"
    case .malformed(let part): return "the \(token) can't be read: \(part.plainText())"
    case .encrypted:
      let reason = kind == .accessToken ? "which isn't supported" : "and this client has no key to decrypt it"
      return "the \(token) is encrypted, \(reason)"
    case .notEncrypted: return "the \(token) isn't encrypted, although the descriptor requires it"
    case .encryptionNotAllowed(let name):
      return "the \(token) is encrypted with \(name.plainText(limit: 20)), which isn't allowed"
    case .undecryptable: return "the \(token) can't be decrypted with this client's key"
    case .algorithmNotAllowed(let name, _):
      return "the \(token) is signed with \(name.plainText(limit: 20)), which isn't allowed"
    case .wrongTokenType(let type): return "the \(token) has the unexpected type \(type.plainText(limit: 40))"
    case .criticalHeader: return "the \(token) has a critical header extension"
    case .noMatchingKey: return "the provider doesn't publish the key of the \(token)"
    case .ambiguousKey:
      return "the provider publishes several keys, and the \(token) doesn't identify the one that signed it"
    case .invalidSignature: return "the signature of the \(token) is invalid"
    case .issuerMismatch: return "the \(token) comes from another issuer"
    case .audienceMismatch: return "the \(token) is meant for another \(kind == .accessToken ? "API" : "client")"
    case .untrustedAudience(let name):
      return "the \(token) is also meant for \(name.plainText(limit: 80)), which isn't listed in id_token.audience"
    case .expired: return "the \(token) has expired"
    case .notYetValid: return "the \(token) isn't valid yet"
    case .issuedTooLongAgo: return "the \(token) was issued long before this sign-in"
    case .nonceMismatch: return "the nonce of the \(token) isn't the one that was sent"
    case .authenticationTooOld: return "the user authenticated longer ago than requested"
    case .subjectChanged: return "the refreshed \(token) is about another user"
    case .changedAfterRefresh(let name): return "the refreshed \(token) has a different \(name.plainText(limit: 80))"
    case .hashMismatch(let name): return "the \(name) of the \(token) doesn't match the value that it protects"
    case .missingHash(let name):
      return "the \(token) doesn't contain \(name), which must protect the rest of the response"
    case .unexpectedClaim(let name): return "the claim \(name.plainText(limit: 80)) isn't as expected in this \(token)"
    case .claim(let failure): return failure.explanation
    case .senderConstrained: return "the \(token) is bound to a key, but the request doesn't prove possession of it"
    case .notSenderConstrained: return "the \(token) isn't bound to a key"
    case .wrongCertificate: return "the \(token) is bound to another certificate than the request's"
    case .inactive: return "the \(token) isn't active"
    }
  }

  var recovery: Recovery {
    switch kind {
    case .idToken: idTokenRecovery
    case .accessToken: accessTokenRecovery
    case .logoutToken: recovery(orElse: .logoutToken)
    case .userInfo: recovery(orElse: .signedUserInfo)
    case .authorizationResponse: recovery(orElse: .signedResponse)
    }
  }

  private var idTokenRecovery: Recovery {
    switch reason {
    case .missingIDToken: .fix(.openIDScope)
    case .algorithmNotAllowed(_, let setting?): .fix(.idTokenSetting, ["setting": setting])
    case .algorithmNotAllowed, .encrypted, .notEncrypted, .encryptionNotAllowed: .fix(.idTokenAlgorithm)
    case .issuerMismatch: .fix(.issuer)
    case .audienceMismatch: .fix(.clientID)
    case .untrustedAudience: .fix(.untrustedAudience)
    case .expired, .notYetValid, .issuedTooLongAgo: .fix(.clockThenSignIn)
    case .claim: .fix(.claims)
    default: .reauthenticate
    }
  }

  private var accessTokenRecovery: Recovery {
    switch reason {
    case .algorithmNotAllowed, .encrypted, .wrongTokenType, .claim, .unexpectedClaim: .fix(.accessTokens)
    case .issuerMismatch: .fix(.issuer)
    case .audienceMismatch: .fix(.audience)
    case .notYetValid: .fix(.clock)
    default: .reauthenticate
    }
  }

  /// A new sign-in doesn't help if the server signed a logout token or userinfo incorrectly.
  private func recovery(orElse other: RecoveryText) -> Recovery {
    switch reason {
    case .issuerMismatch: .fix(.issuer)
    case .audienceMismatch: .fix(.clientID)
    case .expired, .notYetValid: .fix(.clock)
    default: .fix(other)
    }
  }
}

extension ClaimFailure: FailureReason {
  var explanation: String {
    switch self {
    case .missingClaim(let name): "the claim \(name.plainText(limit: 80)) is missing"
    case .wrongClaimType(let name, let expected): "the claim \(name.plainText(limit: 80)) isn't \(expected)"
    }
  }

  var recovery: Recovery { .fix(.claims) }
}
