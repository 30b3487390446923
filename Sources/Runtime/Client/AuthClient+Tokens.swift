extension AuthClient where Provider: TokenRefreshing {
  /// Gets new tokens now. Concurrent calls share one request, in all processes that share the store.
  ///
  /// - Returns: The new credential.
  /// - Throws: ``AuthFailure/notSignedIn`` if the session doesn't have a refresh token, and
  ///   ``AuthFailure/session(_:)``. The session ends if the server rejects the refresh token (`invalid_grant`, or an
  ///   error that the descriptor lists), if its time limit passes, or if the new ID token is for another user.
  @discardableResult
  public func refresh() async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in try await core.session.refreshed { core.renewal }.credential }
  }
}

extension AuthClient where Provider: AudienceChoosing {
  /// Returns an access token for an API other than the one that the user signed in for, from the same refresh token.
  ///
  /// The client stores the token with the session and renews it when necessary. ``data(for:body:options:)`` sends the
  /// session's own token, so use another HTTP client for requests to this API.
  ///
  /// - Parameters:
  ///   - audience: The identifier that the provider uses for the API.
  ///   - scopes: The scopes to request for the API. If it's empty, the provider decides.
  ///   - duration: How long the token must stay valid, as in ``AuthClient/accessToken(validFor:)``.
  /// - Throws: The errors of ``accessToken(validFor:)``, ``AuthFailure/server(_:_:)`` if the provider issues no token
  ///   for this API, and ``ResponseRejection/otherAudience(_:)`` if it issues a token for another API. The session
  ///   continues in both cases.
  public func accessToken(
    audience: String, scopes: [String] = [], validFor duration: Duration? = nil
  ) async throws(Failure) -> Secret {
    let derivedRequest = DerivedTokenRequest(audience, scopes: scopes)
    return try await run { core throws(StepFailure) in
      try core.checkAudience(audience)
      let lease = try await core.validLease(for: TokenRequirement(derivedRequest: derivedRequest, duration: duration))
      guard let token = lease.credential.token(for: derivedRequest) else { throw .response(.otherAudience(audience)) }
      return token.token
    }
  }
}

extension ClientCore {
  /// Checks that a refresh can request a token for an API.
  func checkAudience(_ audience: String) throws(StepFailure) {
    guard configuration.refresh?.audience != nil else {
      throw .configuration(.unknownParameter("audience", known: []))
    }
    if configuration.refresh?.audience == "resource" { try RequestedAccess.validate(resource: audience) }
  }

  /// Returns a lease with a token that is valid for as long as the caller needs it. If possible, it's also valid for as
  /// long as the provider advises.
  func validLease(for requirement: TokenRequirement) async throws(StepFailure) -> Session.Lease {
    var requirement = requirement
    requirement.early = early
    let lease: Session.Lease
    switch session.find(requirement, by: { self.renewal }) {
    case .lease(let good): lease = good
    case .refresh(let refresh): lease = try await refresh.value()
    case nil: lease = try await session.valid(requirement) { self.renewal }
    }
    guard !lease.credential.accessToken.reveal().isEmpty else {
      throw .response(.missingField("access_token", endpoint: .authorization, status: 200))
    }
    return lease
  }
}
