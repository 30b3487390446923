import Foundation

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
    let key = try signer()
    do { return try await key.jwt(claims, header: Self.header(key.publicKey.keyID)) } catch {
      throw .configuration(.unusableKey(key.algorithm.rawValue))
    }
  }

  /// Returns the private key of the settings.
  ///
  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` if the key isn't a private key for one of the algorithms.
  func signer() throws(StepFailure) -> PrivateKey {
    let pem = try values.text(rules.key)
    let keyID = try rules.keyID.map { template throws(StepFailure) in try values.text(template) }
    for algorithm in algorithms {
      // A key of another type can't be read.
      if let key = try? PrivateKey(pem: Secret(pem), algorithm: algorithm, keyID: keyID) { return key }
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

  private static func header(_ keyID: String?) -> [String: JSONValue] {
    var header: [String: JSONValue] = ["typ": "JWT"]
    header["kid"] = keyID.map { .string($0) }
    return header
  }
}
