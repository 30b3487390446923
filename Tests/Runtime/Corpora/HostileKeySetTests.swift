import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A response at the URL of the keys, and the expected failure of a sign-in.
struct HostileKeySet: Sendable, CustomTestStringConvertible {
  let name: String
  let verdict: StepFailure?
  let response: @Sendable (TokenSigner) -> ScriptedResponse
  var algorithm = SignatureAlgorithm.es256
  var header: [String: JSONValue] = [:]

  init(_ name: String, _ verdict: StepFailure?, _ response: @escaping @Sendable (TokenSigner) -> ScriptedResponse) {
    (self.name, self.verdict, self.response) = (name, verdict, response)
  }

  var testDescription: String { name }

  /// The valid key with changed members. `null` removes a member.
  static func key(
    _ name: String, _ verdict: TokenRejection?, _ changes: [String: JSONValue],
    _ algorithm: SignatureAlgorithm = .es256
  ) -> HostileKeySet {
    var result = keys(name, verdict) { [$0.jwk.with(changes)] }
    result.algorithm = algorithm
    return result
  }

  static func keys(
    _ name: String, _ verdict: TokenRejection?, _ keys: @escaping @Sendable (TokenSigner) -> [JSONValue]
  ) -> HostileKeySet {
    HostileKeySet(name, verdict.map { .idToken($0) }) { tokenSigner in
      let body = try? JSONEncoder().encode(["keys": JSONValue.array(keys(tokenSigner))])
      return .json(String(decoding: body ?? Data(), as: UTF8.self))
    }
  }

  /// This key set with a token without a key ID.
  var nameless: HostileKeySet {
    var result = self
    result.header = ["kid": .null]
    return result
  }
}

extension JSONValue {
  func with(_ changes: [String: JSONValue]) -> JSONValue {
    .object((object ?? [:]).merging(changes) { $1 }.filter { $0.value != .null })
  }
}

@Suite struct `A hostile key set` {
  private typealias Case = HostileKeySet
  private static let other = TokenSigner()
  /// An RSA key whose modulus has this many bits. It isn't a product of known primes.
  private static func rsa(bits: Int, last: UInt8 = 1, e: String = "AQAB") -> [String: JSONValue] {
    var modulus = [UInt8](repeating: 0xA5, count: bits / 8)
    modulus[modulus.count - 1] = last
    return ["n": .string(Base64URL.encode(modulus)), "e": .string(e)]
  }

  private static func response(_ name: String, _ verdict: StepFailure?, _ response: ScriptedResponse) -> Case {
    Case(name, verdict) { _ in response }
  }

  private static let place = Endpoint.keys

