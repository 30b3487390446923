extension AuthClient where Provider: TokenRefreshing {
  /// Gets new tokens now. Calls at the same time share one request, in all processes that share the store.
  ///
  /// - Returns: The new credential.
  /// - Throws: ``AuthFailure/notSignedIn`` without a refresh token, and ``AuthFailure/session(_:)``. The server's
  ///   rejection (`invalid_grant`, or what the descriptor lists), the end that the provider set, and an ID token of somebody else
  ///   end the session.
  @discardableResult
  public func refresh() async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in try await core.session.refreshed { core.renewal }.credential }
  }
}

extension AuthClient where Provider: AudienceChoosing {
  /// An access token for another API than the one that the user signed in for, from the same refresh token. It is kept with the
  /// session, and renewed like its own. Requests with ``data(for:body:options:)`` carry the session's own token: send those for this API
  /// by other means.
  ///
  /// - Parameters:
  ///   - audience: The API, by its identifier at the provider.
  ///   - scopes: Permissions to ask for there; what the provider gives when empty.
  ///   - duration: How long it has to be good, as for ``AuthClient/accessToken(validFor:)``.
  /// - Throws: What ``accessToken(validFor:)`` throws; ``AuthFailure/server(_:_:)`` when the provider gives no token for this API,
  ///   and ``ResponseRejection/otherAudience(_:)`` when it gives one for another. The session goes on then.
  public func accessToken(
    audience: String, scopes: [String] = [], validFor duration: Duration? = nil
  ) async throws(Failure) -> Secret {
    let wish = AudienceRequest(audience, scopes: scopes)
    return try await run { core throws(StepFailure) in
      guard core.configuration.refresh?.audience != nil else {
        throw .configuration(.unknownParameter("audience", known: []))
      }
      let lease = try await core.validLease(for: TokenNeed(wish: wish, duration: duration))
      guard let token = lease.credential.token(for: wish) else { throw .response(.otherAudience(audience)) }
      return token.token
    }
  }
}

extension ClientCore {
  /// A session with a token that is good for as long as it is needed, and for as long as the provider advises, where possible.
  func validLease(for need: TokenNeed) async throws(StepFailure) -> Session.Lease {
    var need = need
    need.early = early
    let lease: Session.Lease
    switch session.find(need, by: { self.renewal }) {
    case .lease(let good): lease = good
    case .refresh(let flight): lease = try await flight.value()
    case nil: lease = try await session.valid(need) { self.renewal }
    }
    guard !lease.credential.accessToken.reveal().isEmpty else {
      throw .response(.missingField("access_token", endpoint: .authorization, status: 200))
    }
    return lease
  }
}
