import Foundation

/// An authorization request as a signed JWT (RFC 9101 §4; OpenID Connect Core 1.0 §6.1).
struct RequestObject: Sendable {
  /// The time until the request expires. FAPI 2.0 Message Signing §5.3.2 allows at most an hour.
  static let lifetime = Duration.seconds(300)

  let configuration: ProviderConfiguration
  let clientID: String
  /// The authorization server: its issuer, or else its authorization endpoint.
  let audience: String
  let now: Date

  /// Returns the signed request.
  ///
  /// - Parameters:
  ///   - pairs: The request's parameters, with the names that the provider expects.
  ///   - type: The `typ` of the JWT. A backchannel authentication request has none.
  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` if the key can't sign.
  func signed(
    _ pairs: [(name: String, value: String)], by key: any JWTSigning, type: String? = "oauth-authz-req+jwt"
  ) async throws(StepFailure) -> String {
    var header: [String: JSONValue] = [:]
    header["typ"] = type.map { .string($0) }
    header["kid"] = key.publicKey.keyID.map { .string($0) }
    do { return try await key.jwt(claims(pairs), header: header).reveal() } catch {
      throw Task.isCancelled ? .cancelled : .configuration(.unusableKey(key.algorithm.rawValue))
    }
  }

  /// The parameters as claims, with those of the JWT. A parameter that occurs several times becomes a list.
  func claims(_ pairs: [(name: String, value: String)]) -> [String: JSONValue] {
    var claims: [String: JSONValue] = [:]
    for (name, values) in Dictionary(grouping: pairs, by: \.name) {
      let values = values.map { value(of: name, $0.value) }
      claims[name] = values.count == 1 ? values.first : .array(values)
    }
    let seconds = Int64(now.timeIntervalSince1970)
    let own: [String: JSONValue] = [
      "iss": .string(clientID), "aud": .string(audience), "iat": .integer(seconds), "nbf": .integer(seconds),
      "exp": .integer(seconds + Self.lifetime.components.seconds), "jti": .string(RandomText.make()),
    ]
    return claims.merging(own) { $1 }
  }

  /// Numbers are JSON numbers, and JSON isn't nested in a string (RFC 9101 §4).
  private func value(of name: String, _ text: String) -> JSONValue {
    let standard = configuration.renames.first { $0.value == name }?.key ?? name
    let parameter = configuration.authorization.parameters.first { $0.name == standard }
    switch parameter?.kind {
    case .int?, .seconds?: return Int64(text).map { .integer($0) } ?? .string(text)
    case .json?: return JSONValue(parsing: Data(text.utf8)) ?? .string(text)
    default: return .string(text)
    }
  }
}
