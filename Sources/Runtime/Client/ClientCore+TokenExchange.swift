import Foundation

/// Token exchanges (RFC 8693).
extension ClientCore {
  /// Returns the token of an exchange. One that is valid is used again.
  ///
  /// - Parameters:
  ///   - duration: How long the token must stay valid, or `nil` for the usual margin.
  ///   - renewing: Whether to exchange again although the token is valid.
  func exchange<Provider>(
    _ call: ExchangeRequest<Provider>, validFor duration: Duration?, renewing: Bool
  ) async throws(StepFailure) -> ExchangedToken {
    let plan = try ExchangePlan(call, configuration, provider.values)
    guard plan.rules.needsSession else {
      return try await ownTokens.exchanged.value(
        of: plan.id, renewing: renewing, isGood: { self.isGood(TimedToken($0), duration) }
      ) { () async throws(StepFailure) in
        try await self.asRegisteredClient { client throws(StepFailure) in
          try await client.exchange(plan, boundTo: try await client.ownKey(), of: nil)
        }
      }
    }
    let requirement = TokenRequirement(derivedRequest: DerivedTokenRequest(exchange: plan.id), duration: duration)
    // A token that is used again doesn't depend on those that it was exchanged for.
    let isReused = try await renewing ? false : hasToken(requirement)
    if !isReused { try await prepareSession(for: plan) }
    let lease = try await lease(requirement, plan, renewing: renewing)
    guard let token = lease.credential.exchangedTokens[plan.id] else { throw .notSignedIn }
    return token
  }

  /// Whether the session, as this process knows it, has a valid token.
  private func hasToken(_ requirement: TokenRequirement) async throws(StepFailure) -> Bool {
    let known = try await session.current()?.token(for: requirement.derivedRequest)
    return known.map { isGood($0, requirement.duration) } ?? false
  }

  private func lease(
    _ requirement: TokenRequirement, _ plan: ExchangePlan, renewing: Bool
  ) async throws(StepFailure) -> Session.Lease {
    let renewal = { @Sendable () -> Renewal? in self.renewal(by: plan) }
    if renewing {
      let current = try await session.lease()
      return try await session.renewed(current, requirement, by: renewal)
    }
    switch session.find(requirement, by: renewal) {
    case .lease(let good): return good
    case .refresh(let refresh): return try await refresh.value()
    case nil: return try await session.valid(requirement, by: renewal)
    }
  }

  /// Refreshes the session first if the exchange needs an access token or an ID token that is still valid.
  private func prepareSession(for plan: ExchangePlan) async throws(StepFailure) {
    let tokens = [plan.rules.subject, plan.rules.actor].compactMap { $0 }
    if tokens.contains(.accessToken) { _ = try await validLease(for: TokenRequirement()) }
    guard tokens.contains(.idToken), let credential = try await session.current(), renewal != nil,
      let expiry = credential.idToken?.claimsOfJWT["exp"].flatMap(Date.init(numericDate:)),
      expiry <= environment.now(), credential.refreshToken != nil
    else { return }
    _ = try await session.refreshed { self.renewal }
  }

  /// The exchange as a renewal of one token of the session, so that all processes share it. It never ends the session: the
  /// server may reject only this exchange.
  private func renewal(by plan: ExchangePlan) -> Renewal {
    Renewal(
      rotates: false, sessionEndingErrors: [],
      token: { $0.token(of: plan.rules.subject) ?? ($0.hasToken(of: plan.rules) ? $0.accessToken : nil) },
      prepare: { old async throws(StepFailure) in
        _ = try old.sessionKey?.checked()
        _ = try await self.metadata.url(.token, try self.values(for: old))
      },
      exchange: { old, _ async throws(StepFailure) in
        let token = try await self.client(of: old).exchange(plan, boundTo: old.sessionKey, of: old)
        var new = old
        new.keep(token, of: plan.id, at: self.environment.now())
        return Renewal.Tokens(credential: new, accessToken: token.token, idToken: nil)
      },
      verify: { fresh, _ in fresh.credential }, discard: { _ in })
  }

  /// Sends the request of an exchange.
  ///
  /// - Parameter credential: The session's credential, if the exchange needs one of its tokens.
  func exchange(
    _ plan: ExchangePlan, boundTo key: SessionKey?, of credential: Credential?
  ) async throws(StepFailure) -> ExchangedToken {
    let response = try await response(to: plan, boundTo: key, of: credential, isSignIn: false)
    return try ExchangedToken(response, by: plan.rules, scopes: plan.scopes)
  }

  func response(
    to plan: ExchangePlan, boundTo key: SessionKey?, of credential: Credential?, isSignIn: Bool
  ) async throws(StepFailure) -> TokenResponse {
    let values = try credential.map { credential throws(StepFailure) in try self.values(for: credential) }
    return try await tokens.bound(to: key).exchange(
      try await exchangeTokens(plan, credential), by: plan.rules, plan.parameters.map { ($0.name, $0.value) },
      values ?? provider.values, keepsRules: isSignIn)
  }

  private func exchangeTokens(
    _ plan: ExchangePlan, _ credential: Credential?
  ) async throws(StepFailure) -> ExchangeTokens {
    let reader = SubjectToken.Reader(transport: transports.plain)
    let subject = try await plan.subject?.read(reader) ?? credential?.token(of: plan.rules.subject)
    guard let subject else { throw .notSignedIn }
    let actor = try await plan.actor?.read(reader) ?? plan.rules.actor.flatMap { credential?.token(of: $0) }
    guard plan.rules.actor == nil || actor != nil else { throw .notSignedIn }
    return ExchangeTokens(subject: subject, actor: actor)
  }

  func isGood(_ token: TimedToken, _ duration: Duration? = nil) -> Bool {
    token.isGood(for: duration, at: environment.now())
  }
}

extension Credential {
  /// Returns the token of the session that an exchange needs.
  fileprivate func token(of kind: ProviderConfiguration.TokenExchange.Token) -> Secret? {
    switch kind {
    case .refreshToken: refreshToken
    case .accessToken: accessToken.reveal().isEmpty ? nil : accessToken
    case .idToken: idToken
    case .external: nil
    }
  }

  /// Whether the session has the tokens that an exchange takes from it.
  fileprivate func hasToken(of rules: ProviderConfiguration.TokenExchange) -> Bool {
    guard rules.subject == .external, let actor = rules.actor else { return false }
    return token(of: actor) != nil
  }
}
