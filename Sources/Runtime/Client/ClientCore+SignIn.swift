import Foundation

extension ClientCore {
  /// The authorization-code flow with PKCE, state and nonce, from the browser to verified tokens
  /// (RFC 6749 §4.1, RFC 7636, OpenID Connect Core 1.0 §3.1). Keeps nothing.
  func signIn(
    scopes: [String], parameters: AuthorizationParameters, timeout: Duration
  ) async throws(StepFailure) -> Credential {
    // What is missing is found before the user has signed in and the code is spent.
    _ = try await metadata.url(.token)
    if configuration.idToken.required {
      _ = try await metadata.url(.keys)
      _ = try await metadata.idTokenAlgorithms()
    }
    let (request, answer) = try await authorize(scopes: scopes, parameters: parameters, timeout: timeout)
    let response = try await tokens.exchange(answer.code, of: request)
    let expectation = IDTokenVerifier.Expectation(
      nonce: request.nonce, maximumAge: request.maximumAge, subject: nil)
    let claims = try await verifiedClaims(of: response, expecting: expectation)
    return Credential(
      accessToken: response.accessToken, refreshToken: response.refreshToken, idToken: response.idToken,
      claims: claims, expiresAt: expiry(of: response), scopes: response.scopes ?? request.scopes)
  }

  private func authorize(
    scopes: [String], parameters: AuthorizationParameters, timeout: Duration
  ) async throws(StepFailure) -> (AuthorizationRequest, AuthorizationResponse) {
    let endpoint = try await metadata.url(.authorization)
    let issuerIsPromised = await metadata.promisesIssuerParameter
    let trip = BrowserTrip(
      redirect: redirect, purpose: .signIn, timeout: timeout, environment: environment, delivered: delivered)
    return try await trip.make { returnTo throws(StepFailure) in
      let request = try configured { () throws(ConfigurationFailure) in
        try AuthorizationRequest(
          endpoint: endpoint, configuration: self.configuration, clientID: self.clientID, redirectURI: returnTo,
          scopes: scopes, parameters: parameters)
      }
      let (issuer, knownErrors) = (self.provider.issuer, self.configuration.errors)
      let wait = CallbackWait { query throws(StepFailure) in
        let answer = try AuthorizationResponse(
          query: query, answering: request, issuer: issuer, issuerIsPromised: issuerIsPromised,
          knownErrors: knownErrors)
        return (request, answer)
      }
      return BrowserTrip.Plan(url: request.url, wait: wait)
    }
  }

  /// Asks for new tokens; what the answer leaves out stays as it was (RFC 6749 §6). The new tokens are kept before the
  /// new ID token is verified: verifying may need the network, and the old refresh token may be dead already.
  func refresh(
    _ old: Credential, _ keep: @Sendable (Credential) async throws(StepFailure) -> Void
  ) async throws(StepFailure) -> Credential {
    guard let refreshToken = old.refreshToken else { throw .notSignedIn }
    let response = try await tokens.refresh(refreshToken)
    var new = old
    new.accessToken = response.accessToken
    new.refreshToken = response.refreshToken ?? old.refreshToken
    new.expiresAt = expiry(of: response)
    new.scopes = response.scopes ?? old.scopes
    guard let idToken = response.idToken else { return new }
    try await keep(new)
    let expectation = IDTokenVerifier.Expectation(
      nonce: old.claims?["nonce"]?.string, nonceMayBeMissing: true, subject: old.claims?.subject)
    new.claims = try await verifier.verify(idToken, expecting: expectation)
    new.idToken = idToken
    return new
  }

  private func verifiedClaims(
    of response: TokenResponse, expecting expectation: IDTokenVerifier.Expectation
  ) async throws(StepFailure) -> Claims? {
    guard let idToken = response.idToken else {
      guard !configuration.idToken.required else { throw .idToken(.missingIDToken) }
      return nil
    }
    return try await verifier.verify(idToken, expecting: expectation)
  }

  private func expiry(of response: TokenResponse) -> Date? {
    response.expiresIn.map { environment.now().addingTimeInterval($0.seconds) }
  }
}
