import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// RFC 9449 §4.3, rule by rule. Each test breaks one rule and nothing else.
@Suite struct `A DPoP proof at an API` {
  @Test func `A bound token with a valid proof is accepted, and the caller has the key's thumbprint`() async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token()
    for scheme in ["DPoP", "dpop", "DPOP"] {
      let request = fixture.request(token, [try await fixture.proof(of: token)], scheme: scheme)
      let caller = try await fixture.api.caller(of: request)
      #expect(caller.confirmation?.keyThumbprint == fixture.key.publicKey.thumbprint)
      #expect(caller.subject == "ada")
    }
  }

  @Test func `Rule 1: a request with two DPoP headers is rejected`() async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token()
    let proofs = [try await fixture.proof(of: token), try await fixture.proof(of: token)]
    #expect(await fixture.failure(of: fixture.request(token, proofs)) == .invalidProof(.repeated))
    #expect(await fixture.failure(of: fixture.request(token, [])) == .invalidProof(.missing))
    // Some frameworks join the values of a field.
    let joined = [proofs.joined(separator: ", ")]
    #expect(await fixture.failure(of: fixture.request(token, joined))?.caseName == "malformed")
  }

  @Test(arguments: ["", "a", "a.b", "a.b.c", "a.b.c.d.e", "{}", "e30.e30.", "\u{E9}.e30.e30"])
  func `Rule 2: a header that isn't one well-formed JWT is rejected`(proof: String) async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token()
    #expect(await fixture.failure(of: fixture.request(token, [proof]))?.caseName == "malformed")
  }

  @Test func `Rule 2: a proof that is too long is rejected before it is parsed`() async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token()
    let long = try await fixture.proof(of: token, ["extra": .string(String(repeating: "a", count: 8192))])
    #expect(
      await fixture.failure(of: fixture.request(token, [long]))
        == .invalidProof(.malformed("it's longer than 8192 bytes")))
  }

  @Test(arguments: ["jti", "htm", "htu", "iat", "ath"], [JSONValue.null, true, "", ["a"]])
  func `Rule 3: a proof without a required claim is rejected`(name: String, value: JSONValue) async throws {
    #expect(try await ProofFixture().failure([name: value]) == .invalidProof(.invalidClaim(name)))
  }

  @Test(arguments: ["JWT", "at+jwt", "dpop", "jwt+dpop", .null, 1] as [JSONValue])
  func `Rule 4: a proof of another type is rejected`(type: JSONValue) async throws {
    #expect(try await ProofFixture().failure(header: ["typ": type])?.caseName == "wrongType")
  }

  @Test(arguments: ["none", "None", "HS256", "HS512", "ES256K", "ES384", "RS256", "es256", "ES256\u{301}"])
  func `Rule 5: an algorithm that is none, symmetric, or not allowed is rejected`(name: String) async throws {
    let policy = DPoPPolicy(.accepted, at: "https://api.example") { $0.algorithms = [.es256, .hs256] }
    let fixture = try ProofFixture(policy)
    let token = try fixture.token()
    let parts = try await fixture.proof(of: token).split(separator: ".")
    let header: [String: JSONValue] = [
      "typ": "dpop+jwt", "alg": .string(name), "jwk": .object(fixture.key.publicKey.jwk),
    ]
    let text = Base64URL.encode(try JSONEncoder().encode(header))
    let proof = "\(text).\(parts[1]).\(parts[2])"
    #expect(
      await fixture.failure(of: fixture.request(token, [proof])) == .invalidProof(.algorithmNotAllowed(name)))
  }

  @Test func `Rule 6: a signature that the key in the header didn't make is rejected`() async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token()
    // Another key signs, and names the bound key.
    let header: [String: JSONValue] = ["jwk": .object(fixture.key.publicKey.jwk)]
    let forged = try await fixture.proof(of: token, header: header, key: PrivateKey(generating: .es256))
    // The second attempt finds the key prepared.
    for _ in 0..<2 {
      #expect(await fixture.failure(of: fixture.request(token, [forged])) == .invalidProof(.invalidSignature))
    }
    let proof = try await fixture.proof(of: token)
    let changed = try await fixture.proof(of: token, ["htm": "GET", "extra": 1]).split(separator: ".")
    let parts = proof.split(separator: ".")
    let mixed = "\(parts[0]).\(changed[1]).\(parts[2])"
    #expect(await fixture.failure(of: fixture.request(token, [mixed])) == .invalidProof(.invalidSignature))
  }

  @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
  func `Rule 7: a header with a private key is rejected`(member: String) async throws {
    let fixture = try ProofFixture()
    var jwk = fixture.key.publicKey.jwk
    jwk[member] = "AQAB"
    #expect(try await fixture.failure(header: ["jwk": .object(jwk)]) == .invalidProof(.privateKey))
  }

  @Test(arguments: [.null, "key", ["kty": "EC"], ["kty": "oct", "alg": "HS256"], []] as [JSONValue])
  func `A header without a valid public key is rejected`(jwk: JSONValue) async throws {
    #expect(try await ProofFixture().failure(header: ["jwk": jwk]) == .invalidProof(.unusableKey))
  }

  @Test(arguments: [["use": "enc"], ["alg": "ES384"], ["key_ops": ["sign"]]] as [[String: JSONValue]])
  func `A public key that isn't for the proof's signature is rejected`(members: [String: JSONValue]) async throws {
    let fixture = try ProofFixture()
    let jwk = fixture.key.publicKey.jwk.merging(members) { $1 }
    #expect(try await fixture.failure(header: ["jwk": .object(jwk)]) == .invalidProof(.unusableKey))
  }

  @Test(arguments: ["POST", "get", "GET ", "HEAD"])
  func `Rule 8: a proof for another method is rejected`(method: String) async throws {
    #expect(try await ProofFixture().failure(["htm": .string(method)]) == .invalidProof(.wrongMethod))
  }

  @Test(
    arguments: [
      "https://api.example/v1/accounts/", "https://api.example/v1", "https://api.example/V1/accounts",
      "http://api.example/v1/accounts", "https://api.example:8443/v1/accounts", "https://other.example/v1/accounts",
      "https://api.example.attacker.test/v1/accounts", "https://api.example@attacker.test/v1/accounts",
      "https://user@api.example/v1/accounts", "/v1/accounts", "api.example/v1/accounts", "https:/v1/accounts",
      "https:xxapi.example/v1/accounts",
      "https://api.example/v1%2Faccounts", "https://api.example/v1\\accounts", "https://api.example/v1/accounts%",
      "https://api.example/v1/accounts\u{200B}", "https://api.exam\u{FF50}le/v1/accounts",
    ])
  func `Rule 9: a proof for another URL is rejected`(url: String) async throws {
    #expect(try await ProofFixture().failure(["htu": .string(url)]) == .invalidProof(.wrongURL))
  }

  @Test(
    arguments: [
      "https://api.example/v1/accounts?page=3", "https://api.example/v1/accounts#top",
      "HTTPS://API.Example/v1/accounts",
      "https://api.example:443/v1/accounts", "https://api.example:/v1/accounts", "https://api.example/v1/%61ccounts",
      "https://api.example/./v1/x/../accounts", "https://api.example/v1/%2e/accounts",
    ])
  func `Rule 9: the query is ignored, and equal URLs may be written differently`(url: String) async throws {
    #expect(try await ProofFixture().failure(["htu": .string(url)]) == nil)
  }

  @Test func `Rule 10: if the API demands nonces, a proof must contain one of them`() async throws {
    let policy = DPoPPolicy(.accepted, at: "https://api.example") { $0.nonces = DPoPNonces() }
    let fixture = try ProofFixture(policy)
    #expect(try await fixture.failure() == .invalidProof(.missingNonce))
    #expect(try await fixture.failure(["nonce": "abc"]) == .invalidProof(.wrongNonce))
    let foreign = DPoPNonces().current(at: fixture.time.value)
    #expect(try await fixture.failure(["nonce": .string(foreign)]) == .invalidProof(.wrongNonce))
    let own = try #require(fixture.api.challenge(for: .invalidProof(.missingNonce)).headers["DPoP-Nonce"])
    #expect(try await fixture.failure(["nonce": .string(own)]) == nil)
  }

  @Test(
    arguments: [
      (-61, ProofRejection.tooOld), (-60, nil), (0, nil), (10, nil), (11, .notYetValid), (-1e300, .tooOld),
      (1e300, .notYetValid),
    ] as [(Double, ProofRejection?)])
  func `Rule 11: a proof that is too old or from the future is rejected`(
    offset: Double, rejection: ProofRejection?
  ) async throws {
    let fixture = try ProofFixture()
    let issued = fixture.time.value.timeIntervalSince1970 + offset
    #expect(try await fixture.failure(["iat": .number(issued)]) == rejection.map { .invalidProof($0) })
  }

  @Test func `Rule 11: a proof that becomes too old while the token is verified is rejected`() async throws {
    // The memory of used proofs may forget a proof as soon as it's too old.
    let fixture = try ProofFixture(requestTime: 2)
    let issued = fixture.time.value.timeIntervalSince1970 - 59
    #expect(try await fixture.failure(["iat": .number(issued)]) == .invalidProof(.tooOld))
  }

  @Test func `Rule 12: a proof for another access token is rejected`() async throws {
    let fixture = try ProofFixture()
    let (token, other) = (try fixture.token(), try fixture.token(["jti": "t2"]))
    let proof = try await fixture.proof(of: other)
    #expect(await fixture.failure(of: fixture.request(token, [proof])) == .invalidProof(.wrongTokenHash))
  }

  @Test func `Rule 12: a proof by another key than the token's is rejected`() async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token()
    let proof = try await fixture.proof(of: token, key: PrivateKey(generating: .es256))
    #expect(await fixture.failure(of: fixture.request(token, [proof])) == .invalidProof(.wrongKey))
  }

  @Test func `A proof is accepted once, and its repetition is rejected until it is too old`() async throws {
    let fixture = try ProofFixture()
    let token = try fixture.token()
    let request = fixture.request(token, [try await fixture.proof(of: token)])
    #expect(await fixture.failure(of: request) == nil)
    for second in [0, 30, 60] {
      fixture.time.withLock { $0 = Date(timeIntervalSince1970: 1_800_000_000 + Double(second)) }
      #expect(await fixture.failure(of: request) == .invalidProof(.replayed))
    }
    fixture.time.withLock { $0 = Date(timeIntervalSince1970: 1_800_000_061) }
    #expect(await fixture.failure(of: request) == .invalidProof(.tooOld))
  }

  @Test func `A proof with a critical header extension is rejected`() async throws {
    #expect(try await ProofFixture().failure(header: ["crit": ["x"], "x": 1]) == .invalidProof(.criticalHeader))
  }

  @Test(arguments: [SignatureAlgorithm.es384, .es512, .edDSA])
  func `Keys of other algorithms are accepted`(algorithm: SignatureAlgorithm) async throws {
    let fixture = try ProofFixture()
    let key = try PrivateKey(generating: algorithm)
    let token = try fixture.token(["cnf": ["jkt": .string(key.publicKey.thumbprint)]])
    let request = fixture.request(token, [try await fixture.proof(of: token, key: key)])
    #expect(await fixture.failure(of: request) == nil)
  }
}
