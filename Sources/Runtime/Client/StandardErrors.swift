/// The error codes that every server may use, and what helps.
enum StandardErrors {
  static let all = oauth.merging(openID) { first, _ in first }.merging(further) { first, _ in first }

  /// RFC 6749 §4.1.2.1 and §5.2.
  private static let oauth: [String: ProviderConfiguration.KnownError] = [
    "access_denied": .init("accessDenied", .retry, "The user or the server said no."),
    "invalid_request": .init("invalidRequest", .fixConfiguration, "A parameter is missing or wrong."),
    "unauthorized_client": .init("unauthorizedClient", .fixConfiguration, "This client may not use this flow."),
    "invalid_client": .init("invalidClient", .fixConfiguration, "Client id or authentication is wrong."),
    "invalid_grant": .init("invalidGrant", .reauthenticate, "The code or refresh token is of no use any more."),
    "unsupported_response_type": .init(
      "unsupportedResponseType", .fixConfiguration, "The server does not support this response type."),
    "unsupported_grant_type": .init(
      "unsupportedGrantType", .fixConfiguration, "The server does not support this grant."),
    "invalid_scope": .init("invalidScope", .fixConfiguration, "A scope is unknown or not allowed."),
    "server_error": .init("serverError", .retryLater, "The server failed."),
    "temporarily_unavailable": .init("temporarilyUnavailable", .retryLater, "The server is busy."),
  ]

  /// OpenID Connect Core 1.0 §3.1.2.6.
  private static let openID: [String: ProviderConfiguration.KnownError] = [
    "login_required": .init("loginRequired", .reauthenticate, "A silent request needs a sign-in."),
    "consent_required": .init("consentRequired", .requestConsent, "A silent request needs consent."),
    "account_selection_required": .init(
      "accountSelectionRequired", .reauthenticate, "A silent request needs the user to choose an account."),
    "interaction_required": .init("interactionRequired", .reauthenticate, "A silent request needs the user."),
    "invalid_request_uri": .init(
      "invalidRequestURI", .fixConfiguration, "What the request_uri names is an error or cannot be had."),
    "invalid_request_object": .init("invalidRequestObject", .fixConfiguration, "The request object is not valid."),
    "request_not_supported": .init(
      "requestNotSupported", .fixConfiguration, "The server does not support request objects."),
    "request_uri_not_supported": .init(
      "requestURINotSupported", .fixConfiguration, "The server does not support request_uri."),
    "registration_not_supported": .init(
      "registrationNotSupported", .fixConfiguration, "The server does not support the registration parameter."),
  ]

  /// RFC 8628 §3.5, RFC 7009 §2.2.1, RFC 8707 §2, RFC 6750 §3.1, RFC 9470 §3, OpenID Connect Unmet Authentication
  /// Requirements 1.0.
  private static let further: [String: ProviderConfiguration.KnownError] = [
    "expired_token": .init("expiredToken", .retry, "Nobody came in time."),
    "unsupported_token_type": .init(
      "unsupportedTokenType", .fixConfiguration, "The server does not revoke tokens of this kind."),
    "invalid_target": .init("invalidTarget", .fixConfiguration, "The audience or resource is unknown or not allowed."),
    "invalid_token": .init("invalidToken", .reauthenticate, "The access token is of no use any more."),
    "insufficient_scope": .init("insufficientScope", .fixConfiguration, "The access token lacks a scope."),
    "insufficient_user_authentication": .init(
      "insufficientUserAuthentication", .reauthenticate, "The user has to authenticate in a stronger way."),
    "unmet_authentication_requirements": .init(
      "unmetAuthenticationRequirements", .reauthenticate, "The user could not authenticate in the way asked for."),
  ]
}
