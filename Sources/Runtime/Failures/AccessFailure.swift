/// Why an API rejects a request (RFC 6750 §3.1). No case carries a token.
public enum AccessFailure: Error, Sendable, Hashable {
  /// The request brings no bearer token.
  case missingToken
  /// The request brings its token wrongly: twice, or in a form that is none.
  case malformedRequest(String)
  /// The token was rejected.
  case invalidToken(TokenRejection)
  /// The token is good but does not allow this; the scopes that would.
  case insufficientScope([String])
  /// The token cannot be judged now, for the provider does not answer. It may be good.
  case unavailable(AuthFailure<AnyErrorCode>)
  /// The API is set up wrongly.
  case configuration(ConfigurationFailure)
  /// The request's task was cancelled.
  case cancelled
}

extension AccessFailure {
  /// The innermost case's name, such as `audienceMismatch`.
  public var caseName: String {
    switch self {
    case .missingToken: "missingToken"
    case .malformedRequest: "malformedRequest"
    case .insufficientScope: "insufficientScope"
    case .cancelled: "cancelled"
    case .unavailable(let failure): failure.caseName
    case .invalidToken(let reason): RejectedToken(kind: .accessToken, reason: reason).caseName
    case .configuration(let reason): reason.caseName
    }
  }

  /// What to do next.
  public var recovery: Recovery {
    switch self {
    case .missingToken: .reauthenticate
    case .malformedRequest: .fix(.bearer)
    case .insufficientScope(let scopes):
      scopes.isEmpty ? .contactAdministrator : .fix(.scopes, ["scopes": scopes.joined(separator: " ")])
    case .unavailable(let failure): failure.recovery
    case .cancelled: .retry(after: nil)
    case .invalidToken(let reason): RejectedToken(kind: .accessToken, reason: reason).recovery
    case .configuration(let reason): reason.recovery
    }
  }

  var explanation: String {
    switch self {
    case .missingToken: "the request brings no bearer token"
    case .malformedRequest(let what): what
    case .insufficientScope(let scopes):
      scopes.isEmpty ? "the caller may not do this" : "the token lacks \(scopes.joined(separator: " "))"
    case .unavailable(let failure): "the token cannot be verified now: \(failure.description)"
    case .cancelled: "the request was cancelled"
    case .invalidToken(let reason): RejectedToken(kind: .accessToken, reason: reason).explanation
    case .configuration(let reason): reason.explanation
    }
  }
}

extension AccessFailure: CustomStringConvertible {
  /// One line: the case's name and what happened, without characters that a terminal could act on. It is for the API's log;
  /// the response tells the caller less.
  public var description: String { "\(caseName): \(explanation)".plainText(limit: 2000) }
}
