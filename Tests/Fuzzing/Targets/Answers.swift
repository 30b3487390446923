import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime

/// Questions about tokens, keys, and strings that other implementations can also answer. `scripts/fuzz-differential` compares the
/// verdicts.
///
/// A question is a JSON object with `kind`, `input` in base64url, and for a token its `algorithm` and `key`. The verdict is `null` if
/// the input is rejected.
enum Answers {
  /// The verdict of this package on a question, in JSON.
  static func text(for question: String) async -> String {
    String(decoding: await answer(to: question).encoded, as: UTF8.self)
  }

  private static func answer(to line: String) async -> JSONValue {
    guard let question = JSONValue(parsing: Data(line.utf8))?.object, let kind = question["kind"]?.string,
      let input = question["input"]?.string.flatMap({ Base64URL.decode($0) })
    else { return .string("the question can't be read") }
    let text = String(decoding: input, as: UTF8.self)
    switch kind {
    case "json": return JSONValue(parsing: input).map { .object(["value": $0]) } ?? .null
    case "form": return form(input)
    case "url": return url(text)
    case "jws": return await signed(text, question)
    case "claims": return await claims(of: text)
    case "jwe": return encrypted(text, question)
    case "jwk": return await key(input, question)
    default: return .string("unknown kind")
    }
  }

  private static func form(_ input: Data) -> JSONValue {
    guard let text = String(validUTF8: input), let pairs = FormEncoding.decode(text) else { return .null }
    return .array(pairs.map { .array([.string($0.name), .string($0.value)]) })
  }

  private static func url(_ text: String) -> JSONValue {
    guard let url = try? SecureURL.parse(text), let host = try? url.checkedHost() else { return .null }
    var answer: [String: JSONValue] = ["host": .string(host.lowercased()), "scheme": .string(url.scheme ?? "")]
    answer["port"] = url.port.map { .integer(Int64($0)) }
    return .object(answer)
  }

  /// The claims of a signed token, verified with the caller's key. The header must state the caller's algorithm.
  private static func signed(_ text: String, _ question: [String: JSONValue]) async -> JSONValue {
    guard let name = question["algorithm"]?.string, let algorithm = SignatureAlgorithm(rawValue: name),
      let token = try? SignedToken(text), token.algorithm == algorithm.rawValue,
      let verifier = await verifier(algorithm, question), verifier.accepts(token), let claims = try? token.claims()
    else { return .null }
    return .object(["claims": .object(claims)])
  }

  /// The claims of an ID token that's valid at the fixed time of ``Fixture``.
  private static func claims(of text: String) async -> JSONValue {
    let claims = try? await Fixture.tokenVerifier.verify(Secret(text), expecting: .init())
    return claims.map { .object($0.all) } ?? .null
  }

  private static func verifier(
    _ algorithm: SignatureAlgorithm, _ question: [String: JSONValue]
  ) async -> SignatureVerifier? {
    if let secret = question["secret"]?.string {
      return await SignatureVerifier(secret: Data(secret.utf8), algorithm: algorithm)
    }
    guard let key = question["key"].flatMap(JSONWebKey.init), key.fits(algorithm) else { return nil }
    return try? await SignatureVerifier(key, algorithm: algorithm)
  }

  private static func encrypted(_ text: String, _ question: [String: JSONValue]) -> JSONValue {
    var rules = ProviderConfiguration.EncryptionRules()
    rules.key = "{settings.key}"
    let values = TemplateValues(Fixture.configuration, now: { Fixture.now })
      .adding("settings.key", question["secret"]?.string)
    guard let decryption = try? TokenDecryption(rules, values), let content = try? decryption.decrypted(text) else {
      return .null
    }
    return .object(["content": .string(content)])
  }

  /// Whether a published key can verify signatures with an algorithm.
  private static func key(_ input: Data, _ question: [String: JSONValue]) async -> JSONValue {
    guard let name = question["algorithm"]?.string, let algorithm = SignatureAlgorithm(rawValue: name),
      let key = JSONValue(parsing: input).flatMap(JSONWebKey.init), await key.canVerify(algorithm)
    else { return .null }
    return .bool(true)
  }
}
