extension AuthClient where Provider: TokenExchanging & DirectExchanging {
  /// Exchanges a token for another one (RFC 8693).
  ///
  /// The client keeps the issued token and returns it again until it expires. A token that was exchanged for one of the
  /// session is stored with the session, and is removed with it. Other tokens are kept in memory. Concurrent calls share one
  /// request.
  ///
  /// - Parameters:
  ///   - request: The exchange. Generated code offers a function for each exchange of the descriptor.
  ///   - duration: How long the token must stay valid, as in ``accessToken(validFor:)``.
  ///   - renewing: Whether to exchange again even if the token is valid, for example because an API rejected it.
  /// - Throws: ``AuthFailure/notSignedIn`` if the session doesn't have the token, ``AuthFailure/server(_:_:)`` if the server
  ///   rejects the exchange, and ``ConfigurationFailure/unusableSubjectToken(_:)`` if a token from outside can't be read. The
  ///   session continues in all cases.
  public func exchange(
    _ request: ExchangeRequest<Provider>, validFor duration: Duration? = nil, renewing: Bool = false
  ) async throws(Failure) -> ExchangedToken {
    try await run { core throws(StepFailure) in
      try await core.exchange(request, validFor: duration, renewing: renewing)
    }
  }
}

extension AuthClient where Provider: TokenExchanging & DirectExchanging & UserIdentifying {
  /// Signs a user in with a token from outside, such as that of a platform's own sign-in.
  ///
  /// Only one sign-in runs at a time: a newer one cancels this one.
  ///
  /// - Parameter request: An exchange whose subject is `external`.
  /// - Returns: The user that the verified ID token or the provider identifies.
  /// - Throws: ``Failure``. If the sign-in fails, an earlier session stays as it was.
  public func signIn(exchanging request: ExchangeRequest<Provider>) async throws(Failure) -> Provider.User {
    try await startSession { core throws(StepFailure) in
      let credential = try await core.signIn(exchanging: request)
      return (credential, try await core.user(of: credential, at: Provider.self))
    }
  }
}

extension BackendExchange where Provider: TokenExchanging {
  /// Exchanges a token for another one (RFC 8693). The server stores the issued token itself, and exchanges again when it
  /// expires. A token from outside is exchanged once, until the issued token expires.
  ///
  /// - Parameters:
  ///   - request: The exchange. Generated code offers a function for each exchange of the descriptor.
  ///   - credential: The user's credential, if the exchange needs one of its tokens.
  /// - Throws: As ``AuthClient/exchange(_:validFor:renewing:)``.
  public func exchange(
    _ request: ExchangeRequest<Provider>, of credential: Credential? = nil
  ) async throws(Failure) -> ExchangedToken {
    try await run { core throws(StepFailure) in
      let plan = try ExchangePlan(request, core.configuration, core.provider.values)
      guard plan.rules.needsSession else {
        return try await core.exchange(request, validFor: nil, renewing: false)
      }
      guard let credential else { throw .notSignedIn }
      return try await core.client(of: credential).exchange(
        plan, boundTo: try await core.refreshKey(of: credential), of: credential)
    }
  }
}
