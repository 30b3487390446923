import Foundation
import HTTPTypes

/// Authenticates the client in a request to the server (RFC 6749 §2.3).
struct ClientAuthentication: Sendable {
  let provider: ResolvedProvider
  let secret: Secret?
  let now: @Sendable () -> Date
  /// The key that the app passed.
  var key: ClientKey?
  /// Whether the client can present a certificate.
  var hasCertificate = false

  private var clientID: String { provider.clientID }
  private var rules: ProviderConfiguration.ClientRules { provider.configuration.client }

  /// The parameters and the header fields that authenticate the client.
  struct Proof: Sendable {
    var parameters: [(name: String, value: String)] = []
    var headers: HTTPFields = [:]
    /// Whether a server accepts it only once, because an assertion has a `jti` (RFC 7523 §3).
    var isOneTime = false
    /// The secret, if the fields above may contain it in an encoded form.
    var secret: Secret?
    /// The index of the key to use if the server rejects this one, or `nil` if there is no other key.
    var nextKeyIndex: Int?
  }

  /// - Parameters:
  ///   - method: The authentication method, if it isn't the provider's usual one.
  ///   - values: The values for a secret that is created for each request.
  ///   - audience: The audience of an assertion.
  ///   - offered: The algorithms of assertions that the server's metadata lists.
  ///   - keyIndex: The index of the app's key to sign with, or `nil` for the one that the server accepted last.
  /// - Throws: ``ConfigurationFailure/missingClientKey``, ``ConfigurationFailure/unusableKey(_:)``,
  ///   ``ConfigurationFailure/missingClientCertificate``, or ``ConfigurationFailure/missingClientSecret``. Sending only
  ///   the client ID would leave the client unauthenticated.
  func proof(
    by method: ProviderConfiguration.ClientAuthenticationMethod? = nil, _ values: TemplateValues, audience: String,
    offered: [SignatureAlgorithm] = [], keyIndex: Int? = nil
  ) async throws(StepFailure) -> Proof {
    let method = method ?? rules.authentication.first ?? .standard
    let assertion = ClientAssertion(clientID: clientID, audience: audience, now: now())
    switch method.facts.credential {
    case .assertion(signedBy: .privateKey):
      return try await keyProof(assertion, values, offered: offered, keyIndex: keyIndex)
    case .certificate:
      guard hasCertificate else { throw .configuration(.missingClientCertificate) }
      // The server finds the client by its ID (RFC 8705 §2).
      return Proof(parameters: [("client_id", clientID)])
    case .assertion(signedBy: .secret(let algorithm)):
      guard let key = self.secret else { return try withoutSecret(method) }
      // The secret is the only key to sign with. The descriptor may still list claims of the JWT.
      let own = try values.pairs(rules.assertion?.claims ?? [:]).map { ($0.name, JSONValue.string($0.value)) }
      let parameters = try await assertion.parameters(secret: key, algorithm, own: Dictionary(own) { $1 })
      return Proof(parameters: parameters, isOneTime: true)
    case .nothing: return Proof(parameters: [("client_id", clientID)])
    case .secret:
      guard let secret = try await secret(values) else { return try withoutSecret(method) }
      var proof = try self.proof(of: secret, by: method.facts)
      proof.secret = secret
      return proof
    }
  }

  private func keyProof(
    _ assertion: ClientAssertion, _ values: TemplateValues, offered: [SignatureAlgorithm], keyIndex: Int?
  ) async throws(StepFailure) -> Proof {
    guard let key else {
      guard let rules = rules.assertion, !rules.key.text.isEmpty else { throw .configuration(.missingClientKey) }
      return Proof(parameters: try await assertion.parameters(key: rules, values, offered: offered), isOneTime: true)
    }
    let index = keyIndex ?? key.preferredIndex
    let signer = try await key.signer(at: index, allowed: rules.assertion?.algorithms ?? [], offered: offered)
    let parameters = try await assertion.parameters(signer: signer, rules.assertion, values)
    return Proof(parameters: parameters, isOneTime: true, nextKeyIndex: key.index(after: index))
  }

  /// Returns the client's signer: the key that the app passed, or else the descriptor's.
  ///
  /// - Parameters:
  ///   - values: The values for the descriptor's key.
  ///   - offered: The algorithms that the server's metadata lists.
  /// - Throws: ``ConfigurationFailure/missingClientKey``, ``ConfigurationFailure/unusableKey(_:)``, or
  ///   ``AuthFailure/store(_:)``.
  func signer(
    _ values: TemplateValues, offered: [SignatureAlgorithm] = []
  ) async throws(StepFailure) -> any JWTSigning {
    if let key {
      return try await key.signer(
        at: key.preferredIndex, allowed: rules.assertion?.algorithms ?? [], offered: offered)
    }
    guard let jwt = rules.assertion, !jwt.key.text.isEmpty else { throw .configuration(.missingClientKey) }
    return try ClientSecretJWT(rules: jwt, values: values, now: now(), offered: offered).signer()
  }

  /// Sends the secret where the method expects it.
  private func proof(
    of secret: Secret, by facts: ProviderConfiguration.ClientAuthenticationMethod.Facts
  ) throws(StepFailure) -> Proof {
    var proof = Proof(parameters: facts.hasClientID ? [("client_id", clientID)] : [])
    switch facts.place {
    case .authorizationHeader where facts.hasClientID: return basic(user: clientID, password: secret.reveal())
    case .authorizationHeader: return basic(user: secret.reveal(), password: "")
    case .body: proof.parameters.append(("client_secret", secret.reveal()))
    case .ownHeader:
      let name = try HTTPField.Name(checking: rules.secretHeader ?? "X-Client-Secret")
      try proof.headers.set(name, secret.reveal())
    // A handshake proves a key and contains no secret.
    case .tls: break
    }
    return proof
  }

  private func withoutSecret(
    _ method: ProviderConfiguration.ClientAuthenticationMethod
  ) throws(StepFailure) -> Proof {
    if method.facts.credential.isAssertion, !isOneOfSeveral(method) { throw .configuration(.missingClientSecret) }
    let sendsEmpty = method == .clientSecretBasic && rules.basic.sendsEmptySecret
    return sendsEmpty ? basic(user: clientID, password: "") : Proof(parameters: [("client_id", clientID)])
  }

  /// Whether the provider also supports a method without an assertion. A client without a secret is then a public
  /// client.
  private func isOneOfSeveral(_ method: ProviderConfiguration.ClientAuthenticationMethod) -> Bool {
    rules.authentication.contains(method)
      && rules.authentication.contains { !$0.facts.credential.isAssertion }
  }

  private func basic(user: String, password: String) -> Proof {
    // Both parts are form-urlencoded first, so that a colon in them isn't mistaken for the separator (RFC 6749 §2.3.1).
    let parts = rules.basic.isEncoded ? [user, password].map(FormEncoding.escape) : [user, password]
    let pair = parts.joined(separator: ":")
    return Proof(
      parameters: rules.basic.repeatsClientID ? [("client_id", clientID)] : [],
      headers: [.authorization: "Basic " + Data(pair.utf8).base64EncodedString()])
  }

  private func secret(_ values: TemplateValues) async throws(StepFailure) -> Secret? {
    guard let jwt = rules.secretJWT else { return secret }
    return try await ClientSecretJWT(rules: jwt, values: values, now: now()).sign()
  }
}
