import Foundation
import JWTKit

/// A JWT that the app's private key signs for one request: a client secret, as Sign in with Apple requires it, or an
/// assertion (RFC 7523 §2.2).
struct ClientSecretJWT: Sendable {
  let rules: ProviderConfiguration.ClientJWT
  let values: TemplateValues
  let now: Date
  /// The default claims, which the descriptor may replace.
  var usual: [String: JSONValue] = [:]
  /// The algorithms that the server's metadata lists.
  var offered: [SignatureAlgorithm] = []

  /// The algorithms to try: those that the server lists, followed by the others, because metadata may be incomplete.
  private var algorithms: [SignatureAlgorithm] {
    let allowed = rules.algorithms.isEmpty ? SignatureAlgorithm.allowed(for: .clientKeys) : rules.algorithms
    return allowed.filter(offered.contains) + allowed.filter { !offered.contains($0) }
  }

  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` if the key isn't a private key for one of the algorithms.
  func sign() async throws(StepFailure) -> Secret {
    var claims = usual.merging(Self.times(now, rules.lifetime)) { $1 }
    for (name, template) in rules.claims { claims[name] = .string(try values.text(template)) }
    let pem = try values.text(rules.key)
    let keyID = try rules.keyID.map { template throws(StepFailure) in try values.text(template) }
    var header: JWTHeader = [:]
    header.typ = "JWT"
    // Setting `nil` would write `null`, but `kid` must be a string (RFC 7515 §4.1.4).
    if let keyID { header.kid = keyID }
    for algorithm in algorithms {
      // A key of another type can't be read.
      guard let keys = try? await Self.collection(pem, algorithm) else { continue }
      if let jwt = try? await keys.sign(Payload(claims: claims), header: header) { return Secret(jwt) }
    }
    let names = rules.algorithms.map(\.rawValue).joined(separator: ", ")
    throw .configuration(.unusableKey(names.isEmpty ? "a supported algorithm" : names))
  }

  static func times(_ now: Date, _ lifetime: Duration) -> [String: JSONValue] {
    [
      "iat": .integer(Int64(now.timeIntervalSince1970)),
      "exp": .integer(Int64(now.timeIntervalSince1970 + lifetime.seconds)),
    ]
  }

  private static func collection(_ pem: String, _ algorithm: SignatureAlgorithm) async throws -> JWTKeyCollection {
    let keys = JWTKeyCollection()
    let digest = algorithm.facts.hash.digest
    switch algorithm.facts.scheme {
    case .rsaPKCS1: await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: digest)
    case .rsaPSS: await keys.add(pss: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: digest)
    case .ecdsa(.p256): await keys.add(ecdsa: try ES256PrivateKey(pem: pem))
    case .ecdsa(.p384): await keys.add(ecdsa: try ES384PrivateKey(pem: pem))
    case .ecdsa(.p521): await keys.add(ecdsa: try ES512PrivateKey(pem: pem))
    case .ed25519: await keys.add(eddsa: try EdDSA.PrivateKey(pem: pem))
    // HMAC doesn't use a private key.
    case .hmac: throw UnsupportedAlgorithm()
    }
    return keys
  }

  private struct UnsupportedAlgorithm: Error {}

  /// The claims of the JWT. This type doesn't verify anything.
  struct Payload: JWTPayload {
    let claims: [String: JSONValue]

    init(claims: [String: JSONValue]) { self.claims = claims }
    init(from decoder: any Decoder) throws { claims = [:] }
    func encode(to encoder: any Encoder) throws { try claims.encode(to: encoder) }
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }
}
