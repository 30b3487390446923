import AuthRuntime
import Crypto
import Foundation

/// Makes signed tokens (ES256), right or wrong as a test wants.
public struct TokenMint: Sendable {
  private let key = P256.Signing.PrivateKey()
  public let keyID: String

  public init(keyID: String = "key-1") {
    self.keyID = keyID
  }

  /// The public key as a member of a key set.
  public var jwk: JSONValue {
    let point = key.publicKey.rawRepresentation
    return .object([
      "kty": .string("EC"), "crv": .string("P-256"), "use": .string("sig"), "alg": .string("ES256"),
      "kid": .string(keyID),
      "x": .string(Base64URL.encode(point.prefix(32))), "y": .string(Base64URL.encode(point.suffix(32))),
    ])
  }

  /// A token in compact form. `header` replaces single members of the usual header; `null` removes one.
  public func token(claims: [String: JSONValue], header changes: [String: JSONValue] = [:]) throws -> String {
    let usual: [String: JSONValue] = ["alg": .string("ES256"), "typ": .string("JWT"), "kid": .string(keyID)]
    let header = usual.merging(changes) { $1 }.filter { $0.value != .null }
    let parts = [try JSONEncoder().encode(header), try JSONEncoder().encode(claims)]
    let input = parts.map { Base64URL.encode($0) }.joined(separator: ".")
    let signature = try key.signature(for: Data(input.utf8)).rawRepresentation
    return input + "." + Base64URL.encode(signature)
  }
}
