/// A provider that issues tokens to service accounts, which sign a JWT (RFC 7523 §2.1).
public protocol JWTBearerGranting: AuthProvider {}

extension AuthClient where Provider: JWTBearerGranting & DirectExchanging {
  /// Returns a token for a service account, or for a user that it acts for. It doesn't affect the session of a signed-in
  /// user.
  ///
  /// The client keeps the token in memory and returns it again until it expires. If the provider doesn't state a lifetime,
  /// each call requests a new token. Concurrent calls share one request.
  /// Generated code offers a typed method that calls this one.
  ///
  /// - Parameters:
  ///   - account: The account, with its key.
  ///   - scopes: The scopes to request.
  ///   - subject: The user that the account acts for, or `nil` for the account itself.
  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` if the account's key can't be used, or
  ///   ``ConfigurationFailure/invalidParameter(_:expected:)`` if `subject` is empty, missing, or not allowed, or if you
  ///   pass scopes to a provider that determines them itself. No token request is sent in these cases.
  ///   ``AuthFailure/server(_:_:)`` if the server rejects the JWT (RFC 7523 §3.1).
  public func serviceCredential(
    of account: ServiceAccount, scopeNames scopes: [String], subject: String? = nil
  ) async throws(Failure) -> Credential {
    try await runAsRegisteredClient { core throws(StepFailure) in
      try await core.serviceCredential(of: account, scopes: scopes, subject: subject)
    }
  }
}

extension BackendExchange where Provider: JWTBearerGranting {
  /// Returns a token for a service account, or for a user that it acts for. The client keeps the token in memory and returns
  /// it again until it expires. If the provider doesn't state a lifetime, each call requests a new token.
  ///
  /// - Parameters:
  ///   - account: The account, with its key.
  ///   - scopes: The scopes to request.
  ///   - subject: The user that the account acts for, or `nil` for the account itself.
  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` if the account's key can't be used, or
  ///   ``ConfigurationFailure/invalidParameter(_:expected:)`` if `subject` is empty, missing, or not allowed, or if you
  ///   pass scopes to a provider that determines them itself. No token request is sent in these cases.
  ///   ``AuthFailure/server(_:_:)`` if the server rejects the JWT (RFC 7523 §3.1).
  public func serviceCredential(
    of account: ServiceAccount, scopeNames scopes: [String], subject: String? = nil
  ) async throws(Failure) -> Credential {
    try await run { core throws(StepFailure) in
      try await core.serviceCredential(of: account, scopes: scopes, subject: subject)
    }
  }
}

extension ClientCore {
  fileprivate func serviceCredential(
    of account: ServiceAccount, scopes: [String], subject: String?
  ) async throws(StepFailure) -> Credential {
    let rules = configuration.jwtBearer
    try rules.check(subject: subject, scopes)
    let signer = try await account.signer(allowed: rules.algorithms)
    let issuer = account.issuer ?? clientID
    let scopes = Set(scopes).sorted()
    let id = RequestIdentity.id(
      "account", [signer.publicKey.thumbprint, issuer, subject.map { "user:" + $0 } ?? ""] + scopes)
    return try await ownTokens.serviceAccounts.value(
      of: id,
      isGood: {
        $0.expiresAt != nil
          && self.isGood(TimedToken(token: $0.accessToken, obtainedAt: $0.obtainedAt, expiresAt: $0.expiresAt))
      }
    ) { () async throws(StepFailure) in
      try await self.newCredential(issuer, subject, scopes, by: signer)
    }
  }

  private func newCredential(
    _ issuer: String, _ subject: String?, _ scopes: [String], by signer: any JWTSigning
  ) async throws(StepFailure) -> Credential {
    let (rules, values) = (configuration.jwtBearer, provider.values)
    let scope = scopes.isEmpty ? nil : scopes.joined(separator: configuration.scopes?.delimiter ?? " ")
    let audience: String
    if let stated = rules.audience {
      audience = try values.text(stated)
    } else {
      audience = try await tokens.audience(at: try await metadata.url(.token, values), values)
    }
    let assertion = try await ServiceAccountJWT(
      rules: rules, issuer: issuer, subject: subject, audience: audience, scope: rules.scope == .claim ? scope : nil
    ).sign(with: signer, values, now: tokens.authentication.now())
    let parameters = rules.scope == .parameter ? scope.map { [("scope", $0)] } ?? [] : []
    let key = try await ownKey()
    let response = try await tokens.bound(to: key).jwtBearer(assertion, parameters, values)
    var credential = Credential(response, claims: nil, scopes: scopes, variables: [:])
    credential.sessionKey = response.isBoundToKey ? key : nil
    try await discardingOnFailure(credential) { () throws(StepFailure) in try checkBinding(of: response) }
    return credential
  }
}

extension ProviderConfiguration.JWTBearerRules {
  /// Checks the arguments before any request.
  fileprivate func check(subject name: String?, _ scopes: [String]) throws(StepFailure) {
    switch (subject, name) {
    case (.none, _?): throw .configuration(.invalidParameter("subject", expected: "omitted"))
    case (.required, nil), (_, ""?): throw .configuration(.invalidParameter("subject", expected: "the user's name"))
    default: break
    }
    guard scope != .none || scopes.isEmpty else {
      throw .configuration(.invalidParameter("scope", expected: "omitted: the server determines the scopes"))
    }
  }
}
