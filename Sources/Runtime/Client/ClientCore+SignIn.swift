import Foundation

extension ClientCore {
  /// The authorization-code flow with PKCE, state and nonce, from the browser to a verified user
  /// (RFC 6749 §4.1, RFC 7636, OpenID Connect Core 1.0 §3.1). Keeps nothing.
  func signIn(
    scopes: [String], parameters: AuthorizationParameters, redirect: Redirect, timeout: Duration
  ) async throws(StepFailure) -> Credential {
    try await checkReadiness(parameters)
    let grant = try await authorize(scopes: scopes, parameters: parameters, redirect: redirect, timeout: timeout)
    return try await exchange(grant)
  }

  /// What is missing is found before the user has signed in and the code is spent.
  private func checkReadiness(_ parameters: AuthorizationParameters) async throws(StepFailure) {
    let values = try configured { () throws(ConfigurationFailure) in
      try self.provider.values(with: parameters.variables)
    }
    let isKnown = configuration.server.tokenEndpoint?.holes.allSatisfy { values.value($0) != nil } ?? true
    if isKnown { _ = try await metadata.url(.token, values) }
    guard configuration.idToken?.required == true else { return }
    _ = try await metadata.url(.keys)
    _ = try await metadata.idTokenAlgorithms()
  }

  /// Sends the user's browser to the provider and waits for its answer.
  func authorize(
    scopes: [String], parameters: AuthorizationParameters, redirect: Redirect, timeout: Duration
  ) async throws(StepFailure) -> AuthorizationGrant {
    try configured { () throws(ConfigurationFailure) in
      try redirect.validate(by: self.configuration.client.callbacks, groups: self.configuration.groups(parameters))
    }
    let endpoint = try await authorizationEndpoint(parameters)
    let issuerIsPromised = await metadata.promisesIssuerParameter
    let trip = BrowserTrip(
      redirect: redirect, purpose: .signIn, timeout: timeout, environment: environment, delivered: delivered,
      loopback: configuration.client.callbacks.loopback)
    return try await trip.make { returnTo throws(StepFailure) in
      let request = try configured { () throws(ConfigurationFailure) in
        try AuthorizationRequest(
          provider: self.provider, redirectURI: returnTo, scopes: scopes, parameters: parameters, endpoint: endpoint)
      }
      let wait = CallbackWait { query throws(StepFailure) in
        try self.grant(from: query, answering: request, issuerIsPromised: issuerIsPromised)
      }
      return BrowserTrip.Plan(url: request.url, wait: wait)
    }
  }

  func authorizationEndpoint(_ parameters: AuthorizationParameters) async throws(StepFailure) -> URL {
    let values = try configured { () throws(ConfigurationFailure) in
      try self.provider.values(with: parameters.variables)
    }
    return try await metadata.url(.authorization, values)
  }

  /// Reads a callback; hosts that it names are checked before anything is sent to them.
  func grant(
    from query: String, answering request: AuthorizationRequest, issuerIsPromised: Bool
  ) throws(StepFailure) -> AuthorizationGrant {
    let response = try AuthorizationResponse(
      query: query, answering: request, by: configuration, issuer: provider.issuer, issuerIsPromised: issuerIsPromised)
    var variables = request.variables
    let pairs = FormEncoding.decode(query) ?? []
    for variable in configuration.variables {
      guard case .callback(let name) = variable.source, let pair = pairs.first(where: { $0.name == name }) else {
        continue
      }
      guard variable.problem(with: pair.value) == nil else { throw .callback(.unexpectedField(name)) }
      variables[variable.name] = pair.value
    }
    return AuthorizationGrant(response, to: request, variables: variables)
  }

  /// Exchanges a code, verifies the ID token, and finds out who the user is.
  func exchange(_ grant: AuthorizationGrant) async throws(StepFailure) -> Credential {
    let values = try values(for: grant)
    try check(grant, values)
    let response = try await tokens.exchange(grant, values)
    let variables = try variables(of: response, after: grant.variables)
    let verified = try await verifiedClaims(of: response, answering: grant)
    let user = UserGathering(core: self, response: response, callback: grant.fields, variables: variables)
    let claims = try await user.claims(verified)
    return Credential(response, claims: claims, after: grant, variables: variables)
  }

