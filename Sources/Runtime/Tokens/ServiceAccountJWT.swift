import Foundation

/// The JWT that a service account exchanges for a token (RFC 7523 §3).
struct ServiceAccountJWT: Sendable {
  let rules: ProviderConfiguration.JWTBearerRules
  /// The name of the account.
  let issuer: String
  /// The user that the account acts for, if there is one.
  let subject: String?
  let audience: String
  /// The scopes, if they belong in the JWT.
  let scope: String?

  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` if the app's signer fails. Its error may contain secrets.
  func sign(
    with signer: any JWTSigning, _ values: TemplateValues, now: Date
  ) async throws(StepFailure) -> Secret {
    var claims: [String: JSONValue] = [:]
    for (name, template) in rules.claims where !type(of: rules).ownClaims.contains(name) {
      claims[name] = .string(try values.text(template))
    }
    claims.merge(ClientSecretJWT.times(now, min(rules.lifetime, type(of: rules).maximumLifetime))) { $1 }
    claims["iss"] = .string(issuer)
    claims["sub"] = .string(subject ?? issuer)
    claims["aud"] = .string(audience)
    claims["jti"] = .string(RandomText.make())
    claims["scope"] = scope.map { .string($0) }
    do {
      return try await signer.jwt(claims, header: ClientSecretJWT.header(signer.publicKey.keyID))
    } catch {
      throw Task.isCancelled ? .cancelled : .configuration(.unusableKey(signer.algorithm.rawValue))
    }
  }
}
