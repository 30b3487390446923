import Foundation

/// Verifies signed authorization responses (JWT Secured Authorization Response Mode for OAuth 2.0, JARM, §2.4).
final class SignedResponseVerifier: Sendable {
  /// The claims that describe the JWT. They aren't parameters of the response.
  private static let ofJWT: Set<String> = ["aud", "exp", "iat", "nbf", "jti"]

  let provider: ResolvedProvider
  let signatures: SignatureCheck
  let clock: ServerClock

  /// - Returns: `nil` if the client doesn't request signed responses.
  init?(_ provider: ResolvedProvider, signatures: SignatureCheck, clock: ServerClock) {
    guard provider.configuration.authorization.hasSignedResponses else { return nil }
    self.provider = provider
    self.signatures = signatures
    self.clock = clock
  }

  /// Reads a response without a check of its signature. Nothing in it can be trusted.
  ///
  /// - Throws: ``CallbackRejection/signedResponse(_:)``. The reason is ``TokenRejection/encrypted`` for an encrypted
  ///   response, which would be decrypted here (JARM §2.2).
  static func unverified(_ text: String) throws(StepFailure) -> (SignedToken, [String: JSONValue]) {
    do throws(StepFailure) {
      let token = try SignedToken(text)
      return (token, try token.claims())
    } catch {
      throw error.ofResponse
    }
  }

  /// Checks that responses can be verified, before a sign-in depends on it.
  func checkReadiness() async throws(StepFailure) {
    _ = try await signatures.metadata.responseAlgorithms()
    _ = try await signatures.metadata.url(.keys)
  }

  /// Verifies the signature, the issuer, the audience, and the times of a response.
  ///
  /// - Returns: The response's parameters, with `iss`.
  /// - Throws: ``CallbackRejection/signedResponse(_:)`` with the check that failed, or
  ///   ``AuthFailure/network(_:endpoint:)`` if the keys can't be fetched.
  func verifiedFields(of token: SignedToken) async throws(StepFailure) -> [String: String] {
    do throws(StepFailure) {
      try token.checkIsIDToken()
      let allowed = try await signatures.metadata.responseAlgorithms()
      _ = try await signatures.check(token, allowing: allowed)
      let claims = try token.claims()
      let checked = TokenClaims(
        claims, of: provider, leeway: provider.configuration.idToken?.leeway ?? .seconds(60), now: await clock.now)
      do { try checked.checkAuthorizationResponse() } catch { throw StepFailure.idToken(error) }
      return claims.filter { !Self.ofJWT.contains($0.key) }.compactMapValues(\.spelling)
    } catch {
      throw error.ofResponse
    }
  }
}

extension TokenClaims {
  /// JARM §2.4. Unlike in an ID token, the issuer has no tenants: it's the one that received the request.
  fileprivate func checkAuthorizationResponse() throws(TokenRejection) {
    guard let issuer = provider.issuer, self["iss"]?.string?.isExactly(issuer) ?? false else { throw .issuerMismatch }
    guard audiences.contains(where: provider.clientID.isExactly) else { throw .audienceMismatch }
    try checkExpiry()
    try checkNotInFuture("nbf")
    try checkNotInFuture("iat")
  }
}

extension StepFailure {
  /// The same failure, as that of a signed response.
  fileprivate var ofResponse: StepFailure {
    switch self {
    // The provider's setting is that of ID tokens.
    case .idToken(.algorithmNotAllowed(let name, _)): .callback(.signedResponse(.algorithmNotAllowed(name)))
    case .idToken(let reason): .callback(.signedResponse(reason))
    default: self
    }
  }
}
