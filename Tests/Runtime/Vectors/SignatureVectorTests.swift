import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

/// Every curve and algorithm in them is one that jwt-kit has, so none is left out for that. What jwt-kit lets pass and
/// these refuse is this library's own to see: `kid`, `use`, `alg` and `key_ops`, base64url that no encoder writes, names
/// that two keys share, secrets among public keys (`KeySet`), short secrets (`SignatureVerifier`), RSA keys that are weak
/// (`RSAKeyPolicy`).
///
/// Without the folder of vectors this suite is reported as skipped, never as passed.
@Suite(.enabled(if: Vectors.areThere, "\(Vectors.absence)"))
struct `Published test vectors` {
  /// Where the vectors' README says that the label is wrong: PS384 with a key for PS256, a key for the unknown ES521,
  /// the plain valid token called invalid, and `?` inside base64url called valid.
  private static let wronglyLabelled: Set<Int64> = [346, 347, 350, 351, 367, 370, 372, 373]

  private static let signatures = Vector.wycheproof("json_web_signature_test.json", without: wronglyLabelled)
  private static let keys = Vector.wycheproof("json_web_key_test.json")
  private static let mixed = Vector.wycheproof("json_web_crypto_test.json")

  @Test func `are all there`() {
    #expect(Self.signatures.count == 393)
    #expect(Self.keys.count == 26)
    #expect(Self.mixed.count == 49)
    #expect(Self.examples.count == 50)
    #expect(Self.cookbook.count == 7)
  }

  @Test(arguments: signatures)
  func `of signatures (Wycheproof)`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test(arguments: keys)
  func `of keys (Wycheproof)`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test(arguments: mixed)
  func `of both (Wycheproof)`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test(arguments: examples)
  func `of the RFCs, and what is left of them after a change`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test(arguments: cookbook)
  func `of the JOSE cookbook (RFC 7520, 7797 and 8037)`(vector: Vector) async throws {
    #expect(await accepts(vector) == vector.isValid)
  }

  @Test func `of hashes in ID tokens, and of PKCE`() throws {
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
  fileprivate static let specified = (Vectors.json("rfc/rfc_vectors.json")?.object?["vectors"]?.array ?? [])
    .compactMap(\.object)

  /// Signed ones; proofs of possession (RFC 9449) as far as their signature goes. Thumbprints are nothing this library
  /// makes.
  fileprivate static let examples = specified.compactMap { example -> Vector? in
    guard let token = example["jws"]?.string else { return nil }
    return Vector(
      name: example["id"]?.string ?? "", keys: [example["jwk"] ?? .null], token: token,
      isValid: example["result"] == .string("valid"))
  }

  /// Those in compact form. Two are valid, and not for ID tokens: one has its payload elsewhere (RFC 7515 appendix F),
  /// one a payload that is not encoded (RFC 7797), which only a `crit` that nobody here understands can say.
  fileprivate static let cookbook = [
    Vectors.files("cookbook/jws"), Vectors.files("cookbook/rfc7797"), ["cookbook/curve25519/jws.json"],
  ]
  .joined().compactMap { file -> Vector? in
    let example = Vectors.json(file)?.object
    guard let key = example?["input"]?.object?["key"], let token = example?["output"]?.object?["compact"]?.string
    else { return nil }
    let isElsewhere = file.contains("detached") || file.contains("b64_false")
    return Vector(name: file, keys: [key], token: token, isValid: !isElsewhere)
  }

  /// Whether the token's signature is accepted, with every algorithm allowed: what fits whom is for the keys to say.
  fileprivate func accepts(_ vector: Vector) async -> Bool {
    let isSecret = vector.keys.allSatisfy { $0.object?["kty"] == .string("oct") }
    return isSecret ? await acceptsCode(vector) : await acceptsSignature(vector)
  }

  private func acceptsSignature(_ vector: Vector) async -> Bool {
    // Examples show private keys, too; published ones are refused.
    let keys = vector.keys.map { key in JSONValue.object((key.object ?? [:]).filter { $0.key != "d" }) }
    let desk = try? TokenDesk(algorithms: SignatureAlgorithm.allCases) { _ in .keySet(keys) }
    guard let desk, let token = try? SignedToken(vector.token) else { return false }
    return (try? await desk.verifier.signatures.check(token)) != nil
  }

  /// A client has one secret, and no set of them: the one that the token names stands for it here.
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
