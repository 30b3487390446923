import Foundation

/// Verifies ID tokens: the signature first, and then the claims (OpenID Connect Core 1.0 §3.1.3.7, RFC 8725).
///
/// It's immutable, and a class for the same reason as ``ResolvedProvider``.
final class IDTokenVerifier: Sendable {
  let provider: ResolvedProvider
  let rules: ProviderConfiguration.IDTokenRules
  /// The accepted audiences, determined once.
  let audiences: TokenAudiences
  let signatures: SignatureCheck
  let clock: ServerClock
  /// Decrypts tokens, if the descriptor says how. It's a failure if the client doesn't have the key, as on a device whose
  /// server has it.
  let decryption: Result<TokenDecryption?, StepFailure>

  init(
    provider: ResolvedProvider, rules: ProviderConfiguration.IDTokenRules, signatures: SignatureCheck,
    clock: ServerClock
  ) {
    self.provider = provider
    self.rules = rules
    audiences = TokenAudiences(rules.audiences, of: provider)
    self.signatures = signatures
    self.clock = clock
    decryption = Result { () throws(StepFailure) in
      try rules.encryption.map { rules throws(StepFailure) in try TokenDecryption(rules, provider.values) }
    }
  }

  /// Checks that tokens can be verified, before a sign-in depends on it.
  ///
  /// - Throws: ``AuthFailure/configuration(_:)`` if no token could be verified.
  func checkReadiness() async throws(StepFailure) {
    _ = try decryption.get()
    try await signatures.checkReadiness()
  }

  /// Verifies an ID token. An encrypted one is decrypted first (OpenID Connect Core 1.0 §3.1.3.7 rule 1).
  ///
  /// - Throws: ``AuthFailure/idToken(_:)`` with the check that failed.
  func verify(_ token: Secret, expecting expectation: Expectation) async throws(StepFailure) -> Claims {
    let signed = try SignedToken(try decrypted(token).reveal())
    try signed.checkIsIDToken()
    let algorithm = try await signatures.check(signed)
    let claims = try Claims(signed: try signed.claims())
    try await check(claims.all) { claims throws(TokenRejection) in
      try claims.checkIDToken(self, expectation, signedWith: algorithm)
    }
    return claims
  }

  /// - Throws: ``AuthFailure/idToken(_:)`` for every kind of token.
  func check(
    _ claims: [String: JSONValue], by check: (TokenClaims) throws(TokenRejection) -> Void
  ) async throws(StepFailure) {
    let claims = TokenClaims(claims, of: provider, leeway: rules.leeway, now: await clock.now)
    do { try check(claims) } catch { throw .idToken(error) }
  }
}
