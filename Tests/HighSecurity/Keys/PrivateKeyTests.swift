import AuthConfiguration
import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A client's private key` {
  /// RFC 7638 §3.1.
  @Test func `The thumbprint is that of the example in RFC 7638`() throws {
    let modulus = """
      0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3okn\
      jhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQv\
      RL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw
      """
    let key = try PublicKey([
      "kty": "RSA", "n": .string(modulus), "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ])
    #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    #expect(key.keyID == "2011-04-29")
  }

  @Test(arguments: [SignatureAlgorithm.es256, .es384, .es512, .edDSA])
  func `A generated key signs, and survives a round trip through PEM`(algorithm: SignatureAlgorithm) async throws {
    let key = try PrivateKey(generating: algorithm, keyID: "k1")
    let again = try PrivateKey(pem: key.pem, keyID: "k1")
    #expect(again.publicKey == key.publicKey)
    #expect(again.algorithm == algorithm)
    let token = try SignedToken(try await again.jwt(["sub": "ada"], header: ["kid": "k1"]).reveal())
    #expect((token.algorithm, token.keyID) == (algorithm.rawValue, "k1"))
    let published = try #require(JSONWebKey(.object(key.publicKey.jwk)))
    #expect(try await SignatureVerifier(published, algorithm: algorithm).accepts(token))
  }

  /// RFC 7515 Appendix A.3.
  @Test func `A JSON Web Key is read with its algorithm and key ID`() throws {
    let jwk = #"""
      {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      "d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI","alg":"ES256","kid":"a3"}
      """#
    let key = try PrivateKey(jwk: Secret(jwk))
    #expect((key.algorithm, key.publicKey.keyID) == (.es256, "a3"))
    #expect(key.publicKey.material["d"] == nil)
    let otherHalf = jwk.replacing("f83OJ3D2", with: "f83OJ3D3")
    #expect(throws: KeyFailure.self) { try PrivateKey(jwk: Secret(otherHalf)) }
  }

  @Test(arguments: [SignatureAlgorithm.rs256, .ps256])
  func `An RSA key signs with PKCS #1 or PSS`(algorithm: SignatureAlgorithm) async throws {
    let pem = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    let key = try PrivateKey(pem: Secret(pem), algorithm: algorithm)
    let token = try SignedToken(try await key.jwt([:], header: [:]).reveal())
    let published = try #require(JSONWebKey(.object(key.publicKey.jwk)))
    #expect(try await SignatureVerifier(published, algorithm: algorithm).accepts(token))
  }

  @Test(arguments: ["", "secret", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
  func `Text that isn't a private key is rejected`(text: String) {
    #expect(throws: KeyFailure.malformed) { try PrivateKey(pem: Secret(text)) }
    #expect(throws: KeyFailure.malformed) { try PrivateKey(jwk: Secret(text)) }
  }

  @Test func `A key can't sign with an algorithm of another key type`() throws {
    let pem = P256.Signing.PrivateKey().pemRepresentation
    #expect(throws: KeyFailure.unsuitable(.rs256)) { try PrivateKey(pem: Secret(pem), algorithm: .rs256) }
    #expect(throws: KeyFailure.unsuitable(.hs256)) { try PrivateKey(generating: .hs256) }
    #expect(throws: KeyFailure.unsupportedType("oct")) { try PrivateKey(jwk: Secret(#"{"kty":"oct","k":"AA"}"#)) }
  }

  @Test(
    arguments: [
      ["kty": "EC", "crv": "P-256", "x": "AQ"], ["kty": "RSA", "n": "AQ"], ["kty": "OKP", "crv": "Ed25519"],
      ["kty": "EC", "crv": "P-256", "x": "AQ", "y": 1], ["kty": "RSA", "n": ["AQ"], "e": "AQAB"],
      ["kty": "OKP", "crv": "Ed25519", "x": .null],
    ] as [[String: JSONValue]])
  func `A public key is malformed if one of its members is missing or isn't a string`(members: [String: JSONValue]) {
    #expect(throws: KeyFailure.malformed) { try PublicKey(members) }
  }

  @Test(arguments: [("EC", "P-384", "P-384"), ("OKP", "Ed25519", "Ed25519"), ("EC", "", "EC"), ("oct", "", "oct")])
  func `A key of another type or on another curve can't decrypt`(type: String, curve: String, shown: String) {
    let secret = Base64URL.encode(Data(repeating: 1, count: 32))
    let jwk = Secret(#"{"kty":"\#(type)","crv":"\#(curve)","d":"\#(secret)"}"#)
    #expect(throws: KeyFailure.unsupportedType(shown)) { try DecryptionKey(jwk: jwk) }
  }

  @Test func `A printed key shows its thumbprint and nothing private`() throws {
    let key = try PrivateKey()
    var dumped = ""
    dump(key, to: &dumped)
    let secret = key.pem.reveal().split(separator: "\n")[1]
    for text in ["\(key)", dumped] {
      #expect(!text.contains(secret))
      #expect(text.contains(key.publicKey.material["x"]?.string ?? "?") || text.contains(key.publicKey.thumbprint))
    }
  }
}
