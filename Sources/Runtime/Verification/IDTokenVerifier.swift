import Crypto
import Foundation

/// Verifies ID tokens: signature first, then claims, each rule one function (OpenID Connect Core 1.0 §3.1.3.7, RFC 8725).
struct IDTokenVerifier: Sendable {
  let provider: ResolvedProvider
  let rules: ProviderConfiguration.IDTokenRules
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
    /// Parameters of the request that claims are compared with.
    var parameters: [String: String] = [:]
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
      try checkOwnRules(claims, expectation.parameters)
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

  /// Character by character: a trailing slash more or less is another issuer. A provider of many tenants has an issuer
  /// for each, made of a claim of the token itself, which its signature vouches for.
  private func checkIssuer(_ claims: Claims) throws(IDTokenRejection) {
    let values = provider.values.adding(tree: .object(claims.all), as: "id_token")
    let stated = rules.issuers.compactMap { template in
      // A claim is filled in as it is; a template that it cannot fill accepts nothing.
      try? template.filled { values.value($0) }
    }
    let accepted = rules.issuers.isEmpty ? [provider.issuer].compactMap { $0 } : stated
    guard let issuer = claims.issuer, accepted.contains(where: issuer.isExactly) else { throw .issuerMismatch }
  }

  /// `aud` must name this client; among several audiences, or when present, `azp` must name it too.
  private func checkAudience(_ claims: Claims) throws(IDTokenRejection) {
    let audiences = claims["aud"].flatMap([String].init(claim:)) ?? claims["aud"]?.string.map { [$0] } ?? []
    let accepted = rules.audiences.compactMap { template in try? template.filled { provider.values.value($0) } }
    guard audiences.contains(where: { audience in accepted.contains(where: audience.isExactly) }) else {
      throw .audienceMismatch
    }
    let authorizedParty = claims["azp"].flatMap { $0 == .null ? nil : $0 }
    guard audiences.count == 1 || authorizedParty != nil else { throw .audienceMismatch }
    if let authorizedParty {
      guard let party = authorizedParty.string, accepted.contains(where: party.isExactly) else {
        throw .audienceMismatch
      }
    }
  }

  private func checkTimes(_ claims: Claims) throws(IDTokenRejection) {
    let (now, tolerance) = (now(), rules.leeway.seconds)
    guard let expiration = claims.expiration, expiration.addingTimeInterval(tolerance) > now else { throw .expired }
    guard let issuedAt = claims.issuedAt, issuedAt.addingTimeInterval(-tolerance) <= now else { throw .notYetValid }
    guard let notBefore = claims["nbf"], notBefore != .null else { return }
    guard let date = Date(claim: notBefore) else {
      throw .claim(.wrongClaimType("nbf", expected: Date.claimExpectation))
    }
    guard date.addingTimeInterval(-tolerance) <= now else { throw .notYetValid }
  }

  /// Whenever a nonce was sent it must come back, exactly.
  private func checkNonce(_ claims: Claims, _ expectation: Expectation) throws(IDTokenRejection) {
    guard let sent = expectation.nonce else { return }
    if expectation.nonceMayBeMissing || rules.nonce == .optional, claims["nonce"] == nil { return }
    guard let returned = claims["nonce"]?.string else { throw .nonceMismatch }
    if constantTimeEquals(returned, sent) { return }
    let digest = Hex.encode(SHA256.hash(data: Data(sent.utf8)))
    guard rules.nonce == .exactOrSHA256, constantTimeEquals(returned, digest) else { throw .nonceMismatch }
  }

  /// Whoever asks for a `max_age` must look at `auth_time` (OpenID Connect Core 1.0 §3.1.2.1).
  private func checkAuthenticationAge(_ claims: Claims, _ maximumAge: Duration?) throws(IDTokenRejection) {
    guard let maximumAge else { return }
    guard let time = claims["auth_time"].flatMap(Date.init(claim:)),
      time.addingTimeInterval(maximumAge.seconds + rules.leeway.seconds) >= now()
    else { throw .authenticationTooOld }
  }

  private func checkSubject(_ claims: Claims, _ subject: String?) throws(IDTokenRejection) {
    if let subject, !claims.subject.isExactly(subject) { throw .subjectChanged }
  }

  /// Claims that the descriptor compares with what was asked for.
  private func checkOwnRules(_ claims: Claims, _ parameters: [String: String]) throws(IDTokenRejection) {
    let values = provider.values.adding(tree: .object(parameters.mapValues(JSONValue.string)), as: "authorize")
    for (name, template) in rules.checks.sorted(by: { $0.key < $1.key }) {
      // What was not asked for is not compared.
      guard let wanted = try? template.filled({ values.value($0) }) else { continue }
      let found = claims[name]
      let isRight = wanted.isEmpty ? found.map { $0 != .null } : found?.spelling?.isExactly(wanted)
      guard isRight ?? false else { throw .unexpectedClaim(name) }
    }
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
