import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

/// jwt-kit implements every curve and algorithm of these vectors. This library itself checks what jwt-kit accepts and
/// the vectors reject: `kid`, `use`, `alg`, and `key_ops`, base64url that no encoder produces, key IDs that two keys
/// share, secrets among public keys (`KeySet`), short secrets (`SignatureVerifier`) and weak RSA keys (`RSAKeyPolicy`).
@Suite struct `Published test vectors` {
  /// Tests with a wrong label: a PS384 token with a key for PS256, a key for the unknown ES521, the plain valid token
  /// labeled invalid, and `?` inside base64url labeled valid.
  private static let wronglyLabeled: Set = [346, 347, 350, 351, 367, 370, 372, 373]

  private static let signatures = Vector.tokens("wycheproof/json_web_signature", without: wronglyLabeled)
  private static let keys = Vector.tokens("wycheproof/json_web_key")
  private static let mixed = Vector.tokens("wycheproof/json_web_crypto")

  @Test func `All published test vectors are present`() {
    #expect(Self.signatures.count == 393)
    #expect(Self.keys.count == 26)
    #expect(Self.mixed.count == 49)
    #expect(Self.examples.count == 50)
    #expect(Self.cookbook.count == 7)
    #expect(Vectors.values("cookbook/keys").count == 4)
  }

  @Test(arguments: signatures)
  func `Test vectors of signatures (Wycheproof)`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test(arguments: keys)
  func `Test vectors of keys (Wycheproof)`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test(arguments: mixed)
  func `Test vectors of signatures and keys (Wycheproof)`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test(arguments: examples)
  func `Signed examples of the RFCs, unchanged and changed`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test(arguments: cookbook)
  func `Examples of the JOSE cookbook (RFC 7520, 7797, and 8037)`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test func `Keys of the JOSE cookbook (RFC 7520): public keys verify their algorithm, secrets verify none`()
    async throws
  {
    let keys = Vectors.values("cookbook/keys").compactMap(JSONWebKey.init)
    try #require(keys.count == 4)
    var algorithms: [[SignatureAlgorithm]] = []
    for key in keys {
      var usable: [SignatureAlgorithm] = []
      for algorithm in SignatureAlgorithm.allCases where await key.canVerify(algorithm) { usable.append(algorithm) }
      algorithms.append(usable)
    }
    #expect(algorithms[0] == [.es512])
    #expect(Set(algorithms[1]) == [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512])
    #expect(algorithms[2...] == [[], []])
  }

  @Test func `Examples of hashes in ID tokens and of PKCE`() throws {
    for example in Self.specified {
      switch example["kind"] {
      case .string("half_hash"):
        let algorithm = try #require(SignatureAlgorithm(rawValue: example["alg"]?.string ?? ""))
        let input = try #require(example["input"]?.string)
        #expect(HalfHash.of(input, signedWith: algorithm) == example["hash"]?.string)
      case .string("pkce"):
        let verifier = try #require(example["verifier"]?.string)
        #expect(PKCE(codeVerifier: Secret(verifier))?.codeChallenge == example["challenge"]?.string)
      default: continue
      }
    }
  }
}

extension `Published test vectors` {
  fileprivate static let specified = Vectors.values("rfc/examples").compactMap(\.object)

  /// Signed examples. For proofs of possession (RFC 9449), only the signature is checked.
  fileprivate static let examples = specified.compactMap { example -> Vector? in
    guard let token = example["jws"]?.string else { return nil }
    return Vector(
      name: example["id"]?.string ?? "", keys: [example["jwk"] ?? .null], token: token,
      isValid: example["valid"] == .bool(true))
  }

  /// Examples in compact form. Two are valid, but not as ID tokens: one has a detached payload (RFC 7515 appendix F), one
  /// has an unencoded payload (RFC 7797), which needs a `crit` that this library doesn't support.
  fileprivate static let cookbook = Vector.tokens("cookbook/signatures").map { vector in
    let isUnsupported = vector.name.contains("detached") || vector.name.contains("b64_false")
    return Vector(name: vector.name, keys: vector.keys, token: vector.token, isValid: vector.isValid && !isUnsupported)
  }

  /// Whether the token's signature is accepted if every algorithm is allowed. The keys restrict the algorithms.
  fileprivate func accepts(_ vector: Vector) async -> Bool {
    let isSecret = vector.keys.allSatisfy { $0.object?["kty"] == .string("oct") }
    return isSecret ? await acceptsCode(vector) : await acceptsSignature(vector)
  }

  private func acceptsSignature(_ vector: Vector) async -> Bool {
    let fixture = try? VerifierFixture(algorithms: SignatureAlgorithm.allCases) { _ in .keySet(vector.keys) }
    guard let fixture, let token = try? SignedToken(vector.token) else { return false }
    return (try? await fixture.verifier.signatures.check(token)) != nil
  }

  /// A client has one secret, not a set of secrets. Here it is the key that the token names.
  private func acceptsCode(_ vector: Vector) async -> Bool {
    guard let token = try? SignedToken(vector.token), let algorithm = SignatureAlgorithm(rawValue: token.algorithm),
      algorithm.isSymmetric
    else { return false }
    let named = vector.keys.compactMap(\.object).filter { key in
      (token.keyID == nil || key["kid"]?.string == token.keyID)
        && (key["alg"] == nil || key["alg"]?.string == algorithm.rawValue)
    }
    guard named.count == 1, let secret = named[0]["k"]?.string.flatMap(Base64URL.decode) else { return false }
    return await SignatureVerifier(secret: secret, algorithm: algorithm)?.accepts(token) ?? false
  }
}
