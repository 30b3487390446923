/// The reason that an endpoint's response can't be used. The body is never kept.
public enum ResponseRejection: Error, Sendable, Hashable {
  /// The response isn't the expected JSON, for example an HTML page or a truncated body.
  case notJSON(endpoint: Endpoint, status: Int)
  /// The app's code couldn't convert the response to JSON (`hooks: [decodeResponse]`). The error that it threw isn't kept,
  /// because it may contain secrets.
  case notDecoded(endpoint: Endpoint, status: Int)
  /// The response is larger than the limit in bytes.
  case tooLarge(endpoint: Endpoint, limit: Int)
  /// A field is missing or has the wrong type.
  case missingField(String, endpoint: Endpoint, status: Int)
  /// This client doesn't support the token type (RFC 6749 §7.1).
  case unsupportedTokenType(String)
  /// The server issued a bearer token, although the session's tokens must be bound to a key (RFC 9449 §5). The client revokes it.
  case unboundToken
  /// The status is an error, but the response doesn't contain an OAuth error.
  case unexpectedStatus(Int, endpoint: Endpoint)
  /// Too many requests (RFC 6585 §4).
  case rateLimited(retryAfter: Duration?, endpoint: Endpoint)
  /// The endpoint responded with a redirect. Redirects are never followed with credentials.
  case redirected(endpoint: Endpoint, status: Int)
  /// The signed userinfo was rejected (OpenID Connect Core 1.0 §5.3.2).
  case signedUserInfo(TokenRejection)
  /// Userinfo is about a different user than the ID token (OpenID Connect Core 1.0 §5.3.2).
  case subjectMismatch
  /// None of the provider's responses identifies the user.
  case unknownUser
  /// The descriptor doesn't allow this value.
  case unexpectedValue(String, endpoint: Endpoint)
  /// The access token is for an API other than the requested one.
  case otherAudience(String)
  /// The discovery document names a different issuer (OpenID Connect Discovery 1.0 §4.3).
  case discoveryIssuerMismatch
}

extension ResponseRejection: FailureReason {
  var explanation: String {
    switch self {
    case .notJSON(let endpoint, let status): "\(endpoint) responded with status \(status) and a body that isn't JSON"
    case .notDecoded(let endpoint, let status):
      "\(endpoint) responded with status \(status) and a body that the app couldn't decode"
    case .tooLarge(let endpoint, let limit): "\(endpoint) sent a response of more than \(limit) bytes"
    case .missingField(let name, let endpoint, let status):
      "\(endpoint) responded with status \(status) but no valid '\(name)'"
    case .unsupportedTokenType(let type): "the token type \(type.plainText(limit: 20)) isn't supported"
    case .unboundToken: "the server issued a bearer token instead of one that is bound to the client's key"
    case .unexpectedStatus(let status, let endpoint): "\(endpoint) responded with status \(status)"
    case .rateLimited(_, let endpoint): "the server received too many requests for \(endpoint)"
    case .redirected(let endpoint, let status):
      "\(endpoint) responded with status \(status), a redirect, which isn't followed"
    case .signedUserInfo(let reason): RejectedToken(kind: .userInfo, reason: reason).explanation
    case .subjectMismatch: "userinfo is about a different user than the ID token"
    case .unknownUser: "none of the provider's responses identifies the user"
    case .unexpectedValue(let name, let endpoint):
      "\(endpoint) returned an unexpected value for '\(name.plainText(limit: 40))'"
    case .otherAudience(let audience):
      "the server didn't issue a token for \(audience.plainText(limit: 200)), but one for another API"
    case .discoveryIssuerMismatch: "the discovery document names a different issuer"
    }
  }

  var recovery: Recovery {
    switch self {
    case .rateLimited(let delay, _): .retry(after: delay)
    case .unexpectedStatus(let status, _) where status >= 500: .retry(after: nil)
    // The server just issued the access token, so retrying with it wouldn't help.
    case .unexpectedStatus(401, .userInfo), .subjectMismatch: .reauthenticate
    case .unknownUser: .fix(.claims)
    case .unboundToken: .fix(.boundTokens)
    case .unsupportedTokenType, .notDecoded: .updateApp
    case .signedUserInfo(let reason): RejectedToken(kind: .userInfo, reason: reason).recovery
    case .otherAudience(let audience): .fix(.refreshForAudience, ["audience": audience.plainText(limit: 200)])
    default: .fix(.server)
    }
  }
}
