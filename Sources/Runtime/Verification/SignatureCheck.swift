import Foundation

/// Verifies signatures with an allowed algorithm and the keys that fit.
final class SignatureCheck: Sendable {
  let metadata: ServerMetadataSource
  let keys: KeySource
  /// The key for HMAC. It isn't used for anything else, and no other key is used for HMAC.
  let clientSecret: Secret?

  init(metadata: ServerMetadataSource, keys: KeySource, clientSecret: Secret?) {
    self.metadata = metadata
    self.keys = keys
    self.clientSecret = clientSecret
  }

  /// - Throws: ``AuthFailure/configuration(_:)`` if the list of algorithms is empty, if the URL of the keys is unknown,
  ///   or if the client secret is too short.
  func checkReadiness() async throws(StepFailure) {
    let algorithms = try await metadata.idTokenAlgorithms()
    if algorithms.contains(where: { !$0.isSymmetric }) {
      _ = try await metadata.url(.keys)
    } else if let algorithm = algorithms.first, !algorithms.contains(where: isUsable) {
      throw .configuration(Self.tooShort(for: algorithm))
    }
  }

  /// Checks the signature. The algorithm comes from the allow-list, never from the token alone (RFC 8725 §3.1), so
  /// `none` and the use of a public key as an HMAC secret are impossible.
  ///
  /// - Parameter algorithms: The allow-list. The default is that of ID tokens.
  /// - Returns: The algorithm that the token is signed with.
  func check(
    _ token: SignedToken, allowing algorithms: [SignatureAlgorithm]? = nil
  ) async throws(StepFailure) -> SignatureAlgorithm {
    let allowed: [SignatureAlgorithm]
    if let algorithms { allowed = algorithms } else { allowed = try await metadata.idTokenAlgorithms() }
    guard let algorithm = allowed.first(where: { $0.rawValue == token.algorithm }) else {
      throw .idToken(.algorithmNotAllowed(token.algorithm, setting: metadata.idTokenSetting))
    }
    if algorithm.isSymmetric {
      try await checkCode(of: token, with: algorithm)
    } else {
      try await checkSignature(of: token, with: algorithm)
    }
    return algorithm
  }

  /// Checks an HMAC, whose key is the client secret as UTF-8 (OpenID Connect Core 1.0 §10.1).
  private func checkCode(of token: SignedToken, with algorithm: SignatureAlgorithm) async throws(StepFailure) {
    guard let clientSecret else {
      throw .idToken(.algorithmNotAllowed(algorithm.rawValue, setting: metadata.idTokenSetting))
    }
    guard let verifier = await SignatureVerifier(secret: Data(clientSecret.reveal().utf8), algorithm: algorithm) else {
      throw .configuration(Self.tooShort(for: algorithm))
    }
    guard verifier.accepts(token) else { throw .idToken(.invalidSignature) }
  }

  private func checkSignature(of token: SignedToken, with algorithm: SignatureAlgorithm) async throws(StepFailure) {
    let query = KeyQuery(token: token, algorithm: algorithm)
    let candidates = try await keys.candidates(query)
    if candidates.contains(where: { $0.accepts(token) }) { return }
    guard !candidates.isEmpty else { throw .idToken(.noMatchingKey) }
    // The server may have started to sign with another key, with the same key ID or none.
    let fresher = try await keys.fresherCandidates(query)
    guard let fresher else { throw .idToken(.invalidSignature) }
    if fresher.contains(where: { $0.accepts(token) }) { return }
    throw .idToken(fresher.isEmpty ? .noMatchingKey : .invalidSignature)
  }

  /// Whether the client has the secret that the algorithm requires. Public keys come from the server.
  private func isUsable(_ algorithm: SignatureAlgorithm) -> Bool {
    guard let minimum = algorithm.minimumSecretBytes else { return true }
    return (clientSecret?.reveal().utf8.count ?? 0) >= minimum
  }

  private static func tooShort(for algorithm: SignatureAlgorithm) -> ConfigurationFailure {
    .clientSecretTooShort(algorithm.rawValue, minimumBytes: algorithm.minimumSecretBytes ?? 0)
  }
}
