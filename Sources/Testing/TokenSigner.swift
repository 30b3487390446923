import AuthRuntime
import Foundation

/// Creates signed tokens, valid or invalid.
public struct TokenSigner: Sendable {
  private let key: SigningKey
  /// The key's ID (`kid`).
  public let keyID: String
  /// The signature algorithm.
  public let algorithm: SignatureAlgorithm
  /// The number of its pregenerated key, if it has one.
  private let number: Int

  /// The algorithm whose keys are fastest to generate.
  static let standardAlgorithm = SignatureAlgorithm.es256

  /// Creates a signer that signs with ES256.
  public init(keyID: String = "key-1") {
    self.keyID = keyID
    number = 0
    algorithm = Self.standardAlgorithm
    key = SigningKey.p256()
  }

  /// Creates a signer that signs with any algorithm.
  ///
  /// - Parameters:
  ///   - algorithm: The signature algorithm.
  ///   - keyID: The key's ID.
  ///   - secret: The client's secret, which is the key for HMAC.
  /// - Throws: An error from the cryptography library if it can't generate an RSA key.
  public init(_ algorithm: SignatureAlgorithm, keyID: String = "key-1", secret: Secret = Secret("")) throws {
    self.keyID = keyID
    self.algorithm = algorithm
    number = 0
    key = try SigningKey(algorithm, secret: secret)
  }

  /// Creates a signer without generating a key. An RSA key is one of the pregenerated keys.
  init(quickly algorithm: SignatureAlgorithm, keyID: String = "key-1", number: Int = 0) throws {
    self.keyID = keyID
    self.algorithm = algorithm
    self.number = number
    key =
      algorithm.facts.scheme.keyBits != nil
      ? try SigningKey.rsa(algorithm, TestKeys.rsa(number)) : try SigningKey(algorithm, secret: Secret(""))
  }

  /// A signer of the same algorithm with another key.
  func another(keyID: String) throws -> TokenSigner {
    try TokenSigner(quickly: algorithm, keyID: keyID, number: number + 1)
  }

  /// Returns a signer with the next key of a key set, or this signer for HMAC, because its key is the client's secret,
  /// which isn't in the set.
  func rotated(keyID: String) throws -> TokenSigner {
    algorithm.isSymmetric ? self : try another(keyID: keyID)
  }

  /// The public key as a member of a key set.
  public var jwk: JSONValue {
    let names: [String: JSONValue] = [
      "use": .string("sig"), "alg": .string(algorithm.rawValue), "kid": .string(keyID),
    ]
    return .object(key.members.merging(names) { $1 })
  }

  /// Creates a token in compact form. `header` replaces parameters of the default header. `null` removes a parameter.
  ///
  /// - Throws: `EncodingError` if a number isn't finite, or an error from the cryptography library if it can't sign.
  public func token(claims: [String: JSONValue], header changes: [String: JSONValue] = [:]) throws -> String {
    let usual: [String: JSONValue] = [
      "alg": .string(algorithm.rawValue), "typ": .string("JWT"), "kid": .string(keyID),
    ]
    let header = usual.merging(changes) { $1 }.filter { $0.value != .null }
    return try token(header: try JSONEncoder().encode(header), payload: try JSONEncoder().encode(claims))
  }

  /// Creates a correctly signed token with any bytes as its contents.
  ///
  /// - Throws: An error from the cryptography library if it can't sign.
  public func token(header: Data, payload: Data) throws -> String {
    let input = Base64URL.encode(header) + "." + Base64URL.encode(payload)
    return input + "." + Base64URL.encode(try key.sign(Data(input.utf8)))
  }
}
