/// Why an ID token was refused (OpenID Connect Core 1.0 §3.1.3.7, RFC 8725).
public enum IDTokenRejection: Error, Sendable, Hashable {
  /// The answer holds no ID token although the provider must send one.
  case missingIDToken
  /// It is not a signed token in compact form, or a part of it cannot be read.
  case malformed(String)
  /// It is encrypted, which is not supported.
  case encrypted
  /// Its algorithm is not on the list; `none` never is.
  case algorithmNotAllowed(String, setting: String? = nil)
  /// Its header says that it is another kind of JWT, such as an access token or a logout token.
  case wrongTokenType(String)
  /// It has a header extension that must be understood (RFC 7515 §4.1.11).
  case criticalHeader
  /// The server publishes no key that fits.
  case noMatchingKey
  /// The server publishes several keys, and the token names none or a name that they share (OpenID Connect Core 1.0 §10.1).
  case ambiguousKey
  /// The signature does not fit the key.
  case invalidSignature
  /// `iss` is not exactly the provider's issuer.
  case issuerMismatch
  /// `aud` does not name this client, or `azp` names another one.
  case audienceMismatch
  /// `aud` names somebody else as well, whom the descriptor does not list.
  case untrustedAudience(String)
  /// `exp` is past, or missing.
  case expired
  /// `iat` or `nbf` lies in the future, or `iat` is missing.
  case notYetValid
  /// `iat` is so far back that the token cannot be the answer to this sign-in.
  case issuedTooLongAgo
  /// `nonce` is not the one that was sent.
  case nonceMismatch
  /// `auth_time` is older than the `max_age` that was asked for, or missing.
  case authenticationTooOld
  /// After a refresh the token names another user.
  case subjectChanged
  /// After a refresh a claim is another one that has to stay: `iss`, `aud`, `azp` or `auth_time`.
  case changedAfterRefresh(String)
  /// `at_hash`, `c_hash` or `s_hash` does not fit what came with the token.
  case hashMismatch(String)
  /// `at_hash` or `c_hash` is missing although the browser brought what it has to vouch for.
  case missingHash(String)
  /// A claim is not what the descriptor or the request demands.
  case unexpectedClaim(String)
  /// A claim is missing or has the wrong type.
  case claim(ClaimFailure)
}

extension IDTokenRejection: FailureReason {
  var caseName: String {
    if case .claim(let failure) = self { return failure.caseName }
    return String(String(describing: self).prefix { $0 != "(" })
  }

  var explanation: String {
    switch self {
    case .missingIDToken: "the server sent no ID token"
    case .malformed(let part): "the ID token cannot be read: \(part.plainText())"
    case .encrypted: "the ID token is encrypted, which is not supported"
    case .algorithmNotAllowed(let name, _):
      "the ID token is signed with \(name.plainText(limit: 20)), which is not allowed"
    case .wrongTokenType(let type): "the token is no ID token but \(type.plainText(limit: 40))"
    case .ambiguousKey: "the server publishes several keys, and the ID token does not tell which one signed it"
    case .criticalHeader: "the ID token has a critical header extension"
    case .noMatchingKey: "the server publishes no key that fits the ID token"
    case .invalidSignature: "the ID token's signature is wrong"
    case .issuerMismatch: "the ID token comes from another issuer"
    case .audienceMismatch: "the ID token is meant for another client"
    case .untrustedAudience(let name):
      "the ID token is meant for \(name.plainText(limit: 80)) as well, whom the descriptor does not list"
    case .expired: "the ID token has expired"
    case .issuedTooLongAgo: "the ID token was made long before this sign-in"
    case .notYetValid: "the ID token is not valid yet"
    case .nonceMismatch: "the ID token's nonce is not the one that was sent"
    case .authenticationTooOld: "the user's authentication is older than asked for"
    case .subjectChanged: "the refreshed ID token names another user"
    case .changedAfterRefresh(let name): "the refreshed ID token has another \(name.plainText(limit: 80))"
    case .hashMismatch(let name): "the ID token's \(name) does not fit what came with it"
    case .missingHash(let name): "the ID token has no \(name), which has to vouch for what came with it"
    case .unexpectedClaim(let name): "the claim \(name.plainText(limit: 80)) is not what was asked for"
    case .claim(let failure): failure.explanation
    }
  }

  var recovery: Recovery {
    switch self {
    case .missingIDToken: .fix(.openIDScope)
    case .algorithmNotAllowed(_, let setting?): .fix(.idTokenSetting, ["setting": setting])
    case .algorithmNotAllowed, .encrypted: .fix(.idTokenAlgorithm)
    case .issuerMismatch: .fix(.issuer)
    case .audienceMismatch: .fix(.clientID)
    case .untrustedAudience: .fix(.untrustedAudience)
    case .expired, .notYetValid, .issuedTooLongAgo: .fix(.clockThenSignIn)
    case .claim: .fix(.claims)
    default: .reauthenticate
    }
  }
}

/// Why a claim cannot be read.
public enum ClaimFailure: Error, Sendable, Hashable {
  /// The claim is missing.
  case missingClaim(String)
  /// The claim has another type than expected.
  case wrongClaimType(String, expected: String)
}

extension ClaimFailure: FailureReason {
  var explanation: String {
    switch self {
    case .missingClaim(let name): "the claim \(name.plainText(limit: 80)) is missing"
    case .wrongClaimType(let name, let expected): "the claim \(name.plainText(limit: 80)) is not \(expected)"
    }
  }

  var recovery: Recovery { .fix(.claims) }
}
