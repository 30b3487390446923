/// A provider that issues tokens to the client itself (RFC 6749 §4.4).
public protocol ClientCredentialsGranting: AuthProvider {}

/// A provider that reports the state of a token (RFC 7662).
public protocol TokenIntrospecting: AuthProvider {}

extension AuthClient where Provider: ClientCredentialsGranting & DirectExchanging {
  /// Requests a token for the client itself, not for a user. It doesn't affect the session of a signed-in user, and the
  /// client doesn't store the token.
  ///
  /// Generated code offers a typed method that calls this one.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request.
  ///   - parameters: The provider's own parameters.
  /// - Throws: ``ConfigurationFailure/missingClientSecret`` if the client can't authenticate, because it doesn't have
  ///   a secret, a key, or a certificate (RFC 6749 §4.4), or another ``ConfigurationFailure`` if a required parameter
  ///   is missing, or if the provider doesn't support a scope or a parameter. No token request is sent in these cases.
  ///   ``AuthFailure/server(_:_:)`` if the server rejects the client, a scope, or a parameter (§5.2).
  public func clientCredential(
    scopes: [String], parameters: AuthorizationParameters
  ) async throws(Failure) -> Credential {
    try await runAsRegisteredClient { core throws(StepFailure) in
      try await core.clientCredential(scopes: scopes, parameters)
    }
  }
}

extension AuthClient where Provider == DynamicProvider {
  /// Requests a token for the client itself, from a server whose parameters aren't listed in a descriptor.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request.
  ///   - parameters: Other parameters of the request, such as `audience`.
  /// - Throws: ``ConfigurationFailure/missingClientSecret`` if the client can't authenticate, because it doesn't have
  ///   a secret, a key, or a certificate (RFC 6749 §4.4). No token request is sent in that case.
  ///   ``AuthFailure/server(_:_:)`` if the server rejects the client, a scope, or a parameter (§5.2).
  public func clientCredential(
    scopes: [String] = [], parameters: [String: String] = [:]
  ) async throws(Failure) -> Credential {
    try await runAsRegisteredClient { core throws(StepFailure) in
      try await core.clientCredential(scopes: scopes, parameters.sorted { $0.key < $1.key }, core.provider.values)
    }
  }
}

extension BackendExchange where Provider: ClientCredentialsGranting {
  /// Requests a token for the client itself, not for a user. Generated code offers a typed method that calls this one.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request.
  ///   - parameters: The provider's own parameters.
  /// - Throws: ``ConfigurationFailure/missingClientSecret`` if the client can't authenticate, because it doesn't have
  ///   a secret, a key, or a certificate (RFC 6749 §4.4), or another ``ConfigurationFailure`` if a required parameter
  ///   is missing, or if the provider doesn't support a scope or a parameter. No token request is sent in these cases.
  ///   ``AuthFailure/server(_:_:)`` if the server rejects the client, a scope, or a parameter (§5.2).
  public func clientCredential(
    scopes: [String], parameters: AuthorizationParameters
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in try await core.clientCredential(scopes: scopes, parameters) }
  }
}

extension BackendExchange where Provider == DynamicProvider {
  /// Requests a token for the client itself, from a server whose parameters aren't listed in a descriptor.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request.
  ///   - parameters: Other parameters of the request, such as `audience`.
  /// - Throws: ``ConfigurationFailure/missingClientSecret`` if the client can't authenticate, because it doesn't have
  ///   a secret, a key, or a certificate (RFC 6749 §4.4). No token request is sent in that case.
  ///   ``AuthFailure/server(_:_:)`` if the server rejects the client, a scope, or a parameter (§5.2).
  public func clientCredential(
    scopes: [String] = [], parameters: [String: String] = [:]
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in
      try await core.clientCredential(scopes: scopes, parameters.sorted { $0.key < $1.key }, core.provider.values)
    }
  }
}

