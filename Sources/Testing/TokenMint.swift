import AuthRuntime
import Foundation

/// Makes signed tokens, right or wrong as a test wants.
public struct TokenMint: Sendable {
  private let key: SigningKey
  /// The `kid` of its key.
  public let keyID: String
  /// The algorithm that it signs with.
  public let algorithm: SignatureAlgorithm
  /// Which of the keys that are made already it has, if it has one of these.
  private let number: Int

  /// The algorithm whose keys take the least time to make.
  static let standardAlgorithm = SignatureAlgorithm.es256

  /// A mint that signs with ES256.
  public init(keyID: String = "key-1") {
    self.keyID = keyID
    number = 0
    algorithm = Self.standardAlgorithm
    key = SigningKey.p256()
  }

  /// A mint that signs with any algorithm.
  ///
  /// - Parameters:
  ///   - algorithm: What it signs with.
  ///   - keyID: The key's name.
  ///   - secret: The client's, which is the key of HMAC.
  /// - Throws: When no key can be made.
  public init(_ algorithm: SignatureAlgorithm, keyID: String = "key-1", secret: Secret = Secret("")) throws {
    self.keyID = keyID
    self.algorithm = algorithm
    number = 0
    key = try SigningKey(algorithm, secret: secret)
  }

  /// A mint whose key costs no time: an RSA key is one of a few that are made already.
  init(quickly algorithm: SignatureAlgorithm, keyID: String = "key-1", number: Int = 0) throws {
    self.keyID = keyID
    self.algorithm = algorithm
    self.number = number
    key =
      algorithm.facts.scheme.keyBits != nil
      ? try SigningKey.rsa(algorithm, TestKeys.rsa(number)) : try SigningKey(algorithm, secret: Secret(""))
  }

  /// A mint of the same algorithm with another key.
  func another(keyID: String) throws -> TokenMint {
    try TokenMint(quickly: algorithm, keyID: keyID, number: number + 1)
  }

  /// The public key as a member of a key set.
  public var jwk: JSONValue {
    let names: [String: JSONValue] = [
      "use": .string("sig"), "alg": .string(algorithm.rawValue), "kid": .string(keyID),
    ]
    return .object(key.members.merging(names) { $1 })
  }

  /// A token in compact form. `header` replaces single members of the usual header; `null` removes one.
  public func token(claims: [String: JSONValue], header changes: [String: JSONValue] = [:]) throws -> String {
    let usual: [String: JSONValue] = [
      "alg": .string(algorithm.rawValue), "typ": .string("JWT"), "kid": .string(keyID),
    ]
    let header = usual.merging(changes) { $1 }.filter { $0.value != .null }
    return try token(header: try JSONEncoder().encode(header), payload: try JSONEncoder().encode(claims))
  }

  /// A token of any bytes, rightly signed.
  public func token(header: Data, payload: Data) throws -> String {
    let input = Base64URL.encode(header) + "." + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(try key.sign(Data(input.utf8)))
  }
}
