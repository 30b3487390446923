import AuthConfiguration
import AuthTesting
import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Hostile encrypted tokens` {
  private let key: DecryptionKey
  private let decryption: TokenDecryption

  init() throws {
    key = try DecryptionKey()
    decryption = try TokenDecryption(for: key)
  }

  private func rejection(_ token: String) -> TokenRejection? {
    do throws(TokenRejection) {
      _ = try decryption.decrypted(token)
      return nil
    } catch {
      return error
    }
  }

  private func token(_ header: [String: JSONValue]) throws -> String {
    var encrypter = TokenEncrypter(for: key.publicKey)
    encrypter.header = header
    return try encrypter.encrypt("a.b.c")
  }

  @Test func `Every changed character makes a token undecryptable or malformed`() throws {
    let token = try Array(token([:]).utf8)
    for index in token.indices {
      var changed = token
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(rejection(String(decoding: changed, as: UTF8.self)) != nil, "at \(index)")
    }
  }

  @Test func `Headers with extensions, compression, or other algorithms are rejected by name`() throws {
    #expect(rejection(try token(["crit": ["x"], "x": 1])) == .criticalHeader)
    #expect(rejection(try token(["zip": "DEF"])) == .malformed("its content is compressed"))
    for name in ["dir", "RSA1_5", "RSA-OAEP", "PBES2-HS256+A128KW", "A128KW", "ECDH-ES+A128KW", "none"] {
      #expect(rejection(try token(["alg": .string(name), "p2c": 2_000_000_000])) == .encryptionNotAllowed(name))
    }
    // The algorithm is allowed, but this client's key isn't an RSA key.
    #expect(rejection(try token(["alg": "RSA-OAEP-256"])) == .encryptionNotAllowed("RSA-OAEP-256"))
    #expect(rejection(try token(["enc": "A256CBC-HS512"])) == .encryptionNotAllowed("A256CBC-HS512"))
    #expect(rejection(try token(["cty": "text"])) == .malformed("its content isn't a JWT"))
    #expect(rejection(try token(["alg": 7])) != nil)
  }

  @Test func `A sender's key that isn't on the curve is rejected`() throws {
    let one = JSONValue.string(Base64URL.encode(Data(repeating: 1, count: 32)))
    for epk: JSONValue in [
      ["kty": "EC", "crv": "P-256", "x": one, "y": one], ["kty": "EC", "crv": "P-384", "x": one, "y": one],
      ["kty": "OKP", "crv": "X25519", "x": one], ["kty": "EC", "crv": "P-256", "x": "AQ", "y": "AQ"], "none", .null,
    ] {
      #expect(rejection(try token(["epk": epk])) == .undecryptable)
    }
  }

  @Test func `A sender's key of small order is rejected`() throws {
    let own = try DecryptionKey(pem: Secret(Curve25519.KeyAgreement.PrivateKey().pemRepresentation))
    var encrypter = TokenEncrypter(for: own.publicKey)
    encrypter.header = [
      "epk": ["kty": "OKP", "crv": "X25519", "x": .string(Base64URL.encode(Data(repeating: 0, count: 32)))]
    ]
    let token = try encrypter.encrypt("a.b.c")
    #expect(throws: TokenRejection.undecryptable) { try TokenDecryption(for: own).decrypted(token) }
  }

  @Test func `Wrong padding of an RSA key fails exactly as a wrong tag does`() throws {
    let rsa = try DecryptionKey(pem: Secret(_RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation))
    let decryption = try TokenDecryption(for: rsa)
    for content in TokenEncrypter.Content.allCases {
      var parts = try TokenEncrypter(for: rsa.publicKey, content: content).encrypt("a.b.c").split(separator: ".")
      parts[1] = Base64URL.encode(Data(repeating: 5, count: 256))[...]
      let token = parts.joined(separator: ".")
      #expect(throws: TokenRejection.undecryptable) { try decryption.decrypted(token) }
      parts[1] = "AA"
      let short = parts.joined(separator: ".")
      #expect(throws: TokenRejection.undecryptable) { try decryption.decrypted(short) }
    }
  }

  @Test func `Long tokens and tokens with other numbers of parts are rejected without decryption`() throws {
    let long = String(repeating: "A", count: 182_952)
    #expect(rejection(long) == .malformed("it doesn't have five parts"))
    #expect(rejection("\(long)A") == .malformed("it's longer than 182,952 bytes"))
    for text in ["", "....", "a.b.c", "a.b.c.d.e.f", String(repeating: ".", count: 1000)] {
      #expect(rejection(text) != nil)
    }
  }

  @Test func `A printed key shows nothing private`() throws {
    var dumped = ""
    dump(key, to: &dumped)
    let secret = key.pem.reveal().split(separator: "\n")[1]
    for text in ["\(key)", dumped] { #expect(!text.contains(secret)) }
  }

  @Test func `A key for signatures, with another public half, or without a private one isn't a decryption key`() throws
  {
    let jwk =
      #"{"kty":"EC","crv":"P-256","d":"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE","x":"MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4","y":"4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}"#
    let key = try DecryptionKey(jwk: Secret(jwk))
    #expect(key.publicKey.material["crv"] == "P-256")
    for wrong in [
      jwk.replacing("{", with: #"{"use":"sig","#), jwk.replacing("MKB", with: "MKC"),
      jwk.replacing(#""d""#, with: #""e""#), jwk.replacing("P-256", with: "P-521"), "{}", "",
    ] {
      #expect(throws: KeyFailure.self) { try DecryptionKey(jwk: Secret(wrong)) }
    }
  }
}
