/// A provider whose clients request authorization details (RFC 9396).
public protocol DetailRequesting: AuthProvider {
  /// The types of details that the provider supports.
  associatedtype Detail: AuthorizationDetail
}

extension AuthClient where Provider: DetailRequesting {
  /// Returns the details that the server granted with the last sign-in or refresh (RFC 9396 §7). It sends no request.
  ///
  /// A server may grant less than the client requested, and may add members: the account that the user chose, for
  /// example.
  ///
  /// - Returns: The details. It's empty if no user is signed in, or if the server granted none.
  /// - Throws: ``AuthFailure/store(_:)`` if the store can't be read.
  public func grantedDetails() async throws(Failure) -> [Provider.Detail] {
    try await run { core throws(StepFailure) in
      (try await core.session.current()?.authorizationDetails ?? []).map(Provider.Detail.init(json:))
    }
  }
}

extension AuthClient where Provider: DetailRequesting & TokenRefreshing {
  /// Returns an access token that allows only some of the granted details, from the session's refresh token (RFC 9396 §6).
  ///
  /// Pass each API a token that allows no more than the API needs. The session's own token and its details don't change. The
  /// client stores the token with the session, and renews it when necessary.
  ///
  /// - Parameters:
  ///   - details: The details that the token allows. The server decides whether the user granted them (RFC 9396 §6.1).
  ///   - duration: How long the token must stay valid, as in ``AuthClient/accessToken(validFor:)``.
  /// - Throws: The errors of ``accessToken(validFor:)``, ``AuthFailure/configuration(_:)`` if a detail isn't valid,
  ///   ``AuthFailure/server(_:_:)`` with `invalid_authorization_details` if the user didn't grant the details, and
  ///   ``ResponseRejection/unexpectedValue(_:endpoint:)`` if the server grants details of other types. The session continues.
  public func accessToken(
    details: [Provider.Detail], validFor duration: Duration? = nil
  ) async throws(Failure) -> Secret {
    let request = DerivedTokenRequest("", scopes: [], details: details.map(\.json))
    return try await run { core throws(StepFailure) in try await core.token(request, validFor: duration) }
  }
}

extension AuthClient where Provider: DetailRequesting & AudienceChoosing {
  /// Returns an access token for an API other than the one that the user signed in for, which allows only some of the granted
  /// details (RFC 8707 §2.2, RFC 9396 §6).
  ///
  /// The session's own token and its details don't change. The client stores the token with the session, and renews it when
  /// necessary.
  ///
  /// - Parameters:
  ///   - audience: The identifier that the provider uses for the API.
  ///   - details: The details that the token allows. The server decides whether the user granted them (RFC 9396 §6.1).
  ///   - duration: How long the token must stay valid, as in ``AuthClient/accessToken(validFor:)``.
  /// - Throws: The errors of ``accessToken(audience:scopes:validFor:)`` and ``accessToken(details:validFor:)``. The session
  ///   continues.
  public func accessToken(
    audience: String, details: [Provider.Detail], validFor duration: Duration? = nil
  ) async throws(Failure) -> Secret {
    let request = DerivedTokenRequest(audience, scopes: [], details: details.map(\.json))
    return try await run { core throws(StepFailure) in
      try core.checkAudience(audience)
      return try await core.token(request, validFor: duration)
    }
  }
}

extension ClientCore {
  /// Returns a token that allows only the details of a request.
  fileprivate func token(
    _ request: DerivedTokenRequest, validFor duration: Duration?
  ) async throws(StepFailure) -> Secret {
    guard !request.details.isEmpty else {
      throw ProviderConfiguration.AuthorizationRules.invalidDetails("at least one detail")
    }
    try configuration.authorization.validate(request.details)
    let lease = try await validLease(for: TokenRequirement(derivedRequest: request, duration: duration))
    guard let token = lease.credential.token(for: request) else {
      // The token is for another API, or allows more.
      throw .response(
        request.audience.isEmpty
          ? .unexpectedValue("authorization_details", endpoint: .token) : .otherAudience(request.audience))
    }
    return token.token
  }
}

extension BackendExchange where Provider: DetailRequesting {
  /// Returns the details that the server granted with a credential (RFC 9396 §7).
  public func grantedDetails(of credential: Credential) -> [Provider.Detail] {
    credential.authorizationDetails.map(Provider.Detail.init(json:))
  }
}
