import Foundation

/// Verifies ID tokens: signature first, then claims (OpenID Connect Core 1.0 §3.1.3.7, RFC 8725).
///
/// It never changes, and is a class for the same reason as ``ResolvedProvider``.
final class IDTokenVerifier: Sendable {
  let provider: ResolvedProvider
  let rules: ProviderConfiguration.IDTokenRules
  /// Whom tokens may be for, found once.
  let audiences: TokenAudiences
  let signatures: SignatureCheck
  let clock: ServerClock

  init(
    provider: ResolvedProvider, rules: ProviderConfiguration.IDTokenRules, signatures: SignatureCheck,
    clock: ServerClock
  ) {
    self.provider = provider
    self.rules = rules
    audiences = TokenAudiences(rules.audiences, of: provider)
    self.signatures = signatures
    self.clock = clock
  }

  /// Finds what is missing before anything depends on it.
  ///
  /// - Throws: ``AuthFailure/configuration(_:)`` when no token could be verified.
  func checkReadiness() async throws(StepFailure) {
    try await signatures.checkReadiness()
  }

  /// - Throws: ``AuthFailure/idToken(_:)`` naming the rule that the token breaks.
  func verify(_ token: Secret, expecting expectation: Expectation) async throws(StepFailure) -> Claims {
    let signed = try rejecting { () throws(IDTokenRejection) in try SignedToken(token.reveal()) }
    try rejecting { () throws(IDTokenRejection) in try signed.checkIsIDToken() }
    let algorithm = try await signatures.check(signed)
    let tokenTime = await clock.now
    return try rejecting { () throws(IDTokenRejection) in
      let claims = try readClaims(signed)
      let checks = IDTokenChecks(claims: claims, algorithm: algorithm, verifier: self, tokenTime: tokenTime)
      try checks.checkAll(expectation)
      return claims
    }
  }

  private func readClaims(_ token: SignedToken) throws(IDTokenRejection) -> Claims {
    let members = try token.claims()
    do { return try Claims(members) } catch { throw .claim(error) }
  }

  func rejecting<Value>(_ body: () throws(IDTokenRejection) -> Value) throws(StepFailure) -> Value {
    do { return try body() } catch { throw .idToken(error) }
  }
}

extension Duration {
  /// This duration in seconds.
  var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
