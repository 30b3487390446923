import Foundation

extension BackendExchange where Provider: TokenRevoking {
  /// Revokes the tokens at the provider. If one of them can't be revoked, the client still tries to revoke the others.
  ///
  /// A provider doesn't have to revoke access tokens. If it reports that it doesn't, and the refresh token was revoked,
  /// the call succeeds (RFC 7009 §2, §2.2.1).
  ///
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` if the provider doesn't have a revocation endpoint, or the
  ///   reason why a token wasn't revoked.
  public func revokeTokens(of credential: Credential) async throws(Failure) {
    try await run { core throws(StepFailure) in try await core.revoke(credential, allowsMissing: false) }
  }
}

extension BackendExchange where Provider: SessionEnding {
  /// Starts a web app's sign-out, which ends the browser's session at the provider (OpenID Connect RP-Initiated Logout
  /// 1.0 §2, or the provider's own way).
  ///
  /// The tokens stay valid. To revoke them, call ``revokeTokens(of:)``.
  ///
  /// - Parameters:
  ///   - credential: The credential of the session to end. Its ID token is sent if the provider accepts one. With
  ///     `nil`, the provider may ask the user.
  ///   - returnURI: The registered URL of your server that the browser returns to: `https`, or `http` on a loopback
  ///     address.
  ///   - flags: The provider's own flags.
  /// - Returns: The pending sign-out, with the URL to send the browser to. End the server's own session first, because
  ///   the browser may not return.
  /// - Throws: ``AuthFailure/configuration(_:)`` with ``ConfigurationFailure/missingEndpoint(_:)`` if the provider
  ///   doesn't have a logout page, and ``AuthFailure/notSignedIn`` if it requires an ID token and `credential` doesn't
  ///   have one.
  public func startSignOut(
    of credential: Credential?, returningTo returnURI: String, flags: [String] = []
  ) async throws(Failure) -> PendingSignOut {
    try await pendingSignOut(of: credential, returningTo: returnURI, flags: flags)
  }

  /// Checks the browser's return from a sign-out that ``startSignOut(of:returningTo:flags:)`` started. If the sign-out
  /// doesn't use a state, as with a provider's own logout page, the query isn't checked.
  ///
  /// - Parameters:
  ///   - query: The query of the request.
  ///   - pending: The sign-out. Remove it from the user's session before this call.
  /// - Throws: ``AuthFailure/callback(_:)`` if `state` is missing, wrong, or used before. The provider's session may
  ///   have ended anyway, but don't confirm that to the sender of the request.
  public func finishSignOut(query: String, for pending: PendingSignOut) throws(Failure) {
    do throws(StepFailure) {
      guard let state = pending.request.state else { return }
      try handledResponses.take(state) { () throws(StepFailure) in try pending.request.checkReturn(query: query) }
    } catch {
      throw error.typed()
    }
  }
}

extension BackendExchange {
  /// Starts a sign-out at any provider.
  func pendingSignOut(
    of credential: Credential?, returningTo returnURI: String, flags: [String]
  ) async throws(Failure) -> PendingSignOut {
    try await run { core throws(StepFailure) in
      _ = try SecureURL.parse(returnURI)
      let request = try await core.endSessionRequest(of: credential, returningTo: returnURI, flags: flags)
      return PendingSignOut(request: request)
    }
  }
}

/// A sign-out that waits for the browser to return.
///
/// Store it where you store a ``PendingAuthorization``, and use it once. Its URL and its encoded form contain the ID
/// token.
public struct PendingSignOut: Sendable, Codable {
  /// The URL to send the browser to.
  public var url: URL { request.url }
  let request: EndSessionRequest

  init(request: EndSessionRequest) {
    self.request = request
  }

  public init(from decoder: any Decoder) throws {
    request = try EndSessionRequest(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try request.encode(to: encoder)
  }
}

extension PendingSignOut: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ClientCore {
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` if the provider doesn't have a logout page.
  fileprivate func endSessionRequest(
    of credential: Credential?, returningTo returnURI: String, flags: [String]
  ) async throws(StepFailure) -> EndSessionRequest {
    let values =
      try credential.map { credential throws(StepFailure) in try self.values(for: credential) } ?? provider.values
    guard let endpoint = try await endSessionURL(values) else {
      throw .configuration(.missingEndpoint(.endSession))
    }
    return try endSessionRequest(
      at: endpoint, values, idToken: credential?.idToken, returningTo: returnURI, flags: flags)
  }
}
