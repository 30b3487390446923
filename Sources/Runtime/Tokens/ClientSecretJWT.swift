import Foundation
import JWTKit

/// A client secret that is a signed JWT, made for one request (as Sign in with Apple wants it).
struct ClientSecretJWT: Sendable {
  let rules: ProviderConfiguration.SecretJWT
  let values: TemplateValues
  let now: Date

  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` when the key is no private key of the algorithm's kind.
  func sign() async throws(ConfigurationFailure) -> Secret {
    var claims: [String: JSONValue] = [
      "iat": .integer(Int64(now.timeIntervalSince1970)),
      "exp": .integer(Int64(now.timeIntervalSince1970 + rules.lifetime.seconds)),
    ]
    for (name, template) in rules.claims { claims[name] = .string(try values.text(template)) }
    let pem = try values.text(rules.key)
    let keyID = try rules.keyID.map { template throws(ConfigurationFailure) in try values.text(template) }
    do {
      let keys = try await collection(pem)
      var header: JWTHeader = [:]
      header.typ = "JWT"
      header.kid = keyID
      return Secret(try await keys.sign(Payload(claims: claims), header: header))
    } catch {
      throw .unusableKey(rules.algorithm.rawValue)
    }
  }

  private func collection(_ pem: String) async throws -> JWTKeyCollection {
    let keys = JWTKeyCollection()
    switch rules.algorithm {
    case .es256: await keys.add(ecdsa: try ES256PrivateKey(pem: pem))
    case .es384: await keys.add(ecdsa: try ES384PrivateKey(pem: pem))
    case .es512: await keys.add(ecdsa: try ES512PrivateKey(pem: pem))
    case .rs256: await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256)
    case .edDSA: await keys.add(eddsa: try EdDSA.PrivateKey(pem: pem))
    case .rs384, .rs512, .ps256, .ps384, .ps512, .hs256, .hs384, .hs512: throw UnsupportedAlgorithm()
    }
    return keys
  }

  private struct UnsupportedAlgorithm: Error {}

  /// The claims as they are; nothing here is verified.
  private struct Payload: JWTPayload {
    let claims: [String: JSONValue]

    init(claims: [String: JSONValue]) { self.claims = claims }
    init(from decoder: any Decoder) throws { claims = [:] }
    func encode(to encoder: any Encoder) throws { try claims.encode(to: encoder) }
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }
}
