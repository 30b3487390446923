/// A provider that gives tokens to the client itself (RFC 6749 §4.4).
public protocol ClientCredentialsGranting: AuthProvider {}

/// A provider that tells what it knows about a token (RFC 7662).
public protocol TokenIntrospecting: AuthProvider {}

extension AuthClient where Provider: ClientCredentialsGranting & DirectSignIn {
  /// A token for the client itself, not for a user. The session of a signed-in user is not touched, and nothing is kept.
  /// Generated code offers a typed method that calls this one.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for.
  ///   - parameters: The provider's own parameters.
  /// - Throws: ``ConfigurationFailure/missingClientSecret`` without a secret, before anything is sent.
  public func clientCredential(
    scopes: [String], parameters: AuthorizationParameters
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in try await core.clientCredential(scopes: scopes, parameters) }
  }
}

extension AuthClient where Provider == DynamicProvider {
  /// A token for the client itself, from a server whose parameters no descriptor lists.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for.
  ///   - parameters: What the server wants to know beside them, such as `audience`.
  public func clientCredential(
    scopes: [String] = [], parameters: [String: String] = [:]
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in
      try await core.clientCredential(scopes: scopes, parameters.sorted { $0.key < $1.key }, core.provider.values)
    }
  }
}

extension BackendExchange where Provider: ClientCredentialsGranting {
  /// A token for the client itself, not for a user. Generated code offers a typed method that calls this one.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for.
  ///   - parameters: The provider's own parameters.
  public func clientCredential(
    scopes: [String], parameters: AuthorizationParameters
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in try await core.clientCredential(scopes: scopes, parameters) }
  }
}

extension BackendExchange where Provider == DynamicProvider {
  /// A token for the client itself, from a server whose parameters no descriptor lists.
  ///
  /// - Parameters:
  ///   - scopes: Permissions to ask for.
  ///   - parameters: What the server wants to know beside them, such as `audience`.
  /// - Throws: ``ConfigurationFailure/missingClientSecret`` without a secret, before anything is sent.
  public func clientCredential(
    scopes: [String] = [], parameters: [String: String] = [:]
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in
      try await core.clientCredential(scopes: scopes, parameters.sorted { $0.key < $1.key }, core.provider.values)
    }
  }
}

extension AuthClient where Provider: TokenIntrospecting {
  /// What the server says about a token: whether it is active, and its claims (RFC 7662 §2.2).
  ///
  /// - Parameters:
  ///   - token: An access token or a refresh token.
  ///   - hint: Which of them: `access_token` or `refresh_token`.
  public func introspect(_ token: Secret, hint: String? = nil) async throws(Failure) -> Introspection {
    try await run { core throws(StepFailure) in
      Introspection(claims: try await core.tokens.introspect(token, hint: hint))
    }
  }
}

extension BackendExchange where Provider: TokenIntrospecting {
  /// What the server says about a token: whether it is active, and its claims (RFC 7662 §2.2).
  ///
  /// - Parameters:
  ///   - token: An access token or a refresh token.
  ///   - hint: Which of them: `access_token` or `refresh_token`.
  public func introspect(_ token: Secret, hint: String? = nil) async throws(Failure) -> Introspection {
    try await run { core throws(StepFailure) in
      Introspection(claims: try await core.tokens.introspect(token, hint: hint))
    }
  }
}

/// What a server says about a token (RFC 7662 §2.2).
public struct Introspection: Sendable, Hashable {
  /// Whether the token is good now. Nothing else is to be believed when it is not.
  public var isActive: Bool { claims["active"]?.bool ?? false }
  /// Everything that the server said of the token (RFC 7662 §2.2).
  public let claims: [String: JSONValue]
}

extension ClientCore {
  /// With what the descriptor says about the request.
  func clientCredential(
    scopes: [String], _ said: AuthorizationParameters
  ) async throws(StepFailure) -> Credential {
    try configuration.validate(scopes, said, for: .clientCredentials)
    let values = try provider.values(with: said.variables).withFreshValues
    let pairs = try configuration.authorization.pairs(
      said.pairs.map { (name: $0.name, value: $0.value) }, for: .clientCredentials, values)
    return try await clientCredential(scopes: scopes, pairs.map { (key: $0.name, value: $0.value) }, values)
  }

  /// Only a client that has shown who it is may have a token of its own (RFC 6749 §4.4).
  func clientCredential(
    scopes: [String], _ parameters: [(key: String, value: String)], _ values: TemplateValues
  ) async throws(StepFailure) -> Credential {
    guard tokens.canProveClient else { throw .configuration(.missingClientSecret) }
    let delimiter = configuration.scopes?.delimiter ?? " "
    let scope = scopes.isEmpty ? [] : [("scope", scopes.joined(separator: delimiter))]
    let response = try await tokens.clientCredentials(scope + parameters.map { ($0.key, $0.value) }, values)
    return Credential(response, claims: nil, scopes: scopes, variables: [:])
  }
}
