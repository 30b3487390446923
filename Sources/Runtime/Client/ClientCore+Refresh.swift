import Foundation

extension ClientCore {
  /// The way that this provider renews a credential, or `nil` if it doesn't.
  var renewal: Renewal? {
    guard let rules = configuration.refresh else { return nil }
    return Renewal(
      rotates: rules.rotation != .none && rules.exchangedToken == .refreshToken,
      // A client that the server no longer knows can't refresh its tokens.
      sessionEndingErrors: rules.sessionEndingErrors + (registrar == nil ? [] : ["invalid_client"]),
      token: { $0.token(for: rules.exchangedToken) },
      prepare: { old async throws(StepFailure) in
        _ = try old.sessionKey?.checked()
        try await self.tokens.prepareRefresh(try self.values(for: old))
      },
      exchange: { old, derivedRequest async throws(StepFailure) in
        try await self.client(of: old).exchange(old, derivedRequest)
      },
      verify: { fresh, old async throws(StepFailure) in try await self.client(of: old).verified(fresh, after: old) },
      discard: { await self.discard($0) })
  }

  /// Exchanges the refresh token for new tokens (RFC 6749 §6).
  private func exchange(_ old: Credential, _ derivedRequest: DerivedTokenRequest?) async throws(StepFailure)
    -> Renewal.Tokens
  {
    let key = try await refreshKey(of: old)
    let response = try await forgettingRejectedClient { () async throws(StepFailure) in
      try await self.refreshResponse(to: old, derivedRequest, boundTo: key)
    }
    var new = old
    new.sessionKey = response.isBoundToKey ? key : old.sessionKey
    new.authSession = configuration.firstParty.authSession(in: response.all) ?? old.authSession
    new.take(response, for: derivedRequest, in: configuration.accessToken.format, at: environment.now())
    new.claims = new.claims?.replacing(accessToken: new.accessToken.claimsOfJWT)
    try await discardingOnFailure(new) { () throws(StepFailure) in
      try checkBinding(of: response, after: old.sessionKey)
    }
    return Renewal.Tokens(
      credential: new, accessToken: response.accessToken, idToken: verifier == nil ? nil : response.idToken)
  }

  /// RFC 6749 §5.2 requires an `error` with these statuses. Without one, the response is still a rejection.
  func refreshResponse(
    to old: Credential, _ derivedRequest: DerivedTokenRequest?, boundTo key: SessionKey?
  ) async throws(StepFailure) -> TokenResponse {
    do throws(StepFailure) {
      return try await tokens.bound(to: key).refresh(old, derivedRequest, try values(for: old))
    } catch {
      // The server may have rejected only the other API.
      guard derivedRequest == nil, case .response(.unexpectedStatus(let status, _)) = error,
        [400, 401].contains(status)
      else {
        throw error
      }
      throw .session(.rejected(status))
    }
  }

  func verified(_ fresh: Renewal.Tokens, after old: Credential) async throws(StepFailure) -> Credential {
    guard let idToken = fresh.idToken, let verifier else { return fresh.credential }
    var new = fresh.credential
    let expectation = IDTokenVerifier.Expectation(
      nonce: old.claims?["nonce"]?.string, nonceMayBeMissing: true, maximumTokenAge: nil,
      subject: old.claims?.subject, previous: old.claims?.all, comparesAuthenticationTime: old.maximumAge != nil,
      accessToken: fresh.accessToken)
    let verified: Claims
    do throws(StepFailure) {
      verified = try await verifier.verify(idToken, expecting: expectation)
    } catch .idToken(.hashMismatch) {
      // A server that repeats the tokens of the first refresh may sign the ID token for other tokens. The tokens came from
      // the token endpoint over TLS, so the client uses them and ignores the ID token.
      return fresh.credential
    }
    new.claims = try verified.merged(
      over: old, rules: configuration.userInfo, bound: verifier.rules.checks.keys,
      accessToken: new.accessToken.claimsOfJWT)
    new.idToken = try signed(idToken)
    return new
  }
}

extension Claims {
  /// The claims that describe the sign-in rather than the user. They stay, so that later tokens are compared with them.
  private static let ofSignIn: Set<String> = [
    "iss", "sub", "aud", "azp", "nonce", "auth_time", "sid", "session_expiry",
  ]

  /// Returns these claims of a refreshed ID token, and the earlier claims that came from another source or describe the
  /// sign-in. The user's key stays the same, because the app's data is filed under it.
  ///
  /// - Parameter bound: The claims that the descriptor checks.
  fileprivate func merged(
    over old: Credential, rules: ProviderConfiguration.UserInfoRules, bound: some Sequence<String>,
    accessToken: [String: JSONValue]
  ) throws(StepFailure) -> Claims {
    // If the ID token isn't the first source, its claims don't replace those of an earlier one.
    let map = rules.sources.first == .idToken ? rules.map : [:]
    var (facts, before) = (UserFacts(), UserFacts())
    facts.add(.object(all), map: map)
    before.add(.object(old.idToken?.claimsOfJWT ?? [:]), map: map)
    let otherSourceNames = old.claims?.otherSourceNames ?? []
    let gone = Set(before.all.keys).subtracting(otherSourceNames).subtracting(Self.ofSignIn).subtracting(bound)
    var known = (old.claims?.all ?? [:]).filter { !gone.contains($0.key) }
    known.merge(facts.all) { _, fresh in fresh }
    // A later `auth_time` is from another sign-in.
    if let time = old.claims?["auth_time"] { known["auth_time"] = time }
    do {
      return try Claims(
        known: known, identity: old.claims?.identity ?? facts.identity, accessToken: accessToken,
        otherSourceNames: otherSourceNames)
    } catch {
      throw .idToken(.claim(error))
    }
  }
}
