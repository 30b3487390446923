/// The reason that another sign-in didn't satisfy an API that demanded it (RFC 9470 §4, RFC 6750 §3.1).
///
/// The session stays as it was, except after ``stillInsufficient``.
public enum StepUpFailure: Error, Sendable, Hashable {
  /// The API demands scopes that the app didn't list in ``StepUp/ask(maximum:scopes:parameters:timeout:)``. No sign-in
  /// took place.
  case unlistedScopes([String])
  /// The provider didn't grant these scopes.
  case missingScopes([String])
  /// The user authenticated, but not in one of the demanded ways (`acr`).
  case otherAuthentication
  /// Another user signed in.
  case anotherUser
  /// The API rejects the new token, too, or the maximum number of sign-ins was reached. The new session stays.
  case stillInsufficient
}

extension StepUpFailure: FailureReason {
  var explanation: String {
    switch self {
    case .unlistedScopes(let scopes): "the API demands scopes that the app doesn't list: \(Self.list(scopes))"
    case .missingScopes(let scopes): "the provider didn't grant the scopes that the API demands: \(Self.list(scopes))"
    case .otherAuthentication: "the user didn't authenticate in the way that the API demands"
    case .anotherUser: "another user signed in"
    case .stillInsufficient: "the API rejects the token of the new sign-in, too"
    }
  }

  var recovery: Recovery {
    switch self {
    case .unlistedScopes(let scopes): .fix(.stepUpScopes, ["scopes": Self.list(scopes)])
    case .missingScopes: .contactAdministrator
    case .otherAuthentication, .anotherUser: .reauthenticate
    case .stillInsufficient: .contactAdministrator
    }
  }

  private static func list(_ scopes: [String]) -> String {
    scopes.joined(separator: " ").plainText(limit: 200)
  }
}
