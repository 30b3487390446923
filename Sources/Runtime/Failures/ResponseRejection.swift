/// Why the answer of an endpoint cannot be used. The body is never kept.
public enum ResponseRejection: Error, Sendable, Hashable {
  /// The answer is not the JSON that was expected, such as an HTML page or a truncated body.
  case notJSON(endpoint: Endpoint, status: Int)
  /// The answer is larger than the limit in bytes.
  case tooLarge(endpoint: Endpoint, limit: Int)
  /// A field is missing or has the wrong type.
  case missingField(String, endpoint: Endpoint, status: Int)
  /// A token type that this client cannot use (RFC 6749 §7.1).
  case unsupportedTokenType(String)
  /// A status without an OAuth error.
  case unexpectedStatus(Int, endpoint: Endpoint)
  /// Too many requests (RFC 6585 §4).
  case rateLimited(retryAfter: Duration?)
  /// A redirect, which is never followed with credentials.
  case redirected(endpoint: Endpoint, status: Int)
  /// The signed userinfo was rejected (OpenID Connect Core 1.0 §5.3.2).
  case signedUserInfo(TokenRejection)
  /// Userinfo does not name the user of the ID token (OpenID Connect Core 1.0 §5.3.2).
  case subjectMismatch
  /// Nothing that the provider answered says who the user is.
  case unknownUser
  /// A value is not one that the descriptor allows.
  case unexpectedValue(String, endpoint: Endpoint)
  /// The access token is for another API than this one, which was asked for.
  case otherAudience(String)
  /// The discovery document calls itself by another issuer (OpenID Connect Discovery 1.0 §4.3).
  case discoveryIssuerMismatch
}

extension ResponseRejection: FailureReason {
  var explanation: String {
    switch self {
    case .notJSON(let endpoint, let status): "\(endpoint) answered \(status) with something that is not JSON"
    case .tooLarge(let endpoint, let limit): "\(endpoint) answered more than \(limit) bytes"
    case .missingField(let name, let endpoint, let status): "\(endpoint) answered \(status) without a usable \(name)"
    case .unsupportedTokenType(let type): "the token type \(type.plainText(limit: 20)) is not supported"
    case .unexpectedStatus(let status, let endpoint): "\(endpoint) answered \(status)"
    case .rateLimited: "the server asks to slow down"
    case .redirected(let endpoint, let status): "\(endpoint) answered \(status), a redirect, which is not followed"
    case .signedUserInfo(let reason): RejectedToken(kind: .userInfo, reason: reason).explanation
    case .subjectMismatch: "userinfo does not speak of the ID token's user"
    case .unknownUser: "nothing that the provider answered says who the user is"
    case .unexpectedValue(let name, let endpoint): "\(endpoint) answered an unexpected \(name.plainText(limit: 40))"
    case .otherAudience(let audience):
      "the server gave no token for \(audience.plainText(limit: 200)), but one for another API"
    case .discoveryIssuerMismatch: "the discovery document calls itself by another issuer"
    }
  }

  var recovery: Recovery {
    switch self {
    case .rateLimited(let delay): .retry(after: delay)
    case .unexpectedStatus(let status, _) where status >= 500: .retry(after: nil)
    // The access token came a moment ago.
    case .unexpectedStatus(401, .userInfo), .subjectMismatch: .reauthenticate
    case .unknownUser: .fix(.claims)
    case .unsupportedTokenType: .updateApp
    case .signedUserInfo(let reason): RejectedToken(kind: .userInfo, reason: reason).recovery
    case .otherAudience(let audience): .fix(.refreshForAudience, ["audience": audience.plainText(limit: 200)])
    default: .fix(.server)
    }
  }
}
