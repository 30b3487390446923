import Foundation

extension ClientCore {
  /// Signs out: tokens revoked, local state gone, the browser session ended. Each step is done whatever became of the
  /// ones before; the first failure is thrown at the end.
  func signOut(flags: [String], redirect: Redirect, timeout: Duration) async throws(StepFailure) {
    // The ID token is taken before local state is cleared: the provider needs it to know whose session ends.
    // It is the latest: what another process has got is revoked, not what it has replaced.
    let credential: Result<Credential?, StepFailure> = await attempt { () async throws(StepFailure) in
      try await self.session.latest()
    }
    let known = try? credential.get()
    // Before the server is asked: whoever is killed meanwhile is signed out, and no refresh begins.
    let clearing = await attempt { () async throws(StepFailure) in _ = try await self.session.clear() }
    let revocation = await attempt { () async throws(StepFailure) in
      if let known { try await self.revoke(known, mayLack: true) }
    }
    let ending = await attempt { () async throws(StepFailure) in
      try await self.endBrowserSession(of: known ?? nil, flags: flags, redirect: redirect, timeout: timeout)
    }
    _ = try credential.get()
    try clearing.get()
    try revocation.get()
    try ending.get()
  }

  /// Makes the server forget the tokens, then forgets them here. What could not be revoked is said at the end; the session is
  /// kept only while its refresh token is good.
  func revokeTokens() async throws(StepFailure) {
    guard let credential = try await session.latest() else { throw .notSignedIn }
    let revocation = try await revocation(of: credential, mayLack: false)
    if !revocation.endsSession { try revocation.check() }
    let last = try await session.clear()
    // A refresh has ended meanwhile, and what it brought is good.
    if let last, last.refreshToken != credential.refreshToken { try await revoke(last, mayLack: false) }
    try revocation.check()
  }

  func revoke(_ credential: Credential, mayLack: Bool) async throws(StepFailure) {
    try await revocation(of: credential, mayLack: mayLack).check()
  }

  private func revocation(of credential: Credential, mayLack: Bool) async throws(StepFailure) -> Revocation {
    let rules = configuration.revocation
    let values = try values(for: credential)
    var revocation = Revocation()
    guard rules.style != .none, let url = try await revocationURL(values) else {
      if mayLack { return revocation }
      throw .configuration(.missingEndpoint(.revocation))
    }
    // One that the server will not revoke does not save the others.
    for (kind, token) in credential.tokens(rules.tokens) {
      do throws(StepFailure) {
        try await tokens.revoke(token, kind: kind, at: url, values)
        if kind == .refreshToken { revocation.endsSession = true }
      } catch {
        revocation.failures.append((kind, error))
      }
    }
    return revocation
  }

  private func revocationURL(_ values: TemplateValues) async throws(StepFailure) -> URL? {
    guard let endpoint = configuration.revocation.endpoint else {
      return try await metadata.urlIfAny(.revocation, values)
    }
    return try values.url(endpoint)
  }

  private func endBrowserSession(
    of credential: Credential?, flags: [String], redirect: Redirect, timeout: Duration
  ) async throws(StepFailure) {
    let values =
      try credential.map { credential throws(StepFailure) in try self.values(for: credential) } ?? provider.values
    guard let endpoint = try await endSessionURL(values) else { return }
    let idToken = credential?.idToken
    try checkIDTokenHint(idToken)
    guard redirect.returnsFromSignOut else {
      let request = try endSessionRequest(at: endpoint, values, idToken: idToken, returningTo: nil, flags: flags)
      do throws(BrowserFailure) { return try await environment.browser.open(request.url) } catch {
        throw .browser(error)
      }
    }
    let redirect = resolved(redirect)
    let trip = BrowserRoundTrip(
      redirect: redirect, purpose: .signOut, timeout: timeout, browser: environment.browser, pages: environment.pages,
      clock: environment.clock, delivered: delivered, loopback: configuration.client.callbacks.loopback,
      console: configuration.console)
    try await trip.make { returnTo throws(StepFailure) in
      let request = try self.endSessionRequest(
        at: endpoint, values, idToken: idToken, returningTo: returnTo, flags: flags)
      let wait = CallbackWait { query throws(StepFailure) in try request.checkReturn(query: query) }
      return BrowserRoundTrip.Plan(url: request.url, wait: wait)
    }
  }

  private func checkIDTokenHint(_ idToken: Secret?) throws(StepFailure) {
    guard idToken != nil || configuration.logout.idTokenHint != .required else { throw .notSignedIn }
  }

  /// - Throws: ``AuthFailure/notSignedIn`` when the provider demands an ID token and there is none.
  func endSessionRequest(
    at endpoint: URL, _ values: TemplateValues, idToken: Secret?, returningTo returnTo: String?, flags: [String]
  ) throws(StepFailure) -> EndSessionRequest {
    try checkIDTokenHint(idToken)
    return try EndSessionRequest(
      endpoint: endpoint, rules: configuration.logout, values: values, idToken: idToken, returnTo: returnTo,
      flags: flags, renames: configuration.renames)
  }

  func endSessionURL(_ values: TemplateValues) async throws(StepFailure) -> URL? {
    let rules = configuration.logout
    switch rules.style {
    case .none: return nil
    case .rpInitiated: return try await metadata.url(.endSession, values)
    case .custom:
      guard let endpoint = rules.endpoint else { throw .configuration(.missingEndpoint(.endSession)) }
      return try values.url(endpoint)
    }
  }

  private func attempt<Value>(_ body: () async throws(StepFailure) -> Value) async -> Result<Value, StepFailure> {
    do throws(StepFailure) { return .success(try await body()) } catch { return .failure(error) }
  }
}

extension Credential {
  /// The tokens of these kinds, those of further sets too. A sign-in that brought an ID token alone has no access token.
  fileprivate func tokens(
    _ kinds: [ProviderConfiguration.RevocationRules.Token]
  ) -> [(ProviderConfiguration.RevocationRules.Token, Secret)] {
    let further = sets.sorted { $0.key < $1.key }.map(\.value).filter { $0 != accessToken }
    let all = kinds.flatMap { kind in
      kind == .refreshToken
        ? [refreshToken].compactMap { $0 }.map { (kind, $0) } : ([accessToken] + further).map { (kind, $0) }
    }
    return all.filter { !$0.1.reveal().isEmpty }
  }
}
