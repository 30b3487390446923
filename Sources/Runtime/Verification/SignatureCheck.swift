import Foundation

/// Decides which algorithm and which keys may verify a token, and has them do it.
struct SignatureCheck: Sendable {
  let metadata: ServerMetadataSource
  let keys: KeySource
  /// The key of HMAC; never used for anything else, nor anything else for HMAC.
  let clientSecret: Secret?

  /// - Throws: ``AuthFailure/configuration(_:)`` when there is no algorithm, or nobody says where the keys are.
  func checkReadiness() async throws(StepFailure) {
    let usable = try await metadata.idTokenAlgorithms().filter(isUsable)
    if usable.contains(where: { !$0.isSymmetric }) { _ = try await metadata.url(.keys) }
    if usable.isEmpty { throw .configuration(try await unusable()) }
  }

  /// Checks the signature. The algorithm comes from the allow-list, never from the token alone (RFC 8725 §3.1), so
  /// `none` and the use of a public key as an HMAC secret are impossible.
  ///
  /// - Returns: The algorithm that the token is signed with.
  func check(_ token: SignedToken) async throws(StepFailure) -> SignatureAlgorithm {
    let allowed = try await metadata.idTokenAlgorithms()
    guard let algorithm = allowed.first(where: { $0.rawValue == token.algorithm }) else {
      throw .idToken(.algorithmNotAllowed(token.algorithm))
    }
    if algorithm.isSymmetric {
      try await checkCode(of: token, with: algorithm)
    } else {
      try await checkSignature(of: token, with: algorithm)
    }
    return algorithm
  }

  /// An HMAC, whose key is the client's secret as it stands (OpenID Connect Core 1.0 §10.1).
  private func checkCode(of token: SignedToken, with algorithm: SignatureAlgorithm) async throws(StepFailure) {
    guard let clientSecret else { throw .idToken(.algorithmNotAllowed(algorithm.rawValue)) }
    guard isUsable(algorithm) else { throw .configuration(Self.tooShort(for: algorithm)) }
    let verifier = await SignatureVerifier(secret: clientSecret, algorithm: algorithm)
    guard verifier.accepts(token) else { throw .idToken(.invalidSignature) }
  }

  private func checkSignature(of token: SignedToken, with algorithm: SignatureAlgorithm) async throws(StepFailure) {
    var candidates = try await keys.candidates(keyID: token.keyID, algorithm: algorithm)
    if candidates.contains(where: { $0.accepts(token) }) { return }
    if token.keyID == nil {
      // Without a name only trying tells whether the server has begun to sign with a new key.
      candidates = try await keys.fresherCandidates(keyID: nil, algorithm: algorithm)
      if candidates.contains(where: { $0.accepts(token) }) { return }
    }
    throw .idToken(candidates.isEmpty ? .noMatchingKey : .invalidSignature)
  }

  /// Whether the client has what the algorithm needs. Public keys are the server's affair.
  private func isUsable(_ algorithm: SignatureAlgorithm) -> Bool {
    guard let minimum = algorithm.minimumSecretBytes else { return true }
    return (clientSecret?.reveal().utf8.count ?? 0) >= minimum
  }

  private func unusable() async throws(StepFailure) -> ConfigurationFailure {
    let stated = try await metadata.idTokenAlgorithms()
    guard clientSecret != nil, let algorithm = stated.first else { return .noAllowedAlgorithm }
    return Self.tooShort(for: algorithm)
  }

  private static func tooShort(for algorithm: SignatureAlgorithm) -> ConfigurationFailure {
    .clientSecretTooShort(algorithm.rawValue, minimumBytes: algorithm.minimumSecretBytes ?? 0)
  }
}