extension AuthClient where Provider: TokenIntrospecting {
  /// Asks the server whether a token is active, and requests its claims (RFC 7662 §2.2).
  ///
  /// - Parameters:
  ///   - token: An access token or a refresh token.
  ///   - hint: The kind of token: `access_token` or `refresh_token`.
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` if the server doesn't have an introspection endpoint.
  ///   ``AuthFailure/server(_:_:)`` or ``ResponseRejection/unexpectedStatus(_:endpoint:)`` if it doesn't let this
  ///   client introspect tokens (§2.3). ``ResponseRejection/notJSON(endpoint:status:)`` if the response isn't a JSON
  ///   object. ``ResponseRejection/missingField(_:endpoint:status:)`` if its `active` is missing or isn't a Boolean. An
  ///   inactive token doesn't cause an error.
  public func introspect(_ token: Secret, hint: String? = nil) async throws(Failure) -> Introspection {
    try await runAsRegisteredClient { core throws(StepFailure) in
      Introspection(claims: try await core.tokens.introspect(token, hint: hint))
    }
  }
}

extension BackendExchange where Provider: TokenIntrospecting {
  /// Asks the server whether a token is active, and requests its claims (RFC 7662 §2.2).
  ///
  /// - Parameters:
  ///   - token: An access token or a refresh token.
  ///   - hint: The kind of token: `access_token` or `refresh_token`.
  /// - Throws: ``ConfigurationFailure/missingEndpoint(_:)`` if the server doesn't have an introspection endpoint.
  ///   ``AuthFailure/server(_:_:)`` or ``ResponseRejection/unexpectedStatus(_:endpoint:)`` if it doesn't let this
  ///   client introspect tokens (§2.3). ``ResponseRejection/notJSON(endpoint:status:)`` if the response isn't a JSON
  ///   object. ``ResponseRejection/missingField(_:endpoint:status:)`` if its `active` is missing or isn't a Boolean. An
  ///   inactive token doesn't cause an error.
  public func introspect(_ token: Secret, hint: String? = nil) async throws(Failure) -> Introspection {
    try await run { core throws(StepFailure) in
      Introspection(claims: try await core.tokens.introspect(token, hint: hint))
    }
  }
}

/// The server's introspection response for a token (RFC 7662 §2.2).
public struct Introspection: Sendable, Hashable {
  /// Whether the token is active. Ignore all other claims if it isn't.
  public var isActive: Bool { claims["active"]?.bool ?? false }
  /// All members of the response.
  public let claims: [String: JSONValue]
}

extension ClientCore {
  /// Adds the descriptor's parameters to the request.
  func clientCredential(
    scopes: [String], _ appParameters: AuthorizationParameters
  ) async throws(StepFailure) -> Credential {
    try provider.validate(scopes, appParameters, for: .clientCredentials)
    let values = try provider.values(with: appParameters.variables).withFreshValues
    let pairs = try configuration.authorization.pairs(
      appParameters.pairs.map { (name: $0.name, value: $0.value) }, for: .clientCredentials, values)
    return try await clientCredential(
      scopes: scopes, (appParameters.accessPairs + pairs).map { (key: $0.name, value: $0.value) }, values)
  }

  /// Only an authenticated client may get a token for itself (RFC 6749 §4.4).
  func clientCredential(
    scopes: [String], _ parameters: [(key: String, value: String)], _ values: TemplateValues
  ) async throws(StepFailure) -> Credential {
    guard tokens.canProveClient else { throw .configuration(.missingClientSecret) }
    let delimiter = configuration.scopes?.delimiter ?? " "
    let scope = scopes.isEmpty ? [] : [("scope", scopes.joined(separator: delimiter))]
    let key = try await ownKey()
    let response = try await tokens.bound(to: key).clientCredentials(
      scope + parameters.map { ($0.key, $0.value) }, values)
    var credential = Credential(response, claims: nil, scopes: scopes, variables: [:])
    credential.sessionKey = response.isBoundToKey ? key : nil
    try await discardingOnFailure(credential) { () throws(StepFailure) in try checkBinding(of: response) }
    return credential
  }
}
