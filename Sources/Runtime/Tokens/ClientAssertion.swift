import Foundation

/// A JWT that authenticates a client, signed for one request (RFC 7523 §2.2, §3; OpenID Connect Core 1.0 §9).
struct ClientAssertion: Sendable {
  /// Long enough for a request, and too short to be useful to a thief.
  static let lifetime = Duration.seconds(60)

  let clientID: String
  /// The authorization server: its issuer, or else its token endpoint.
  let audience: String
  let now: Date

  private var claims: [String: JSONValue] {
    [
      "iss": .string(clientID), "sub": .string(clientID), "aud": .string(audience), "jti": .string(RandomText.make()),
    ]
  }

  /// Returns the parameters of a request, signed with the client secret (`client_secret_jwt`).
  ///
  /// - Parameters:
  ///   - algorithm: An HMAC algorithm.
  ///   - own: Claims that replace the usual ones.
  /// - Throws: ``ConfigurationFailure/clientSecretTooShort(_:minimumBytes:)``.
  func parameters(
    secret: Secret, _ algorithm: SignatureAlgorithm, own: [String: JSONValue] = [:]
  ) async throws(StepFailure) -> [(name: String, value: String)] {
    let minimum = algorithm.minimumSecretBytes ?? 0
    guard secret.reveal().utf8.count >= minimum else {
      throw .configuration(.clientSecretTooShort(algorithm.rawValue, minimumBytes: minimum))
    }
    let usual = claims.merging(ClientSecretJWT.times(now, Self.lifetime)) { $1 }
    let input = JWTText.signingInput(["alg": .string(algorithm.rawValue), "typ": "JWT"], usual.merging(own) { $1 })
    let code = algorithm.facts.hash.code(of: Data(input.utf8), key: secret)
    let token = JWTText.signed(input, code)
    return Self.parameters(clientID, token)
  }

  /// Returns the parameters of a request, signed with the descriptor's private key (`private_key_jwt`).
  ///
  /// - Parameters:
  ///   - rules: The key and the claims of the descriptor.
  ///   - offered: The algorithms that the server's metadata lists.
  /// - Throws: ``ConfigurationFailure/unusableKey(_:)``.
  func parameters(
    key rules: ProviderConfiguration.ClientJWT, _ values: TemplateValues, offered: [SignatureAlgorithm]
  ) async throws(StepFailure) -> [(name: String, value: String)] {
    let jwt = ClientSecretJWT(rules: rules, values: values, now: now, usual: claims, offered: offered)
    return Self.parameters(clientID, try await jwt.sign().reveal())
  }

  /// Returns the parameters of a request, signed with the key that the app passed (`private_key_jwt`).
  ///
  /// - Parameters:
  ///   - signer: The key.
  ///   - rules: The lifetime and the claims of the descriptor, if there are any.
  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` if the app's signer fails. Its error may contain secrets.
  func parameters(
    signer: any JWTSigning, _ rules: ProviderConfiguration.ClientJWT?, _ values: TemplateValues
  ) async throws(StepFailure) -> [(name: String, value: String)] {
    let lifetime = min(rules?.lifetime ?? Self.lifetime, Self.lifetime)
    var claims = claims.merging(ClientSecretJWT.times(now, lifetime)) { $1 }
    for (name, template) in rules?.claims ?? [:] { claims[name] = .string(try values.text(template)) }
    let keyID = try rules?.keyID.map { template throws(StepFailure) in try values.text(template) }
    do {
      let jwt = try await signer.jwt(claims, header: ClientSecretJWT.header(keyID ?? signer.publicKey.keyID))
      return Self.parameters(clientID, jwt.reveal())
    } catch {
      throw Task.isCancelled ? .cancelled : .configuration(.unusableKey(signer.algorithm.rawValue))
    }
  }

  private static func parameters(_ clientID: String, _ assertion: String) -> [(name: String, value: String)] {
    [
      ("client_id", clientID),
      ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
      ("client_assertion", assertion),
    ]
  }
}
