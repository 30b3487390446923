import Foundation

/// A DPoP proof in a request (RFC 9449 §4.2), parsed but not yet verified.
struct DPoPProof: Sendable {
  /// The maximum number of bytes. The largest useful proof contains an RSA key and is much shorter.
  static let maximumLength = 8192

  let token: SignedToken
  let algorithm: SignatureAlgorithm
  let jwk: [String: JSONValue]
  let key: PublicKey
  let id: String
  let method: String
  let url: String
  let issuedAt: Double
  let accessTokenHash: String
  let nonce: String?

  /// Reads the values of the header (§4.3 rules 1 to 5 and 7).
  init(_ headers: [String], allowing algorithms: [SignatureAlgorithm]) throws(ProofRejection) {
    guard headers.count < 2 else { throw .repeated }
    guard let text = headers.first else { throw .missing }
    let token = try Self.parsed(text)
    self.token = token
    guard token.mediaType == "dpop+jwt" else { throw .wrongType(token.mediaType ?? "none") }
    guard let algorithm = algorithms.first(where: { $0.rawValue.isExactly(token.algorithm) }) else {
      throw .algorithmNotAllowed(token.algorithm)
    }
    self.algorithm = algorithm
    guard let jwk = token.header["jwk"]?.object else { throw .unusableKey }
    guard Self.privateMembers.isDisjoint(with: jwk.keys) else { throw .privateKey }
    self.jwk = jwk
    do { key = try PublicKey(jwk) } catch { throw .unusableKey }
    let claims = try Self.claims(of: token)
    id = try Self.string("jti", in: claims)
    method = try Self.string("htm", in: claims)
    url = try Self.string("htu", in: claims)
    accessTokenHash = try Self.string("ath", in: claims)
    guard let issuedAt = claims["iat"]?.number else { throw .invalidClaim("iat") }
    self.issuedAt = issuedAt
    nonce = claims["nonce"] == nil ? nil : try Self.string("nonce", in: claims)
  }

  /// The members of private and symmetric keys (RFC 7518 §6.2.2, §6.3.2, §6.4).
  private static let privateMembers: Set = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  private static func parsed(_ text: String) throws(ProofRejection) -> SignedToken {
    guard text.utf8.count <= maximumLength else { throw .malformed("it's longer than \(maximumLength) bytes") }
    do throws(StepFailure) { return try SignedToken(text) } catch { throw ProofRejection(error) }
  }

  private static func claims(of token: SignedToken) throws(ProofRejection) -> [String: JSONValue] {
    do throws(StepFailure) { return try token.claims() } catch { throw ProofRejection(error) }
  }

  private static func string(_ name: String, in claims: [String: JSONValue]) throws(ProofRejection) -> String {
    guard let value = claims[name]?.string, !value.isEmpty else { throw .invalidClaim(name) }
    return value
  }
}

extension ProofRejection {
  /// Converts the failure to parse a signed token.
  fileprivate init(_ failure: StepFailure) {
    switch failure {
    case .idToken(.criticalHeader): self = .criticalHeader
    case .idToken(.malformed(let part)): self = .malformed(part)
    case .idToken(.encrypted): self = .malformed("it is encrypted")
    default: self = .malformed("it isn't a signed JWT")
    }
  }
}
