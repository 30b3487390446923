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
  func `A key isn't used for a purpose or an algorithm that it isn't meant for`(
    changes: [String: JSONValue]
  ) async throws {
    #expect(!fits(changes))
    let canVerify = await JSONWebKey(tokenSigner.jwk.with(changes))?.canVerify(.es256)
    #expect(canVerify != true)
  }

  @Test(
    arguments: [
      ["d": "AAAA"], ["kid": 1], ["use": ["sig"]], ["alg": 256], ["crv": 256], ["issuer": 1], ["key_ops": "verify"],
      ["key_ops": ["verify", 1]],
    ] as [[String: JSONValue]])
  func `A key with its private part, or with a member of the wrong type, isn't read`(changes: [String: JSONValue]) {
    #expect(JSONWebKey(tokenSigner.jwk) != nil)
    #expect(JSONWebKey(tokenSigner.jwk.with(changes)) == nil)
  }

  @Test func `Two keys are the same if their types and their members are`() throws {
    let key = try #require(JSONWebKey(tokenSigner.jwk))
    for (changes, isSame) in [
      (["kid": "key-2", "use": .null], true), (["kty": "OKP"], false), (["x": "AAAA"], false),
    ] as [([String: JSONValue], Bool)] {
      let other = try #require(JSONWebKey(tokenSigner.jwk.with(changes)))
      #expect(key.hasMaterial(of: other) == isSame)
    }
  }

  @Test(arguments: [31, 32, 33])
  func `A coordinate has exactly the length of its curve`(length: Int) throws {
    let x = JSONValue.string(Base64URL.encode(Data(repeating: 1, count: length)))
    let key = try #require(JSONWebKey(tokenSigner.jwk.with(["x": x])))
    let point = try? key.point(on: .p256)
    #expect((point != nil) == (length == 32))
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

  @Test func `A list with an element that isn't a string, and a URL without a scheme, are reported`() throws {
    let claims = try AuthRuntime.Claims(Self.complete.merging(["list": ["a", [:]], "page": "/a"]) { $1 })
    #expect(throws: ClaimFailure.wrongClaimType("list", expected: "a list of strings")) {
      try claims.optional("list") as [String]?
    }
    #expect(throws: ClaimFailure.wrongClaimType("page", expected: "an absolute URL")) {
      try claims.optional("page") as URL?
    }
  }

  private static let complete: [String: JSONValue] = ["iss": "i", "sub": "s", "exp": 1, "iat": 1]

  @Test(arguments: ["iss", "sub", "exp", "iat"])
  func `An ID token needs its issuer, its subject, and its times`(name: String) throws {
    _ = try AuthRuntime.Claims(Self.complete)
    var claims = Self.complete
    claims[name] = .null
    #expect(throws: ClaimFailure.missingClaim(name)) { try AuthRuntime.Claims(claims) }
    claims[name] = nil
    #expect(throws: ClaimFailure.missingClaim(name)) { try AuthRuntime.Claims(claims) }
  }

  @Test(
    arguments: [
      ("iss", ["i"], "a string"), ("sub", 7, "a string"), ("sub", ["s"], "a string"),
      ("exp", "1", "a time in seconds since 1970"), ("exp", -1, "a time in seconds since 1970"),
      ("exp", 253_402_300_800, "a time in seconds since 1970"),
      ("iat", "2026-01-01T00:00:00Z", "a time in seconds since 1970"),
      ("iat", .number(-0.5), "a time in seconds since 1970"), ("iat", .number(1e300), "a time in seconds since 1970"),
    ] as [(String, JSONValue, String)])
  func `A standard claim of an ID token with the wrong type is reported`(
    name: String, value: JSONValue, expected: String
  ) {
    let claims = Self.complete.merging([name: value]) { $1 }
    #expect(throws: ClaimFailure.wrongClaimType(name, expected: expected)) { try AuthRuntime.Claims(claims) }
  }

  @Test func `An empty subject identifies no user`() {
    let claims = Self.complete.merging(["sub": ""]) { $1 }
    #expect(throws: ClaimFailure.missingClaim("sub")) { try AuthRuntime.Claims(claims) }
  }
}