  private static let responses: [Case] = [
    response("missing", .response(.unexpectedStatus(404, endpoint: place)), ScriptedResponse(404)),
    response("a server error", .response(.unexpectedStatus(500, endpoint: place)), .json("{}", status: 500)),
    response("too many requests", .response(.rateLimited(retryAfter: nil, endpoint: .keys)), .json("{}", status: 429)),
    response(
      "a redirect", .response(.redirected(endpoint: place, status: 302)), .redirect(to: "https://evil.example/")),
    response("an empty body", .response(.notJSON(endpoint: place, status: 200)), .json("")),
    response("an HTML page", .response(.notJSON(endpoint: place, status: 200)), .html("<html>")),
    response("a list", .response(.notJSON(endpoint: place, status: 200)), .json("[]")),
    response("a repeated member", .response(.notJSON(endpoint: place, status: 200)), .json(#"{"keys":[],"keys":[]}"#)),
    response(
      "endless nesting", .response(.notJSON(endpoint: place, status: 200)),
      .json(#"{"keys":"# + String(repeating: "[", count: 10_000))),
    response("no keys", .response(.missingField("keys", endpoint: place, status: 200)), .json("{}")),
    response("a string", .response(.missingField("keys", endpoint: place, status: 200)), .json(#"{"keys":"all"}"#)),
    response("an object", .response(.missingField("keys", endpoint: place, status: 200)), .json(#"{"keys":{}}"#)),
    response("an empty list", .idToken(.noMatchingKey), .json(#"{"keys":[]}"#)),
    response("members that aren't keys", .idToken(.noMatchingKey), .json(#"{"keys":[1,null,"a",[],{},{"kty":1}]}"#)),
    response(
      "larger than 1 MiB", .response(.tooLarge(endpoint: place, limit: 1 << 20)),
      .json(#"{"keys":["# + String(repeating: " ", count: 1 << 20) + "]}")),
  ]

  private static let members: [Case] = [
    .key("a valid key", nil, [:]), .key("without restrictions", nil, ["use": .null, "alg": .null]),
    .key("of an unknown type", .noMatchingKey, ["kty": .string("AKP")]),
    .key("of the type oct", .noMatchingKey, ["kty": .string("oct"), "k": .string("AAAA")]),
    .key("with a type in lowercase", .noMatchingKey, ["kty": .string("ec")]),
    .key("for encryption", .noMatchingKey, ["use": .string("enc")]),
    .key("for an unknown use", .noMatchingKey, ["use": .string("SIG")]),
    .key("with a use that isn't a string", .noMatchingKey, ["use": .integer(1)]),
    .key("for another algorithm", .noMatchingKey, ["alg": .string("ES384")]),
    .key("for an algorithm that doesn't exist", .noMatchingKey, ["alg": .string("ES521")]),
    .key("with an algorithm that isn't a string", .noMatchingKey, ["alg": .array([.string("ES256")])]),
    .key("only for signing", .noMatchingKey, ["key_ops": .array([.string("sign")])]),
    .key("without operations", .noMatchingKey, ["key_ops": .array([])]),
    .key("with operations that aren't a list", .noMatchingKey, ["key_ops": .string("verify")]),
    .key("with operations that aren't strings", .noMatchingKey, ["key_ops": .array([.string("verify"), .integer(1)])]),
    .key("for verifying", nil, ["key_ops": .array([.string("verify")])]),
    .key("with its private part", .noMatchingKey, ["d": .string("AAAA")]),
    .key("with a key ID that isn't a string", .noMatchingKey, ["kid": .integer(1)]),
    .key("with another key ID", .noMatchingKey, ["kid": .string("key-2")]),
    .key("without a key ID", .noMatchingKey, ["kid": .null]),
    .key("without a key ID, as in the token", nil, ["kid": .null]).nameless,
    .key("on another curve", .noMatchingKey, ["crv": .string("P-384")]),
    .key("on secp256k1", .noMatchingKey, ["crv": .string("secp256k1")]),
    .key("without a curve", .noMatchingKey, ["crv": .null]),
    .key("with a point off the curve", .noMatchingKey, ["y": .string(Base64URL.encode(Data(repeating: 1, count: 32)))]),
    .key("with the point at infinity", .noMatchingKey, zeros),
    .key("with a short coordinate", .noMatchingKey, ["x": .string("AAAA")]),
    .key("with a padded coordinate", .noMatchingKey, ["x": .string(String(repeating: "A", count: 43) + "=")]),
    .key("without a coordinate", .noMatchingKey, ["y": .null]),
    .key("with an invalid certificate", nil, ["x5c": .array([.string("AAAA")]), "x5t": .integer(1)]),
    .key("of Ed25519, with a short x", .noMatchingKey, ["x": .string("AAAA")], .edDSA),
    .key("of Ed448", .noMatchingKey, ["crv": .string("Ed448")], .edDSA),
    .key("of X25519", .noMatchingKey, ["crv": .string("X25519")], .edDSA),
    .key("of RSA, 1024 bits", .noMatchingKey, rsa(bits: 1024), .rs256),
    .key("of RSA, 2040 bits", .noMatchingKey, rsa(bits: 2040), .rs256),
    .key("of RSA, 2048 bits of another key", .invalidSignature, rsa(bits: 2048), .rs256),
    .key("of RSA, 16392 bits", .noMatchingKey, rsa(bits: 16_392), .rs256),
    .key("of RSA, a million bits", .noMatchingKey, rsa(bits: 1_000_000), .rs256),
    .key("of RSA, an even modulus", .noMatchingKey, rsa(bits: 2048, last: 2), .rs256),
    .key("of RSA, exponent 1", .noMatchingKey, ["e": .string("AQ")], .rs256),
    .key("of RSA, exponent 2", .noMatchingKey, ["e": .string("Ag")], .rs256),
    .key("of RSA, exponent 3", .noMatchingKey, ["e": .string("Aw")], .rs256),
    .key("of RSA, exponent 0", .noMatchingKey, ["e": .string("AA")], .rs256),
    .key("of RSA, an even exponent", .noMatchingKey, ["e": .string("AQAC")], .rs256),
    .key("of RSA, an exponent of 64 bits", .noMatchingKey, ["e": .string("_________8")], .rs256),
    .key("of RSA, without an exponent", .noMatchingKey, ["e": .null], .rs256),
    .key("of RSA, the modulus in classic base64", .noMatchingKey, ["n": .string("+/+/")], .rs256),
    .key("of RSA for RS256, and a token of PS256", .noMatchingKey, ["alg": .string("RS256")], .ps256),
    .key("of RSA without an algorithm, and a token of PS256", nil, ["alg": .null], .ps256),
  ]

  private static let zeros: [String: JSONValue] = {
    let zero = JSONValue.string(Base64URL.encode(Data(repeating: 0, count: 32)))
    return ["x": zero, "y": zero]
  }()

  /// The key with `null` for these members.
  private static func nulling(_ names: [String], _ key: JSONValue) -> JSONValue {
    .object((key.object ?? [:]).merging(names.map { ($0, JSONValue.null) }) { $1 })
  }

  private static let sets: [Case] = [
    .keys("null for the restrictions of a key", nil) { [nulling(["use", "alg", "key_ops"], $0.jwk)] },
    .keys("null for a restriction and for the key ID", .noMatchingKey) { [nulling(["kid", "use"], $0.jwk)] },
    .keys("null for the key ID, and a token without one", nil) { [nulling(["kid", "use"], $0.jwk)] }.nameless,
    .keys("null for a curve", .noMatchingKey) { [nulling(["crv"], $0.jwk)] },
    .keys("a secret with the same key ID", nil) { [$0.jwk.with(["kty": .string("oct")]), $0.jwk] },
    .keys("unknown keys around the right one", nil) { [.object(["kty": .string("new")]), $0.jwk, .null] },
    .keys("the same key twice", nil) { [$0.jwk, $0.jwk] },
    .keys("another key with the same key ID", .ambiguousKey) { [other.jwk, $0.jwk] },
    .keys("another key with the same key ID after it", .ambiguousKey) { [$0.jwk, other.jwk] },
    .keys("another key with the same key ID, for encryption", nil) {
      [other.jwk.with(["use": .string("enc")]), $0.jwk]
    },
    .keys("two keys, and a token without a key ID", .ambiguousKey) { [other.jwk, $0.jwk] }.nameless,
    .keys("ten keys, and a token without a key ID", .ambiguousKey) { many(9) + [$0.jwk] }.nameless,
    .keys("a hundred keys", nil) { many(99) + [$0.jwk] },
    .keys("a hundred and one keys", .noMatchingKey) { many(100) + [$0.jwk] },
  ]

  private static func many(_ count: Int) -> [JSONValue] {
    (0..<count).map { TokenSigner(keyID: "other-\($0)").jwk }
  }

  @Test(arguments: responses + members + sets)
  func `Every hostile key set causes exactly the expected failure, or none`(row: HostileKeySet) async throws {
    let tokenSigner = try TokenSigner(row.algorithm)
    let response = row.response(tokenSigner)
    let script = ScriptedProvider.Script {
      ($0.tokenSigner, $0.header) = (tokenSigner, row.header)
      $0.instead = { $0.path == "/keys" ? response : nil }
    }
    try await withScriptedProvider(.plain.with { $0.idToken?.algorithms = [row.algorithm] }, script: script) {
      provider in
      let failure = await failure(of: try await provider.client().signIn(scopes: [], parameters: .init()))
      #expect(failure == row.verdict)
    }
  }
}
