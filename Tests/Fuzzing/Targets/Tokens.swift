import Crypto
import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  static let jwt = FuzzEntry.waiting(longest: 16_384) { bytes in
    let text = bytes.text
    let token: SignedToken
    do throws(StepFailure) { token = try SignedToken(text) } catch { return .rejected }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    try require(parts.count == 3, "a token without three parts is accepted")
    try require(Base64URL.encode(token.payload).isExactly(parts[1]), "a payload has a second encoding")
    try require(Base64URL.encode(token.signature).isExactly(parts[2]), "a signature has a second encoding")
    try require(
      token.signingInput == Data((parts[0] + "." + parts[1]).utf8),
      "the signing input isn't the token's first two parts")
    try require(token.header["crit"] == nil, "a critical extension is accepted")
    let access = try? token.checkIsAccessToken([])
    try require(access == nil || (try? token.checkIsIDToken()) == nil, "a token is an ID token and an access token")
    do throws(StepFailure) {
      _ = try await Fixture.tokenVerifier.verify(Secret(text), expecting: .init())
    } catch { return .rejected }
    return .accepted
  }

  /// The header and the claims of an ID token, with a zero byte between them. The entry signs them.
  static let idToken = FuzzEntry.waiting { bytes in
    let (header, payload) = bytes.halves
    let text = try Fixture.signed(header, payload, hmac: true)
    var expectation = IDTokenVerifier.Expectation()
    expectation.nonce = "NONCE"
    expectation.maximumAge = .seconds(3600)
    expectation.accessToken = Secret("access")
    let claims: Claims
    do throws(StepFailure) {
      claims = try await Fixture.tokenVerifier.verify(Secret(text), expecting: expectation)
    } catch { return .rejected }
    guard let members = JSONValue(parsing: Data(payload))?.object else {
      throw BrokenProperty(description: "a payload that isn't an object is accepted")
    }
    try require(JSONValue(parsing: Data(header))?.object?["alg"] == "HS256", "another algorithm is accepted")
    try require(members["iss"]?.string?.isExactly(Fixture.issuer) == true, "another issuer is accepted")
    try require(members["nonce"]?.string?.isExactly("NONCE") == true, "another nonce is accepted")
    let audiences = members["aud"]?.names ?? []
    try require(audiences.contains { $0.isExactly("app") }, "a token for another client is accepted")
    let now = Fixture.now.timeIntervalSince1970
    try require(members["exp"]?.number ?? 0 > now - 61, "an expired token is accepted")
    try require(members["iat"]?.number ?? now + 99 < now + 61, "a token issued in the future is accepted")
    try require(members["nbf"]?.number ?? now < now + 61, "a token that isn't valid yet is accepted")
    try require(members["auth_time"]?.number ?? 0 > now - 3662, "an old authentication is accepted")
    try require(members["sub"]?.string?.isExactly(claims.subject) == true, "the subject isn't the token's")
    let party = members["azp"]?.string
    try require(party?.isExactly("app") ?? true, "a token that another client requested is accepted")
    let hash = Base64URL.encode(Data(SHA256.hash(data: Data("access".utf8)).prefix(16)))
    let stated = members["at_hash"]?.string
    try require(stated?.isExactly(hash) ?? true, "a token for another access token is accepted")
    return .accepted
  }

  /// The claims of an access token with a valid signature. The first byte selects whether its header states a type.
  static let accessToken = FuzzEntry { bytes in
    let (variant, payload) = bytes.variant
    guard let claims = JSONValue(parsing: Data(payload))?.object else { return .rejected }
    let core = Fixture.apiCore
    let token: VerifiedToken
    do throws(TokenRejection) {
      let checked = TokenClaims(claims, of: core.provider, leeway: core.leeway, now: Fixture.now)
      try checked.checkAccessToken(core, isTyped: variant & 1 == 0)
      token = try VerifiedToken(checked, rules: core.rules)
    } catch { return .rejected }
    try require(claims["iss"]?.string?.isExactly(Fixture.issuer) == true, "another issuer is accepted")
    let now = Fixture.now.timeIntervalSince1970
    try require(claims["exp"]?.number ?? 0 > now - 61, "an expired token is accepted")
    try require(claims["nbf"]?.number ?? now < now + 61, "a token that isn't valid yet is accepted")
    try require(token.audiences.contains { $0.isExactly(Fixture.audience) }, "a token for another API is accepted")
    try require(variant & 1 == 0 || claims["nonce"] == nil, "an ID token is accepted as an access token")
    return .accepted
  }

  /// The first byte selects the DPoP proof itself, or its claims, which the entry signs.
  static let dpopProof = FuzzEntry.waiting(longest: 9000) { bytes in
    let (variant, input) = bytes.variant
    let proof: String
    if variant & 1 == 0 {
      proof = input.text
    } else {
      let header: JSONValue = ["typ": "dpop+jwt", "alg": "ES256", "jwk": .object(Fixture.publicKey)]
      proof = try Fixture.signed([UInt8](try JSONEncoder().encode(header)), input)
    }
    let url = variant & 2 == 0 ? "/path?query" : "https://api.example:443/p%61th"
    let request = APIRequest(method: "GET", url: url, authorization: [], dpop: [proof])
    let key = TokenCache.Key(Secret("access"))
    let proofs = try ProofVerifier(DPoPPolicy(.required, at: Fixture.audience), now: { Fixture.now })
    let target = try proofs.target(of: request)
    let read: DPoPProof
    do throws(ProofRejection) {
      read = try proofs.proof(of: request, to: target, with: key, at: Fixture.now)
    } catch { return .rejected }
    try require(read.method.isExactly("GET"), "a proof for another method is accepted")
    try require(RequestTarget(url: read.url)?.text == "https://api.example/path", "a proof for another URL is accepted")
    let payload = proof.split(separator: ".").dropFirst().first.flatMap { Base64URL.decode($0) }
    let hash = Base64URL.encode(Data(SHA256.hash(data: Data("access".utf8))))
    let stated = payload.flatMap { JSONValue(parsing: $0)?.object?["ath"]?.string }
    try require(stated?.isExactly(hash) == true, "a proof for another access token is accepted")
    do throws(AccessFailure) {
      _ = try await proofs.verify(read, to: target, boundTo: read.key.thumbprint, at: Fixture.now)
    } catch { return .rejected }
    let age = Fixture.now.timeIntervalSince1970 - read.issuedAt
    try require((-11...71).contains(age), "a proof that is too old or from the future is accepted")
    let again = try? await proofs.verify(read, to: target, boundTo: read.key.thumbprint, at: Fixture.now)
    try require(again == nil, "a proof is accepted twice")
    return .accepted
  }

  /// A nonce in a proof. The first four bytes are the time in seconds.
  static let dpopNonce = FuzzEntry(longest: 128) { bytes in
    let now = Date(timeIntervalSince1970: bytes.prefix(4).reduce(0) { $0 * 256 + Double($1) })
    let nonce = Array(bytes.dropFirst(4)).text
    let (current, earlier) = (Secret(String(repeating: "k", count: 32)), Secret(String(repeating: "p", count: 32)))
    /// The nonces of the periods around this time.
    func nonces(_ key: Secret) -> [String] {
      [-300, 0, 300].map { DPoPNonces(key: key).current(at: now + $0) }
    }
    let found = DPoPNonces(key: current, previousKeys: [earlier]).check(nonce, at: now)
    let isOfEarlierKey = nonces(earlier).contains(where: nonce.isExactly)
    let isValid = isOfEarlierKey || nonces(current).contains(where: nonce.isExactly)
    try require(isValid == (found != nil), isValid ? "a valid nonce is rejected" : "an invalid nonce is accepted")
    guard let found else { return .rejected }
    try require(found.isOld || !isOfEarlierKey, "a nonce of an earlier key isn't replaced")
    try require((now...now + 900).contains(found.end), "a nonce is accepted for too long")
    return .accepted
  }
}
