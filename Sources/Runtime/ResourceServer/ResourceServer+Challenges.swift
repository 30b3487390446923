import Foundation

extension ResourceServer {
  /// Returns the response to a rejected request, with a challenge for each scheme that this API accepts: `Bearer`,
  /// `DPoP`, or both (RFC 6750 §3, RFC 9449 §7.1). It reveals nothing else about the API's configuration.
  ///
  /// ```swift
  /// do {
  ///   let caller = try await api.caller(of: request)
  ///   try caller.require(.acr("phr", within: .minutes(5)))
  /// } catch {
  ///   let challenge = api.challenge(for: error, to: request)
  ///   return Response(status: challenge.status, headers: challenge.headers, body: challenge.body)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - failure: The reason of the rejection.
  ///   - request: The rejected request. The error is in the challenge of its scheme. Without a request, it's in each.
  ///   - realm: The API's own name for the protected resources.
  ///   - resourceMetadata: The URL of the API's ``ProtectedResourceMetadata`` (RFC 9728 §5.1).
  public func challenge(
    for failure: AccessFailure, to request: APIRequest? = nil, realm: String? = nil, resourceMetadata: URL? = nil
  ) -> BearerChallenge {
    challenge(for: failure, to: request, realm: realm, resourceMetadata: resourceMetadata, scopes: [])
  }

  /// Returns the response to a rejected request, with which a client can find out where and how to get a token: the
  /// challenge names the metadata and the scopes (RFC 9728 §5.1, RFC 6750 §3). Clients of the Model Context Protocol
  /// request exactly these scopes.
  ///
  /// ```swift
  /// do {
  ///   let caller = try await api.caller(of: request)
  ///   try caller.require(.scope("notes:write"))
  /// } catch {
  ///   let challenge = api.challenge(for: error, to: request, of: metadata, scopes: ["notes:read"])
  ///   return Response(status: challenge.status, headers: challenge.headers, body: challenge.body)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - failure: The reason of the rejection. If the token lacks scopes, the challenge names those of the failure.
  ///   - request: The rejected request. The error is in the challenge of its scheme. Without a request, it's in each.
  ///   - metadata: The metadata that the API publishes.
  ///   - scopes: The scopes that a client without a valid token should request. Don't list `offline_access`: refresh
  ///     tokens don't concern the API.
  public func challenge(
    for failure: AccessFailure, to request: APIRequest? = nil, of metadata: ProtectedResourceMetadata,
    scopes: [AuthScope<Provider>] = []
  ) -> BearerChallenge {
    challenge(
      for: failure, to: request, realm: nil, resourceMetadata: metadata.location, scopes: scopes.map(\.rawValue))
  }

  private func challenge(
    for failure: AccessFailure, to request: APIRequest?, realm: String?, resourceMetadata: URL?, scopes: [String]
  ) -> BearerChallenge {
    guard let core = try? ready() else { return failure.challenge(realm: realm, resourceMetadata: resourceMetadata) }
    var offer = core.proofs.offer(at: core.clock.deviceTime())
    let header = request?.authorization.first?.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).first
    offer.used = header.flatMap { TokenScheme(name: Substring($0)) }
    offer.scopes = scopes
    return failure.challenge(offer, realm: realm, resourceMetadata: resourceMetadata)
  }
}

extension ProofVerifier {
  /// The schemes that the policy accepts, with a nonce for the next proof.
  func offer(at now: Date) -> ChallengeOffer {
    ChallengeOffer(
      offersBearer: policy.use != .required, offersDPoP: policy.use != .none, algorithms: algorithms,
      nonce: policy.use == .none ? nil : policy.nonces?.current(at: now))
  }
}

extension ProtectedResourceMetadata {
  /// Adds what the policy states. By default, an API may or may not pass its requests' proofs.
  mutating func add(_ proofs: ProofVerifier) {
    requiresDPoP = proofs.policy.use == .required
    guard requiresDPoP || proofs.policy.use == .accepted && proofs.policy.publicURL != nil else { return }
    dpopAlgorithms = proofs.algorithms
  }
}
