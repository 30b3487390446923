import Foundation

/// The schemes of access tokens in the `Authorization` header.
enum TokenScheme: String, Sendable {
  /// RFC 6750 §2.1.
  case bearer = "Bearer"
  /// RFC 9449 §7.1.
  case dpop = "DPoP"

  /// Schemes are case-insensitive (RFC 9110 §11.1).
  init?(name: some StringProtocol) {
    switch name.lowercased() {
    case "bearer": self = .bearer
    case "dpop": self = .dpop
    default: return nil
    }
  }
}

/// A verified token, and the facts about its request.
struct VerifiedRequest: Sendable {
  let token: VerifiedToken
  let time: Date
  var newNonce: String?
}

extension ResourceCore {
  /// Verifies the token of a request, and that the client has the key to which the token is bound.
  func verify(_ request: APIRequest) async throws(AccessFailure) -> VerifiedRequest {
    // Without a host in the URL, no proof could be verified. That must not surface with the first proof only.
    let target = proofs.policy.use == .none ? nil : try proofs.target(of: request)
    let (scheme, token) = try BearerCredentials.credentials(in: request.authorization, allowsDPoP: target != nil)
    guard scheme == .dpop, let target else { return try await verifyBearer(token, request) }
    let key = TokenCache.Key(token)
    let now = await clock.now
    let proof: DPoPProof
    do throws(ProofRejection) {
      proof = try proofs.proof(of: request, to: target, with: key, at: now)
    } catch {
      throw .invalidProof(error)
    }
    let verified = try await verify(token, key)
    try check(verified, request.clientCertificate)
    guard let thumbprint = verified.confirmation?.keyThumbprint else { throw .invalidToken(.notSenderConstrained) }
    // Verifying the token may have taken seconds, and the memory of used proofs forgets a proof that is too old.
    let end = await clock.now
    let nonce = try await proofs.verify(proof, to: target, boundTo: thumbprint, at: end)
    return VerifiedRequest(token: verified, time: end, newNonce: nonce)
  }

  /// Verifies a token without a proof. A token that is bound to a key is rejected.
  func verifyUnproven(_ token: Secret, certificate: Data? = nil) async throws(AccessFailure) -> VerifiedRequest {
    let verified = try await verify(token, TokenCache.Key(token))
    try check(verified, certificate)
    guard verified.confirmation?.keyThumbprint == nil else { throw .invalidToken(.senderConstrained) }
    return VerifiedRequest(token: verified, time: await clock.now)
  }

  /// A proof with a bearer token is a sign of a client that lost its protection, so the request is rejected.
  private func verifyBearer(_ token: Secret, _ request: APIRequest) async throws(AccessFailure) -> VerifiedRequest {
    let verified = try await verifyUnproven(token, certificate: request.clientCertificate)
    guard request.dpop.isEmpty || proofs.policy.use == .none else { throw .invalidToken(.notSenderConstrained) }
    return verified
  }

  private func check(_ token: VerifiedToken, _ certificate: Data?) throws(AccessFailure) {
    do throws(TokenRejection) {
      if let confirmation = token.confirmation {
        try confirmation.checkCertificate(certificate)
      } else if proofs.policy.use == .required {
        throw .notSenderConstrained
      }
    } catch {
      throw .invalidToken(error)
    }
  }
}
