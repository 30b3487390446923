import Crypto
import Foundation

/// Verifies the DPoP proofs of one API (RFC 9449 §4.3, §7).
final class ProofVerifier: Sendable {
  /// The number of public keys that are kept ready. Only keys to which valid tokens are bound are among them.
  private static let maximumKeys = 1_000

  let policy: DPoPPolicy
  let algorithms: [SignatureAlgorithm]
  private let publicURL: RequestTarget?
  private let replays: any DPoPReplayMemory
  private let keys = Guarded(RecentKeys<KeyName, PreparedKey>(capacity: maximumKeys))

  private struct KeyName: Sendable, Hashable {
    /// Without the key ID, which isn't a part of the key.
    let key: [String: JSONValue]
    let algorithm: SignatureAlgorithm
  }

  private struct PreparedKey: Sendable {
    let thumbprint: String
    let verifier: SignatureVerifier
  }

  /// - Throws: ``AuthFailure/configuration(_:)`` for an invalid policy.
  init(_ policy: DPoPPolicy, now: @escaping @Sendable () -> Date) throws(StepFailure) {
    let target = policy.publicURL.flatMap(RequestTarget.init(url:))
    guard target != nil || policy.publicURL == nil else {
      throw .configuration(.invalidURL((policy.publicURL ?? "").plainText(limit: 200)))
    }
    guard policy.nonces?.hasValidKeys ?? true else {
      throw .configuration(.invalidParameter("dpop.nonces", expected: "keys of at least \(DPoPNonces.keyBytes) bytes"))
    }
    self.policy = policy
    publicURL = target
    algorithms = policy.algorithms.filter { !$0.isSymmetric }
    replays = policy.replays ?? LocalReplayMemory(now: now)
    guard policy.use == .none || !algorithms.isEmpty else { throw .configuration(.noAllowedAlgorithm) }
  }

  /// Returns the URL of a request in normal form.
  ///
  /// - Throws: ``AccessFailure/configuration(_:)`` if neither the request nor the policy states the host.
  func target(of request: APIRequest) throws(AccessFailure) -> RequestTarget {
    guard publicURL != nil || request.url.utf8.first != UInt8(ascii: "/") else {
      throw .configuration(.invalidParameter("dpop", expected: "a policy with the API's public URL, or a full URL"))
    }
    let target = publicURL.map { RequestTarget(request.url, below: $0) } ?? RequestTarget(url: request.url)
    guard let target else { throw .malformedRequest("the request's URL isn't valid") }
    return target
  }

  /// Reads the proof of a request, and checks everything that needs neither the token's claims nor the signature.
  func proof(
    of request: APIRequest, to target: RequestTarget, with token: TokenCache.Key, at now: Date
  ) throws(ProofRejection) -> DPoPProof {
    let proof = try DPoPProof(request.dpop, allowing: algorithms)
    guard proof.method.isExactly(request.method) else { throw .wrongMethod }
    guard target.matches(proof.url) else { throw .wrongURL }
    guard constantTimeEquals(proof.accessTokenHash, token.hash) else { throw .wrongTokenHash }
    _ = try time(of: proof, at: now)
    return proof
  }

  /// Verifies the key and the signature of a proof, and that it is used for the first time.
  ///
  /// - Parameter thumbprint: The key to which the token is bound.
  /// - Returns: A nonce that the client should use from now on, or `nil`.
  func verify(
    _ proof: DPoPProof, to target: RequestTarget, boundTo thumbprint: String, at now: Date
  ) async throws(AccessFailure) -> String? {
    // Preparing a key takes longer than finding it, and clients keep their keys.
    let name = KeyName(key: proof.key.material, algorithm: proof.algorithm)
    let known = keys.withLock { $0[name] }
    let own = known?.thumbprint ?? proof.key.thumbprint
    guard own.isExactly(thumbprint) else { throw .invalidProof(.wrongKey) }
    let verifier = if let known { known.verifier } else { await newVerifier(of: proof) }
    guard let verifier else { throw .invalidProof(.unusableKey) }
    guard verifier.accepts(proof.token) else { throw .invalidProof(.invalidSignature) }
    if known == nil {
      keys.withLock { _ = $0.keep(PreparedKey(thumbprint: own, verifier: verifier), as: name) }
    }
    let time: (end: Date, nonceIsOld: Bool)
    do { time = try self.time(of: proof, at: now) } catch { throw .invalidProof(error) }
    let isNew: Bool
    do {
      isNew = try await replays.isNew(Self.identity(of: proof, own, target), until: time.end)
    } catch {
      throw .replayMemoryUnavailable
    }
    guard isNew else { throw .invalidProof(.replayed) }
    return time.nonceIsOld ? policy.nonces?.current(at: now) : nil
  }

  /// Checks the age of a proof (§4.3 rules 10 and 11).
  ///
  /// - Returns: The time after which the proof is too old, and whether there is a newer nonce.
  private func time(of proof: DPoPProof, at now: Date) throws(ProofRejection) -> (end: Date, nonceIsOld: Bool) {
    if let nonces = policy.nonces {
      guard let nonce = proof.nonce else { throw .missingNonce }
      guard let (end, isOld) = nonces.check(nonce, at: now) else { throw .wrongNonce }
      return (end, isOld)
    }
    let age = now.timeIntervalSince1970 - proof.issuedAt
    guard age <= policy.lifetime.seconds else { throw .tooOld }
    guard age >= -policy.leeway.seconds else { throw .notYetValid }
    // One more second, because memories may round.
    return (Date(timeIntervalSince1970: proof.issuedAt + policy.lifetime.seconds + 1), false)
  }

  private func newVerifier(of proof: DPoPProof) async -> SignatureVerifier? {
    guard let key = JSONWebKey(.object(proof.jwk)), key.fits(proof.algorithm) else { return nil }
    return try? await SignatureVerifier(key, algorithm: proof.algorithm)
  }

  /// A client may use the same `jti` for another key or URL (§11.1).
  private static func identity(of proof: DPoPProof, _ thumbprint: String, _ target: RequestTarget) -> Data {
    Data(SHA256.hash(data: Data([thumbprint, target.text, proof.id].lengthPrefixed.utf8)))
  }
}
