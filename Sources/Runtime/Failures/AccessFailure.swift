/// The reason that an API rejects a request (RFC 6750 §3.1). No case carries a token.
///
/// To turn it into an HTTP response, call ``challenge(realm:resourceMetadata:)``. Write the failure itself only to your
/// log:
///
/// ```swift
/// do {
///   let caller = try await api.caller(authorization: request.authorization)
///   try caller.require(.scope("read:timesheets"))
///   return timesheets(of: caller.subject)
/// } catch {
///   print(error)
///   let challenge = error.challenge()
///   return Response(status: challenge.status, headers: challenge.headers, body: challenge.body)
/// }
/// ```
public enum AccessFailure: Error, Sendable, Hashable {
  /// The request doesn't contain an access token.
  case missingToken
  /// The request sends its token incorrectly: twice, or in an invalid form.
  case malformedRequest(String)
  /// The token was rejected.
  case invalidToken(TokenRejection)
  /// The DPoP proof was rejected, or is missing.
  case invalidProof(ProofRejection)
  /// The token is valid but doesn't allow this request. The value lists the scopes that would.
  case insufficientScope([String])
  /// The user must authenticate again, in one of these ways (`acr`) or more recently (RFC 9470 §3).
  case insufficientAuthentication(acrValues: [String], maxAge: Duration?)
  /// The token can't be verified now because the provider doesn't respond. It may be valid.
  case unavailable(AuthFailure<AnyErrorCode>)
  /// The memory of used proofs is full, or doesn't respond. The proof may be valid.
  case replayMemoryUnavailable
  /// The API's configuration is invalid.
  case configuration(ConfigurationFailure)
  /// The request's task was canceled.
  case cancelled
}

extension AccessFailure {
  private var reason: any FailureReason {
    switch self {
    case .missingToken: RequestReason.missingToken
    case .malformedRequest(let what): RequestReason.malformedRequest(what)
    case .invalidToken(let reason): RejectedToken(kind: .accessToken, reason: reason)
    case .invalidProof(let reason): reason
    case .insufficientScope(let scopes): RequestReason.insufficientScope(scopes)
    case .insufficientAuthentication: RequestReason.insufficientAuthentication
    case .unavailable(let failure): UnverifiedToken(failure: failure)
    case .replayMemoryUnavailable: RequestReason.replayMemoryUnavailable
    case .configuration(let reason): reason
    case .cancelled: RequestReason.cancelled
    }
  }

  /// The innermost case's name, such as `audienceMismatch`.
  public var caseName: String { reason.caseName }
  /// The recommended next step.
  public var recovery: Recovery { reason.recovery }
  var explanation: String { reason.explanation }
}

/// The reasons that no other type describes.
private enum RequestReason: FailureReason {
  case missingToken
  case malformedRequest(String)
  case insufficientScope([String])
  case insufficientAuthentication
  case replayMemoryUnavailable
  case cancelled

  var explanation: String {
    switch self {
    case .missingToken: "the request doesn't contain an access token"
    case .malformedRequest(let what): what
    case .insufficientScope(let scopes):
      scopes.isEmpty ? "the caller isn't allowed to do this" : "the token lacks \(scopes.joined(separator: " "))"
    case .insufficientAuthentication: "the user must authenticate again, in another way or more recently"
    case .replayMemoryUnavailable: "the memory of used DPoP proofs is full or doesn't respond"
    case .cancelled: "the request was canceled"
    }
  }

  var recovery: Recovery {
    switch self {
    case .missingToken, .insufficientAuthentication: .reauthenticate
    case .malformedRequest: .fix(.bearer)
    case .insufficientScope(let scopes):
      scopes.isEmpty ? .contactAdministrator : .fix(.scopes, ["scopes": scopes.joined(separator: " ")])
    case .replayMemoryUnavailable, .cancelled: .retry(after: nil)
    }
  }
}

/// A token that can't be verified now, with the failure of the provider.
private struct UnverifiedToken: FailureReason {
  let failure: AuthFailure<AnyErrorCode>

  var caseName: String { failure.caseName }
  var explanation: String { "the token can't be verified now: \(failure.description)" }
  var recovery: Recovery { failure.recovery }
}

extension AccessFailure: CustomStringConvertible {
  /// The case's name and what happened, in one line without control characters. It is for the API's log. The response to the
  /// caller contains less.
  public var description: String { "\(caseName): \(explanation)".plainText(limit: 2000) }
}
