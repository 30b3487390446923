/// A server's word, by way of a browser that opened the client's logout page in a frame, that a session there has ended
/// (OpenID Connect Front-Channel Logout 1.0 §2).
///
/// Anyone can make a browser open that page: end the session only if ``sessionID`` is that of its ID token's `sid`.
public struct FrontChannelLogout: Sendable, Hashable {
  /// `sid`: the session that ends; `nil` when the server does not say which, and every session in this browser ends.
  public let sessionID: String?
}

extension ClientCore {
  /// Reads the page's query. `iss` and `sid` come together or not at all, each once (§2, RFC 6749 §3.1).
  func frontChannelLogout(query: String) throws(StepFailure) -> FrontChannelLogout {
    guard let pairs = FormEncoding.decode(query) else { throw .callback(.malformed) }
    for name in ["iss", "sid"] where pairs.count(where: { $0.name == name }) > 1 {
      throw .callback(.repeatedParameter(name))
    }
    let (issuer, session) = (pairs.first { $0.name == "iss" }?.value, pairs.first { $0.name == "sid" }?.value)
    if issuer == nil, session == nil { return FrontChannelLogout(sessionID: nil) }
    guard let issuer else { throw .callback(.missingField("iss")) }
    guard let session, !session.isEmpty else { throw .callback(.missingField("sid")) }
    guard provider.issuer.map(issuer.isExactly) ?? false else { throw .callback(.issuerMixUp) }
    return FrontChannelLogout(sessionID: session)
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
