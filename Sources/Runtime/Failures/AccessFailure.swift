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
  /// The innermost case's name, such as `audienceMismatch`.
  public var caseName: String {
    switch self {
    case .missingToken: "missingToken"
    case .malformedRequest: "malformedRequest"
    case .insufficientScope: "insufficientScope"
    case .insufficientAuthentication: "insufficientAuthentication"
    case .replayMemoryUnavailable: "replayMemoryUnavailable"
    case .cancelled: "cancelled"
    case .invalidProof(let reason): reason.caseName
    case .unavailable(let failure): failure.caseName
    case .invalidToken(let reason): RejectedToken(kind: .accessToken, reason: reason).caseName
    case .configuration(let reason): reason.caseName
    }
  }

  /// The recommended next step.
  public var recovery: Recovery {
    switch self {
    case .missingToken: .reauthenticate
    case .malformedRequest: .fix(.bearer)
    case .insufficientScope(let scopes):
      scopes.isEmpty ? .contactAdministrator : .fix(.scopes, ["scopes": scopes.joined(separator: " ")])
    case .insufficientAuthentication: .reauthenticate
    case .unavailable(let failure): failure.recovery
    case .cancelled, .replayMemoryUnavailable: .retry(after: nil)
    case .invalidProof(let reason): reason.recovery
    case .invalidToken(let reason): RejectedToken(kind: .accessToken, reason: reason).recovery
    case .configuration(let reason): reason.recovery
    }
  }

  var explanation: String {
    switch self {
    case .missingToken: "the request doesn't contain an access token"
    case .malformedRequest(let what): what
    case .insufficientScope(let scopes):
      scopes.isEmpty ? "the caller isn't allowed to do this" : "the token lacks \(scopes.joined(separator: " "))"
    case .insufficientAuthentication: "the user must authenticate again, in another way or more recently"
    case .replayMemoryUnavailable: "the memory of used DPoP proofs is full or doesn't respond"
    case .invalidProof(let reason): reason.explanation
    case .unavailable(let failure): "the token can't be verified now: \(failure.description)"
    case .cancelled: "the request was canceled"
    case .invalidToken(let reason): RejectedToken(kind: .accessToken, reason: reason).explanation
    case .configuration(let reason): reason.explanation
    }
  }
}

extension AccessFailure: CustomStringConvertible {
  /// The case's name and what happened, in one line without control characters. It is for the API's log. The response to the
  /// caller contains less.
  public var description: String { "\(caseName): \(explanation)".plainText(limit: 2000) }
}
