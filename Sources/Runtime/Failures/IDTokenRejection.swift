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
  /// It was a logout token that was refused, for this reason (OpenID Connect Back-Channel Logout 1.0 §2.6).
  indirect case logoutToken(IDTokenRejection)
}

extension IDTokenRejection: FailureReason {
  var caseName: String {
    switch self {
    case .claim(let failure): failure.caseName
    case .logoutToken(let reason): reason.caseName
    default: String(String(describing: self).prefix { $0 != "(" })
    }
  }

  var explanation: String { explanation(of: "ID token") }

  /// - Parameter kind: What was refused. Whoever signs ID tokens signs other tokens, too, which have to keep some of their rules.
  func explanation(of kind: String) -> String {
    switch self {
    case .missingIDToken: "the server sent no \(kind)"
    case .malformed(let part): "the \(kind) cannot be read: \(part.plainText())"
    case .encrypted: "the \(kind) is encrypted, which is not supported"
    case .algorithmNotAllowed(let name, _):
      "the \(kind) is signed with \(name.plainText(limit: 20)), which is not allowed"
    case .wrongTokenType(let type): "the \(kind) says that it is \(type.plainText(limit: 40))"
    case .ambiguousKey: "the server publishes several keys, and the \(kind) does not tell which one signed it"
    case .criticalHeader: "the \(kind) has a critical header extension"
    case .noMatchingKey: "the server publishes no key that fits the \(kind)"
    case .invalidSignature: "the \(kind)'s signature is wrong"
    case .issuerMismatch: "the \(kind) comes from another issuer"
    case .audienceMismatch: "the \(kind) is meant for another client"
    case .untrustedAudience(let name):
      "the \(kind) is meant for \(name.plainText(limit: 80)) as well, who is not listed"
    case .expired: "the \(kind) has expired"
    case .issuedTooLongAgo: "the \(kind) was made long before this sign-in"
    case .notYetValid: "the \(kind) is not valid yet"
    case .nonceMismatch: "the \(kind)'s nonce is not the one that was sent"
    case .authenticationTooOld: "the user's authentication is older than asked for"
    case .subjectChanged: "the refreshed \(kind) names another user"
    case .changedAfterRefresh(let name): "the refreshed \(kind) has another \(name.plainText(limit: 80))"
    case .hashMismatch(let name): "the \(kind)'s \(name) does not fit what came with it"
    case .missingHash(let name): "the \(kind) has no \(name), which has to vouch for what came with it"
    case .unexpectedClaim(let name): "the claim \(name.plainText(limit: 80)) is not what was asked for"
    case .claim(let failure): failure.explanation
    case .logoutToken(.unexpectedClaim(let name)):
      "the logout token was refused: the claim \(name.plainText(limit: 80)) is not a logout token's"
    case .logoutToken(let reason): "the logout token was refused: \(reason.explanation(of: "token"))"
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
    case .logoutToken(let reason): reason.recovery(orElse: .logoutToken)
    default: .reauthenticate
    }
  }

  /// What helps where no ID token was refused but something else that the server signs for this client: no new sign-in does.
  func recovery(orElse other: RecoveryText) -> Recovery {
    switch self {
    case .issuerMismatch, .audienceMismatch: recovery
    case .expired, .notYetValid: .fix(.clock)
    default: .fix(other)
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