  /// A grant may come from a device: what it must have is looked at before the client's secret goes anywhere.
  private func check(_ grant: AuthorizationGrant, _ values: TemplateValues) throws(StepFailure) {
    let rules = configuration.pkce
    let isBound = rules.method == .none || grant.codeVerifier.map { PKCE(codeVerifier: $0) != nil } ?? false
    // Hosts that a token answer names are not for a grant to say.
    let isEarly = configuration.variables.allSatisfy { variable in
      if case .token = variable.source { grant.variables[variable.name] == nil } else { true }
    }
    guard isBound, isEarly else { throw .configuration(.unusableGrant) }
    try CallbackCheck(rules: configuration.callback, values: values).check(grant)
  }

  private func values(for grant: AuthorizationGrant) throws(StepFailure) -> TemplateValues {
    let delimiter = configuration.scopes?.delimiter ?? " "
    return try configured { () throws(ConfigurationFailure) in
      try self.provider.values(with: grant.variables)
        .adding("redirect_uri", grant.redirectURI).adding("scope", grant.scopes.joined(separator: delimiter))
        .adding("code", grant.code.reveal()).adding("code_verifier", grant.codeVerifier?.reveal())
        .adding(tree: .object(grant.fields.mapValues(JSONValue.string)), as: "callback")
    }
  }

  /// Hosts that a token answer names are checked before anything is sent to them.
  private func variables(
    of response: TokenResponse, after known: [String: String]
  ) throws(StepFailure) -> [String: String] {
    var variables = known
    for variable in configuration.variables {
      guard case .token(let path) = variable.source, let value = response.all.value(at: FieldPath(path))?.spelling
      else {
        continue
      }
      guard variable.problem(with: value) == nil else {
        throw .response(.unexpectedValue(path, endpoint: "the token endpoint"))
      }
      variables[variable.name] = value
    }
    return variables
  }

  private func verifiedClaims(
    of response: TokenResponse, answering grant: AuthorizationGrant
  ) async throws(StepFailure) -> Claims? {
    guard let rules = configuration.idToken, let verifier else { return nil }
    guard let idToken = response.idToken else {
      guard !rules.required else { throw .idToken(.missingIDToken) }
      return nil
    }
    // A grant may come from elsewhere: without the nonce that was sent nothing binds the token to it.
    guard rules.nonce == .none || grant.nonce != nil else { throw .idToken(.nonceMismatch) }
    let expectation = IDTokenVerifier.Expectation(
      nonce: grant.nonce, maximumAge: grant.maximumAge, subject: nil, parameters: grant.parameters)
    return try await verifier.verify(idToken, expecting: expectation)
  }

  /// Asks for new tokens. They are kept before the new ID token is verified: verifying may need the network, and the old
  /// refresh token may be dead already.
  func refresh(
    _ old: Credential, _ keep: @Sendable (Credential) async throws(StepFailure) -> Void
  ) async throws(StepFailure) -> Credential {
    let response = try await tokens.refresh(old, try values(for: old))
    var new = old
    new.take(response)
    guard let idToken = response.idToken, let verifier else { return new }
    try await keep(new)
    let expectation = IDTokenVerifier.Expectation(
      nonce: old.claims?["nonce"]?.string, nonceMayBeMissing: true, subject: old.claims?.subject)
    let verified = try await verifier.verify(idToken, expecting: expectation)
    new.claims = try verified.merged(under: old.claims, map: configuration.userInfo.map, accessToken: new.accessToken)
    new.idToken = idToken
    return new
  }
}

extension ProviderConfiguration {
  /// What will be asked for in each group of scopes.
  fileprivate func groups(_ said: AuthorizationParameters) -> [String: [String]] {
    let all = (scopes?.groups ?? []).map { ($0.name, said.groups[$0.name] ?? $0.defaults) }
    return Dictionary(all) { first, _ in first }
  }
}

extension Claims {
  /// Fresh claims; what only the sign-in brought, such as a callback's name, stays.
  fileprivate func merged(
    under old: Claims?, map: [String: Selector], accessToken: Secret
  ) throws(StepFailure) -> Claims {
    var facts = UserFacts()
    facts.add(.object(all), map: map)
    do {
      return try Claims(
        known: facts.all.merging(old?.all ?? [:]) { fresh, _ in fresh }, identity: facts.identity ?? old?.identity,
        accessToken: accessToken.claimsOfJWT)
    } catch {
      throw .idToken(.claim(error))
    }
  }
}
