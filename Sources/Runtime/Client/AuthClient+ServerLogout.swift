extension ClientCore {
  func frontChannelLogout(query: String) throws(StepFailure) -> FrontChannelLogout {
    try FrontChannelLogout(query: query, from: provider.issuer)
  }

  func verifiedLogoutToken(_ token: String) async throws(StepFailure) -> LogoutToken {
    guard let verifier else { throw .configuration(.noAllowedAlgorithm) }
    return try await verifier.verifyLogoutToken(token)
  }
}

extension AuthClient {
  /// Reads the query with which a server's page opened the client's own logout page (OpenID Connect Front-Channel Logout
  /// 1.0 §2).
  ///
  /// - Throws: ``AuthFailure/callback(_:)``: end no session then.
  public func frontChannelLogout(query: String) async throws(Failure) -> FrontChannelLogout {
    try await run { core throws(StepFailure) in try core.frontChannelLogout(query: query) }
  }

  /// Verifies what a server posts to the app's own server when a user's session there has ended (OpenID Connect
  /// Back-Channel Logout 1.0 §2.5).
  ///
  /// - Parameter token: The form's `logout_token`.
  /// - Throws: ``AuthFailure/logoutToken(_:)``: end no session then.
  public func verifyLogoutToken(_ token: String) async throws(Failure) -> LogoutToken {
    try await run { core throws(StepFailure) in try await core.verifiedLogoutToken(token) }
  }
}

extension BackendExchange {
  /// Reads the query with which a server's page opened this server's logout page (OpenID Connect Front-Channel Logout 1.0
  /// §2).
  ///
  /// - Throws: ``AuthFailure/callback(_:)``: end no session then.
  public func frontChannelLogout(query: String) async throws(Failure) -> FrontChannelLogout {
    try await run { core throws(StepFailure) in try core.frontChannelLogout(query: query) }
  }

  /// Verifies what a provider posts to this server when a user's session there has ended (OpenID Connect Back-Channel
  /// Logout 1.0 §2.5).
  ///
  /// - Parameter token: The form's `logout_token`.
  /// - Throws: ``AuthFailure/logoutToken(_:)``: end no session then.
  public func verifyLogoutToken(_ token: String) async throws(Failure) -> LogoutToken {
    try await run { core throws(StepFailure) in try await core.verifiedLogoutToken(token) }
  }
}
