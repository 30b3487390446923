import AuthConfiguration
import AuthTesting
import Crypto
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A hostile ID token` {
  private typealias Case = HostileToken
  private static let threeParts = TokenRejection.malformed("it doesn't have three parts")
  private static let badHeader = TokenRejection.malformed("the header isn't valid base64url")
  private static let badPayload = TokenRejection.malformed("the payload isn't valid base64url")
  private static let badSignature = TokenRejection.malformed("the signature isn't valid base64url")
  private static let noHeader = TokenRejection.malformed("the header isn't a JSON object")
  private static let noPayload = TokenRejection.malformed("the payload isn't a JSON object")
  private static let noAlgorithm = TokenRejection.malformed("the header's alg is missing")
  private static let noKeyID = TokenRejection.malformed("the header's kid isn't a string")

  private static let shapes: [Case] = [
    .text("an empty string", .missingIDToken) { _ in "" },
    .text("one part", threeParts) { _ in "a" },
    .text("two parts", threeParts) { $0.split(separator: ".").prefix(2).joined(separator: ".") },
    .text("four parts", threeParts) { $0 + ".AAAA" },
    .text("an empty fourth part", threeParts) { $0 + "." },
    .text("encrypted", .encrypted) { _ in "a.b.c.d.e" },
    .text("six parts", threeParts) { _ in "a.b.c.d.e.f" },
    .text("JSON serialization", threeParts) { _ in #"{"payload":"e30","signature":"AA"}"# },
    .text("longer than 128 KiB", .malformed("it's longer than 128 KiB")) {
      $0 + String(repeating: "A", count: 1 << 17)
    },
    .text("a leading space", badHeader) { " " + $0 },
    .text("a trailing line break", badSignature) { $0 + "\n" },
    .text("a bearer scheme", badHeader) { "Bearer " + $0 },
    .text("a fullwidth dot", threeParts) { $0.replacing(".", with: "\u{FF0E}") },
    .part(0, "padded header", badHeader) { $0 + "=" },
    .part(1, "padded payload", badPayload) { $0 + "==" },
    .part(2, "padded signature", badSignature) { $0 + "==" },
    .part(0, "classic base64 in the header", badHeader) { "+" + $0.dropFirst() },
    .part(2, "classic base64 in the signature", badSignature) { "/" + $0.dropFirst() },
    .part(2, "a missing character", badSignature) { String($0.dropLast()) },
    .part(2, "bits that no encoder produces", badSignature) { $0.replacingLast(with: "B") },
    .part(2, "a percent escape", badSignature) { "%41" + $0.dropFirst() },
    .part(0, "a NUL in the header", badHeader) { "\0" + $0 },
    .part(1, "an umlaut in the payload", badPayload) { "\u{E4}" + $0 },
    .part(0, "no header", noHeader) { _ in "" },
    .part(1, "no payload", .invalidSignature) { _ in "" },
    .part(2, "no signature", .invalidSignature) { _ in "" },
  ]

  private static let headers: [Case] = [
    .rawHeader("is a list", noHeader, "[]"),
    .rawHeader("is a string", noHeader, #""ES256""#),
    .rawHeader("is null", noHeader, "null"),
    .rawHeader("is truncated", noHeader, #"{"alg":"ES256""#),
    .rawHeader("names two algorithms", noHeader, #"{"alg":"none","kid":"key-1","alg":"ES256"}"#),
    .rawHeader("names the algorithm twice by an escape", noHeader, #"{"alg":"ES256","\u0061lg":"none"}"#),
    .rawHeader("is followed by another object", noHeader, #"{"alg":"ES256"}{}"#),
    .rawHeader("has a byte-order mark", noHeader, "\u{FEFF}{\"alg\":\"ES256\"}"),
    .rawHeader("is nested endlessly", noHeader, String(repeating: "[", count: 5000)),
    .rawHeader("names no algorithm", noAlgorithm, #"{"kid":"key-1"}"#),
    .rawHeader("has alg in capitals", noAlgorithm, #"{"ALG":"ES256"}"#),
    .rawHeader("has null as algorithm", noAlgorithm, #"{"alg":null}"#),
    .rawHeader("has a number as algorithm", noAlgorithm, #"{"alg":256}"#),
    .rawHeader("has a list of algorithms", noAlgorithm, #"{"alg":["ES256"]}"#),
    .rawHeader("has null as key ID", noKeyID, #"{"alg":"ES256","kid":null}"#),
    .rawHeader("has a number as key ID", noKeyID, #"{"alg":"ES256","kid":1}"#),
    .rawHeader("has an object as key ID", noKeyID, #"{"alg":"ES256","kid":{}}"#),
    .rawHeader("has an empty crit", .criticalHeader, #"{"alg":"ES256","kid":"key-1","crit":[]}"#),
    .rawHeader("has null as crit", .criticalHeader, #"{"alg":"ES256","kid":"key-1","crit":null}"#),
    .header("crit", .array([.string("exp")]), .criticalHeader),
    .header("crit", .array([.string("b64")]), .criticalHeader),
    .header("typ", .string("at+jwt"), .wrongTokenType("at+jwt")),
    .header("typ", .string("AT+JWT"), .wrongTokenType("AT+JWT")),
    .header("typ", .string("application/at+jwt"), .wrongTokenType("application/at+jwt")),
    .header("typ", .string("logout+jwt"), .wrongTokenType("logout+jwt")),
    .header("typ", .string("dpop+jwt"), .wrongTokenType("dpop+jwt")),
    .header("typ", .string("secevent+jwt"), .wrongTokenType("secevent+jwt")),
    .header("typ", .integer(1), .malformed("the header's typ isn't a string")),
    .header("typ", .string("jwt"), nil),
    .header("kid", .string("key-2"), .noMatchingKey),
    .header("kid", .string("KEY-1"), .noMatchingKey),
    .header("kid", .string("key-1 "), .noMatchingKey),
    .header("kid", .string(""), .noMatchingKey),
    .header("kid", .string("../../../../dev/null"), .noMatchingKey),
    .header("kid", .string("x' UNION SELECT 'key-1"), .noMatchingKey),
    .header("kid", .string("key\u{2011}1"), .noMatchingKey),
    .header("kid", .string(String(repeating: "k", count: 20_000)), .noMatchingKey),
    .header("cty", .string("JWT"), nil),
  ]

  private static let algorithms: [Case] = [
    "none", "None", "NONE", "nOnE", "", " ES256", "ES256 ", "es256", "Es256", "ES256K", "ES384", "ES512", "EdDSA",
    "Ed25519", "ES256\0", "RS256", "PS256", "RS1", "HS256", "HS384", "HS512", "A128KW", "dir", "\u{FF25}S256",
  ].map { .header("alg", .string($0), .algorithmNotAllowed($0)) }

  private static let forgeries: [Case] = [
    .forged("with another key that has the same key ID", .invalidSignature),
    .forged("without a key ID", .invalidSignature) { _ in ["kid": .null] },
    .forged("with its key in the header", .invalidSignature) { ["jwk": $0.jwk] },
    .forged("with its key's URL in the header", .invalidSignature) { _ in
      ["jku": .string("https://evil.example/keys")]
    },
    .forged("with a certificate's URL in the header", .invalidSignature) { _ in
      ["x5u": .string("https://evil.example/x.pem")]
    },
    .forged("with a certificate in the header", .invalidSignature) { _ in ["x5c": .array([.string("MIIB")])] },
    .forged("with a thumbprint in the header", .invalidSignature) { _ in ["x5t#S256": .string("AAAA")] },
    .forged(
      "with the client ID as a secret", .algorithmNotAllowed("HS256"),
      by: tokenSigner(.hs256, secret: "test-client")),
    .forged("with an empty secret", .algorithmNotAllowed("HS256"), by: tokenSigner(.hs256, secret: "")),
    .forged("with HMAC, labeled ES256", .invalidSignature, by: tokenSigner(.hs256, secret: "")) { _ in
      ["alg": .string("ES256")]
    },
    .forged("with EdDSA, labeled ES256", .invalidSignature, by: tokenSigner(.edDSA)) { _ in ["alg": .string("ES256")] },
    .forged("with ES384, labeled ES256", .invalidSignature, by: tokenSigner(.es384)) { _ in ["alg": .string("ES256")] },
    HostileToken("forged with the public key as a secret", .algorithmNotAllowed("HS256")) { script in
      let point =
        (script.tokenSigner.jwk.object?["x"]?.string ?? "") + (script.tokenSigner.jwk.object?["y"]?.string ?? "")
      let tokenSigner = tokenSigner(.hs256, secret: point)
      script.idToken = { _ in (try? tokenSigner.token(claims: [:])) ?? "" }
    },
    .part(2, "a signature of zeros (CVE-2022-21449)", .invalidSignature) { _ in
      Base64URL.encode(Data(repeating: 0, count: 64))
    },
    .part(2, "a signature of ones", .invalidSignature) { _ in Base64URL.encode(Data(repeating: 255, count: 64)) },
    .part(2, "a signature that is too short", .invalidSignature) { _ in
      Base64URL.encode(Data(repeating: 1, count: 63))
    },
    .part(2, "zeros after the signature", .invalidSignature) {
      Base64URL.encode((Base64URL.decode($0) ?? Data()) + Data([0, 0]))
    },
    .part(2, "the signature in X9.62 encoding", .invalidSignature) {
      let raw = Base64URL.decode($0).flatMap { try? P256.Signing.ECDSASignature(rawRepresentation: $0) }
      return Base64URL.encode(raw?.derRepresentation ?? Data())
    },
    .part(2, "r and s in the other order", .invalidSignature) {
      let raw = Base64URL.decode($0) ?? Data()
      return Base64URL.encode(raw.suffix(32) + raw.prefix(32))
    },
    .part(1, "another payload", .invalidSignature) { _ in Base64URL.encode(Data(#"{"sub":"admin"}"#.utf8)) },
    .part(0, "another header", .invalidSignature) { _ in Base64URL.encode(Data(#"{"alg":"ES256"}"#.utf8)) },
    .rawPayload("is a list", noPayload, Data("[]".utf8)),
    .rawPayload("is empty", noPayload, Data()),
    .rawPayload("isn't UTF-8", noPayload, Data([0x7B, 0xFF, 0x7D])),
    .rawPayload("has two sub claims", noPayload, Data(#"{"sub":"a","sub":"b"}"#.utf8)),
    .rawPayload("is nested too deeply", noPayload, Data(String(repeating: #"{"a":"#, count: 64).utf8)),
    .rawPayload("is compressed", noPayload, Data([0x1F, 0x8B, 8, 0])),
  ]

  private static func tokenSigner(_ algorithm: SignatureAlgorithm, secret: String = "") -> TokenSigner {
    (try? TokenSigner(algorithm, secret: Secret(secret))) ?? TokenSigner()
  }

  private static func wrong(_ name: String, _ expected: String) -> TokenRejection {
    .claim(.wrongClaimType(name, expected: expected))
  }

  private static let noTime = "a time in seconds since 1970"
  private static let now = Date().timeIntervalSince1970

  private static let claims: [Case] = [
    .claim("iss", .null, .claim(.missingClaim("iss"))), .claim("iss", .string(""), .issuerMismatch),
    .claim("iss", .array([.string("a")]), wrong("iss", "a string")), .claim("iss", .integer(5), .issuerMismatch),
    .claim("iss", .string("https://evil.example"), .issuerMismatch),
    HostileToken("iss with a trailing slash", .issuerMismatch) {
      $0.claims = { $0["iss"] = $0["iss"]?.string.map { .string($0 + "/") } }
    },
    HostileToken("iss in capitals", .issuerMismatch) {
      $0.claims = { $0["iss"] = $0["iss"]?.string.map { .string($0.uppercased()) } }
    },
    HostileToken("iss as the prefix of another host", .issuerMismatch) {
      $0.claims = { $0["iss"] = $0["iss"]?.string.map { .string($0 + ".evil.example") } }
    },
    HostileToken("iss with a user before the host", .issuerMismatch) {
      $0.claims = { $0["iss"] = $0["iss"]?.string.map { .string($0.replacing("//", with: "//a@")) } }
    },
    .claim("aud", .null, .audienceMismatch), .claim("aud", .string(""), .audienceMismatch),
    .claim("aud", .array([]), .audienceMismatch), .claim("aud", .object([:]), .audienceMismatch),
    .claim("aud", .integer(1), .audienceMismatch), .claim("aud", .string("TEST-CLIENT"), .audienceMismatch),
    .claim("aud", .string("test-client,other"), .audienceMismatch),
    .claim("aud", .string("test-client "), .audienceMismatch),
    .claim("aud", .array([.array([.string("test-client")])]), .audienceMismatch),
    .claim("aud", .array([.string("test-client"), .null]), .audienceMismatch),
    .claim("aud", .array([.string("test-client"), .string("x")]), .untrustedAudience("x")),
    .claim("aud", .array([.string("test-client")]), nil),
    .claim("azp", .string("other"), .audienceMismatch), .claim("azp", .integer(1), .audienceMismatch),
    .claim("azp", .array([.string("test-client")]), .audienceMismatch), .claim("azp", .string("test-client"), nil),
    HostileToken("azp is this client, aud isn't", .audienceMismatch) {
      $0.claims = { ($0["aud"], $0["azp"]) = (.string("other"), .string("test-client")) }
    },
    .claim("sub", .null, .claim(.missingClaim("sub"))), .claim("sub", .string(""), .claim(.missingClaim("sub"))),
    .claim("sub", .object([:]), wrong("sub", "a string")), .claim("sub", .bool(true), wrong("sub", "a string")),
    .claim("exp", .null, .claim(.missingClaim("exp"))), .claim("exp", .integer(0), .expired),
    .claim("exp", .number(now - 120), .expired), .claim("exp", .integer(-1), wrong("exp", noTime)),
    .claim("exp", .string("9999999999"), wrong("exp", noTime)), .claim("exp", .number(1e300), wrong("exp", noTime)),
    .claim("exp", .array([.number(now + 60)]), wrong("exp", noTime)),
    .claim("exp", .number((now - 70_000) * 1000), wrong("exp", noTime)),
    .claim("iat", .null, .claim(.missingClaim("iat"))), .claim("iat", .number(now + 3600), .notYetValid),
    .claim("iat", .string("1"), wrong("iat", noTime)), .claim("iat", .number(now - 604_800), .issuedTooLongAgo),
    .claim("iat", .integer(0), .issuedTooLongAgo), .claim("iat", .number(now - 43_200), nil),
    .claim("nbf", .number(now + 3600), .notYetValid), .claim("nbf", .string("1"), wrong("nbf", noTime)),
    .claim("nonce", .null, .nonceMismatch), .claim("nonce", .string(""), .nonceMismatch),
    .claim("nonce", .integer(1), .nonceMismatch), .claim("nonce", .array([]), .nonceMismatch),
    HostileToken("nonce in capitals", .nonceMismatch) {
      $0.claims = { $0["nonce"] = $0["nonce"]?.string.map { .string($0.uppercased()) } }
    },
    HostileToken("nonce with a trailing character", .nonceMismatch) {
      $0.claims = { $0["nonce"] = $0["nonce"]?.string.map { .string($0 + "A") } }
    },
    .claim("at_hash", .string("AAAAAAAAAAAAAAAAAAAAAA"), .hashMismatch("at_hash")),
    .claim("at_hash", .bool(true), .hashMismatch("at_hash")),
    .claim("c_hash", .string("AAAAAAAAAAAAAAAAAAAAAA"), .hashMismatch("c_hash")),
  ]

  @Test(arguments: shapes + headers + algorithms + forgeries + claims)
  func `Every hostile ID token is rejected for exactly the expected reason`(token: HostileToken) async throws {
    try await withScriptedProvider(.plain, script: token.script) { provider in
      let failure = await failure(of: try await provider.client().signIn(scopes: [], parameters: .init()))
      #expect(failure == token.verdict.map { .idToken($0) })
    }
  }
}
