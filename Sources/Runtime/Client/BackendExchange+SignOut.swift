import Foundation

extension BackendExchange where Provider: SessionEnding {
  /// Begins the end of the browser's session at the provider, as a web app does (OpenID Connect RP-Initiated Logout 1.0 §2, or
  /// the provider's own way). Tokens stay good: ``revokeTokens(of:)`` is a step of its own.
  ///
  /// - Parameters:
  ///   - credential: Whose session ends: its ID token goes along where the provider takes one. `nil` lets the provider ask the
  ///     user.
  ///   - returnURI: The registered address of the server that the browser comes back to: `https`, or `http` on loopback.
  ///   - flags: The provider's own switches.
  /// - Returns: Where the browser has to go. End the server's own session before it goes there: it may not come back.
  /// - Throws: ``AuthFailure/configuration(_:)`` with ``ConfigurationFailure/missingEndpoint(_:)`` when the provider has no such
  ///   page; ``AuthFailure/notSignedIn`` when it demands an ID token and there is none.
  public func startSignOut(
    of credential: Credential?, returningTo returnURI: String, flags: [String] = []
  ) async throws(Failure) -> PendingSignOut {
    try await run { core throws(StepFailure) in
      _ = try SecureURL.parse(returnURI)
      let request = try await core.endSessionRequest(of: credential, returningTo: returnURI, flags: flags)
      return PendingSignOut(request: request)
    }
  }

  /// Reads the browser's return from a sign-out that ``startSignOut(of:returningTo:flags:)`` began. Without a state, as with a
  /// provider's own page, coming back is all there is.
  ///
  /// - Parameters:
  ///   - query: The query of the request.
  ///   - pending: The sign-out that it ends: take it out of the user's session before this call.
  /// - Throws: ``AuthFailure/callback(_:)`` when `state` is missing, wrong or used. The provider's session may have ended all the
  ///   same; whoever comes is not to be told so.
  public func finishSignOut(query: String, for pending: PendingSignOut) throws(Failure) {
    do throws(StepFailure) {
      guard let state = pending.request.state else { return }
      try answered.take(state) { () throws(StepFailure) in try pending.request.checkReturn(query: query) }
    } catch {
      throw error.typed()
    }
  }
}

/// A sign-out that waits for the browser's return: keep it where ``PendingAuthorization`` is kept, and use it once.
///
/// Its URL holds the ID token, and so does what it is encoded to.
public struct PendingSignOut: Sendable, Codable {
  /// Where the browser has to go.
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
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` when the provider has no page for it.
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
