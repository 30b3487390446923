extension ClientCore {
  func frontChannelLogout(query: String) throws(StepFailure) -> FrontChannelLogout {
    try FrontChannelLogout(query: query, from: provider)
  }

  func verifiedLogoutToken(_ token: String) async throws(StepFailure) -> LogoutToken {
    guard let verifier else { throw .configuration(.noAllowedAlgorithm) }
    return try await verifier.verifyLogoutToken(token)
  }
}

extension AuthClient {
  /// Reads the query of a request from the provider's page to the client's logout page (OpenID Connect Front-Channel
  /// Logout 1.0 §2).
  ///
  /// - Throws: ``AuthFailure/callback(_:)`` if the request is invalid. Don't end a session in that case.
  public func frontChannelLogout(query: String) async throws(Failure) -> FrontChannelLogout {
    try await run { core throws(StepFailure) in try core.frontChannelLogout(query: query) }
  }

  /// Verifies the logout token that the provider posts to the app's server when a user's session ends there (OpenID
  /// Connect Back-Channel Logout 1.0 §2.5).
  ///
  /// - Parameter token: The `logout_token` field of the form.
  /// - Throws: ``AuthFailure/logoutToken(_:)`` if the token is invalid. Don't end a session in that case.
  public func verifyLogoutToken(_ token: String) async throws(Failure) -> LogoutToken {
    try await run { core throws(StepFailure) in
      let current = try await core.asStoredClient()
      do throws(StepFailure) {
        return try await current.verifiedLogoutToken(token)
      } catch {
        // The session may belong to an earlier registration, which is then the audience.
        guard let earlier = await core.clientOfSession(), earlier.clientID != current.clientID else { throw error }
        return try await earlier.verifiedLogoutToken(token)
      }
    }
  }
}

extension BackendExchange {
  /// Reads the query of a request from the provider's page to this server's logout page (OpenID Connect Front-Channel
  /// Logout 1.0 §2).
  ///
  /// - Throws: ``AuthFailure/callback(_:)`` if the request is invalid. Don't end a session in that case.
  public func frontChannelLogout(query: String) async throws(Failure) -> FrontChannelLogout {
    try await run { core throws(StepFailure) in try core.frontChannelLogout(query: query) }
  }

  /// Verifies the logout token that the provider posts to this server when a user's session ends there (OpenID Connect
  /// Back-Channel Logout 1.0 §2.5).
  ///
  /// - Parameter token: The `logout_token` field of the form.
  /// - Throws: ``AuthFailure/logoutToken(_:)`` if the token is invalid. Don't end a session in that case.
  public func verifyLogoutToken(_ token: String) async throws(Failure) -> LogoutToken {
    try await run { core throws(StepFailure) in try await core.verifiedLogoutToken(token) }
  }
}
