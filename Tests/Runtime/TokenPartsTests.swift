import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Keys` {
  private let tokenSigner = TokenSigner()

  /// Whether the key, with some members changed, may verify ES256.
  private func fits(_ changes: [String: JSONValue]) -> Bool {
    let members = tokenSigner.jwk.object?.merging(changes) { $1 } ?? [:]
    return JSONWebKey(.object(members.filter { $0.value != .null }))?.fits(.es256) ?? false
  }

  @Test func `A key without restrictions verifies tokens of its type`() {
    #expect(fits([:]))
    #expect(fits(["use": .null, "alg": .null]))
    #expect(fits(["key_ops": .array([.string("verify")])]))
  }

  @Test(arguments: [
    ["use": JSONValue.string("enc")], ["alg": .string("ES384")], ["alg": .string("RS256")], ["kty": .string("RSA")],
    ["crv": .string("P-384")], ["key_ops": .array([.string("sign")])], ["kty": .null],
  ])
  func `A key isn't used for a purpose or an algorithm that it isn't meant for`(changes: [String: JSONValue]) {
    #expect(!fits(changes))
  }

  @Test func `A malformed key verifies nothing`() async throws {
    let token = try SignedToken(tokenSigner.token(claims: [:]))
    for changes in [["x": JSONValue.string("AA")], ["y": .null], ["x": .string("!")]] {
      let members = try #require(tokenSigner.jwk.object).merging(changes) { $1 }
      let key = try #require(JSONWebKey(.object(members)))
      #expect(await !key.canVerify(.es256))
    }
    let right = try #require(JSONWebKey(tokenSigner.jwk))
    #expect(try await SignatureVerifier(right, algorithm: .es256).accepts(token))
  }
}

@Suite struct `Base64url` {
  @Test(arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("\u{3FF}~", "z79-")])
  func `Base64url encoding and decoding round-trip`(text: String, encoded: String) {
    #expect(Base64URL.encode(Data(text.utf8)) == encoded)
    #expect(Base64URL.decode(encoded) == Data(text.utf8))
  }

  @Test(arguments: ["Zg==", "Zh", "Z", "Zm9v\n", "Zm+v", "Zm/v", "Zm 9v", "Zm9vä"])
  func `Every other base64 encoding is rejected`(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }
}

@Suite struct `Claims of a token` {
  private let claims = try? AuthRuntime.Claims([
    "iss": .string("i"), "sub": .string("s"), "exp": .integer(1), "iat": .number(0.5), "number": .integer(7),
    "text": .string("t"), "yes": .string("true"), "list": .array([.string("a")]), "null": .null, "object": .object([:]),
  ])

  @Test func `Claims are converted to the requested type`() throws {
    let claims = try #require(claims)
    #expect(try claims.required("number") == 7)
    #expect(try claims.required("number") == "7")
    #expect(try claims.required("yes") == true)
    #expect(try claims.required("list") == ["a"])
    #expect(try claims.optional("null") == String?.none)
    #expect(claims["null"] == nil && claims["nowhere"] == nil && claims["text"] == .string("t"))
    #expect(claims.issuedAt == Date(timeIntervalSince1970: 0.5))
  }

  @Test func `A missing claim or one of the wrong type is reported`() throws {
    let claims = try #require(claims)
    #expect(throws: ClaimFailure.missingClaim("nowhere")) { try claims.required("nowhere") as String }
    #expect(throws: ClaimFailure.missingClaim("null")) { try claims.required("null") as String }
    #expect(throws: ClaimFailure.wrongClaimType("object", expected: "a string")) {
      try claims.optional("object") as String?
    }
    #expect(throws: ClaimFailure.wrongClaimType("text", expected: "a list of strings")) {
      try claims.optional("text") as [String]?
    }
  }
}
