/// The error codes of the standards, with their recoveries.
enum StandardErrors {
  static let all = [openID, backchannel, firstParty, further].reduce(oauth) { $0.merging($1) { first, _ in first } }

  /// RFC 6749 §4.1.2.1 and §5.2.
  private static let oauth: [String: ProviderConfiguration.KnownError] = [
    "access_denied": .init("accessDenied", .retry, "The user or the server denied the request."),
    "invalid_request": .init("invalidRequest", .fixConfiguration, "A parameter is missing or invalid."),
    "unauthorized_client": .init(
      "unauthorizedClient", .fixConfiguration, "This client isn't allowed to use this flow."),
    "invalid_client": .init(
      "invalidClient", .fixConfiguration, "The client ID or the client authentication is invalid."),
    "invalid_grant": .init(
      "invalidGrant", .reauthenticate, "The code or the refresh token is invalid, expired or revoked."),
    "unsupported_response_type": .init(
      "unsupportedResponseType", .fixConfiguration, "The server doesn't support this response type."),
    "unsupported_grant_type": .init(
      "unsupportedGrantType", .fixConfiguration, "The server doesn't support this grant."),
    "invalid_scope": .init("invalidScope", .fixConfiguration, "A scope is unknown or not allowed."),
    "server_error": .init("serverError", .retryLater, "The server failed."),
    "temporarily_unavailable": .init("temporarilyUnavailable", .retryLater, "The server is busy."),
  ]

  /// OpenID Connect Core 1.0 §3.1.2.6.
  private static let openID: [String: ProviderConfiguration.KnownError] = [
    "login_required": .init("loginRequired", .reauthenticate, "A silent request requires a sign-in."),
    "consent_required": .init("consentRequired", .requestConsent, "A silent request requires consent."),
    "account_selection_required": .init(
      "accountSelectionRequired", .reauthenticate, "A silent request requires the user to choose an account."),
    "interaction_required": .init(
      "interactionRequired", .reauthenticate, "A silent request requires user interaction."),
    "invalid_request_uri": .init(
      "invalidRequestURI", .fixConfiguration, "The request_uri returned an error or can't be fetched."),
    "invalid_request_object": .init("invalidRequestObject", .fixConfiguration, "The request object is invalid."),
    "request_not_supported": .init(
      "requestNotSupported", .fixConfiguration, "The server doesn't support request objects."),
    "request_uri_not_supported": .init(
      "requestURINotSupported", .fixConfiguration, "The server doesn't support request_uri."),
    "registration_not_supported": .init(
      "registrationNotSupported", .fixConfiguration, "The server doesn't support the registration parameter."),
  ]

  /// OpenID CIBA Core 1.0 §13.
  private static let backchannel: [String: ProviderConfiguration.KnownError] = [
    "expired_login_hint_token": .init("expiredLoginHintToken", .retry, "The login hint token has expired."),
    "unknown_user_id": .init("unknownUserID", .contactUser, "The server doesn't know the user that the hint names."),
    "missing_user_code": .init("missingUserCode", .contactUser, "The user's code is required."),
    "invalid_user_code": .init("invalidUserCode", .contactUser, "The user's code is wrong."),
    "invalid_binding_message": .init(
      "invalidBindingMessage", .fixConfiguration, "The server doesn't accept the binding message."),
  ]

  /// draft-ietf-oauth-first-party-apps §5.2.2.1.
  private static let firstParty: [String: ProviderConfiguration.KnownError] = [
    "invalid_session": .init("invalidSession", .reauthenticate, "The sign-in without a browser has expired."),
    "insufficient_authorization": .init(
      "insufficientAuthorization", .reauthenticate, "The server needs more from the user."),
    "redirect_to_web": .init("redirectToWeb", .reauthenticate, "The user must continue in a browser."),
  ]

  /// RFC 8628 §3.5, RFC 7009 §2.2.1, RFC 8707 §2, RFC 9396 §5, RFC 9449 §12.2, RFC 6750 §3.1, RFC 9470 §3, OpenID Connect Unmet Authentication
  /// Requirements 1.0.
  private static let further: [String: ProviderConfiguration.KnownError] = [
    "expired_token": .init("expiredToken", .retry, "The code expired before the user finished the sign-in."),
    "unsupported_token_type": .init(
      "unsupportedTokenType", .fixConfiguration, "The server doesn't revoke tokens of this kind."),
    "invalid_target": .init("invalidTarget", .fixConfiguration, "The audience or resource is unknown or not allowed."),
    "invalid_authorization_details": .init(
      "invalidAuthorizationDetails", .fixConfiguration, "An authorization detail is unknown or not allowed."),
    "invalid_token": .init("invalidToken", .reauthenticate, "The access token is invalid, expired or revoked."),
    "use_dpop_nonce": .init("useDPoPNonce", .retry, "The server requires another nonce in proofs."),
    "invalid_dpop_proof": .init(
      "invalidDPoPProof", .retry, "The server rejected the proof. The clock of this machine may be wrong."),
    "insufficient_scope": .init(
      "insufficientScope", .fixConfiguration, "The access token doesn't have a required scope."),
    "insufficient_user_authentication": .init(
      "insufficientUserAuthentication", .reauthenticate, "The user must authenticate with a stronger method."),
    "unmet_authentication_requirements": .init(
      "unmetAuthenticationRequirements", .reauthenticate,
      "The server couldn't authenticate the user in the requested way."),
  ]
}
