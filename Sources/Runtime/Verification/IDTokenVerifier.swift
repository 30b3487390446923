import Foundation

/// Verifies ID tokens: signature first, then claims, each rule one function (OpenID Connect Core 1.0 §3.1.3.7, RFC 8725).
struct IDTokenVerifier: Sendable {
  let issuer: String
  let clientID: String
  let leeway: Duration
  let metadata: ServerMetadataSource
  let keys: KeySource
  let now: @Sendable () -> Date

  /// What this client knows about the request that the token answers.
  struct Expectation: Sendable {
    /// The `nonce` that was sent with the sign-in.
    var nonce: String?
    /// Whether the token may leave the nonce out, as it may after a refresh (OpenID Connect Core 1.0 §12.2).
    var nonceMayBeMissing = false
    /// The `max_age` that was sent.
    var maximumAge: Duration?
    /// The user who must be named, after a refresh (OpenID Connect Core 1.0 §12.2).
    var subject: String?
  }

  /// - Throws: ``AuthFailure/idToken(_:)`` naming the rule that the token breaks.
  func verify(_ token: Secret, expecting expectation: Expectation) async throws(StepFailure) -> Claims {
    let allowed = try await metadata.idTokenAlgorithms()
    let signed = try rejecting { () throws(IDTokenRejection) in try SignedToken(token.reveal()) }
    try await checkSignature(of: signed, allowed: allowed)
    return try rejecting { () throws(IDTokenRejection) in
      let claims = try readClaims(signed)
      try checkIssuer(claims)
      try checkAudience(claims)
      try checkTimes(claims)
      try checkNonce(claims, expectation)
      try checkAuthenticationAge(claims, expectation.maximumAge)
      try checkSubject(claims, expectation.subject)
      return claims
    }
  }

  /// The algorithm comes from the allow-list, never from the token alone (RFC 8725 §3.1), so `none` and the use of a
  /// public key as an HMAC secret are impossible.
  private func checkSignature(of token: SignedToken, allowed: [SignatureAlgorithm]) async throws(StepFailure) {
    guard let algorithm = allowed.first(where: { $0.rawValue == token.algorithm }) else {
      throw .idToken(.algorithmNotAllowed(token.algorithm))
    }
    var candidates = try await keys.candidates(keyID: token.keyID, algorithm: algorithm)
    if await verifies(token, by: candidates, with: algorithm) { return }
    if token.keyID == nil {
      // Without a name only trying tells whether the server has begun to sign with a new key.
      candidates = try await keys.fresherCandidates(keyID: nil, algorithm: algorithm)
      if await verifies(token, by: candidates, with: algorithm) { return }
    }
    throw .idToken(candidates.isEmpty ? .noMatchingKey : .invalidSignature)
  }

  private func verifies(_ token: SignedToken, by keys: [JSONWebKey], with algorithm: SignatureAlgorithm) async -> Bool {
    for key in keys where await key.verifies(token.signature, over: token.signingInput, with: algorithm) {
      return true
    }
    return false
  }

  private func readClaims(_ token: SignedToken) throws(IDTokenRejection) -> Claims {
    do { return try Claims(token.claims) } catch { throw .claim(error) }
  }

  /// Character by character: a trailing slash more or less is another issuer.
  private func checkIssuer(_ claims: Claims) throws(IDTokenRejection) {
    guard claims.issuer.isExactly(issuer) else { throw .issuerMismatch }
  }

  /// `aud` must name this client; among several audiences, or when present, `azp` must name it too.
  private func checkAudience(_ claims: Claims) throws(IDTokenRejection) {
    let audiences = claims["aud"].flatMap([String].init(claim:)) ?? claims["aud"]?.string.map { [$0] } ?? []
    guard audiences.contains(where: clientID.isExactly) else { throw .audienceMismatch }
    let authorizedParty = claims["azp"].flatMap { $0 == .null ? nil : $0 }
    guard audiences.count == 1 || authorizedParty != nil else { throw .audienceMismatch }
    if let authorizedParty {
      guard let party = authorizedParty.string, party.isExactly(clientID) else { throw .audienceMismatch }
    }
  }

  private func checkTimes(_ claims: Claims) throws(IDTokenRejection) {
    let (now, tolerance) = (now(), leeway.seconds)
    guard claims.expiration.addingTimeInterval(tolerance) > now else { throw .expired }
    guard claims.issuedAt.addingTimeInterval(-tolerance) <= now else { throw .notYetValid }
    guard let notBefore = claims["nbf"], notBefore != .null else { return }
    guard let date = Date(claim: notBefore) else {
      throw .claim(.wrongClaimType("nbf", expected: Date.claimExpectation))
    }
    guard date.addingTimeInterval(-tolerance) <= now else { throw .notYetValid }
  }

  /// Whenever a nonce was sent it must come back, exactly.
  private func checkNonce(_ claims: Claims, _ expectation: Expectation) throws(IDTokenRejection) {
    guard let sent = expectation.nonce else { return }
    if expectation.nonceMayBeMissing, claims["nonce"] == nil { return }
    guard let returned = claims["nonce"]?.string, constantTimeEquals(returned, sent) else { throw .nonceMismatch }
  }

  /// Whoever asks for a `max_age` must look at `auth_time` (OpenID Connect Core 1.0 §3.1.2.1).
  private func checkAuthenticationAge(_ claims: Claims, _ maximumAge: Duration?) throws(IDTokenRejection) {
    guard let maximumAge else { return }
    guard let time = claims["auth_time"].flatMap(Date.init(claim:)),
      time.addingTimeInterval(maximumAge.seconds + leeway.seconds) >= now()
    else { throw .authenticationTooOld }
  }

  private func checkSubject(_ claims: Claims, _ subject: String?) throws(IDTokenRejection) {
    if let subject, !claims.subject.isExactly(subject) { throw .subjectChanged }
  }

  private func rejecting<Value>(_ body: () throws(IDTokenRejection) -> Value) throws(StepFailure) -> Value {
    do { return try body() } catch { throw .idToken(error) }
  }
}

extension Duration {
  /// This duration in seconds.
  var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
