import Foundation

extension ClientCore {
  /// Signs out: clears the local state, revokes the tokens, and ends the browser session. Each step runs even if an
  /// earlier one failed. The first failure is thrown at the end.
  func signOut(flags: [String], redirect: Redirect, timeout: Duration) async throws(StepFailure) {
    await signIns.endSteps()
    // Otherwise, an adoption in another process could start a session after this one is cleared.
    let adopted = await attempt { () async throws(StepFailure) in try await self.session.withdrawAdoption() }
    // Read the ID token before the state is cleared, because the provider needs it to identify the session. Use the
    // latest credential, so that the tokens that another process refreshed are revoked.
    let credential: Result<Credential?, StepFailure> = await attempt { () async throws(StepFailure) in
      try await self.session.latest()
    }
    let known = try? credential.get()
    // Clear before any request: if the process is killed now, the user is signed out, and no refresh can start.
    let clearing = await attempt { () async throws(StepFailure) in try await self.session.clear() }
    let revocation = await attempt { () async throws(StepFailure) in
      if let known { try await self.revoke(known, allowsMissing: true) }
    }
    // A refresh may have ended after the latest credential was read.
    let laterRevocation = await attempt { () async throws(StepFailure) in
      guard let last = try? clearing.get(), last.refreshToken != (known ?? nil)?.refreshToken else { return }
      try await self.revoke(last, allowsMissing: true)
    }
    let withdrawal = await attempt { () async throws(StepFailure) in
      if let left = try adopted.get() { try await self.revoke(left, allowsMissing: true) }
    }
    let ending = await attempt { () async throws(StepFailure) in
      try await self.endBrowserSession(of: known ?? nil, flags: flags, redirect: redirect, timeout: timeout)
    }
    _ = try credential.get()
    _ = try clearing.get()
    try revocation.get()
    try laterRevocation.get()
    try withdrawal.get()
    try ending.get()
  }

  /// Revokes the tokens at the server, and then clears the session. If the refresh token couldn't be revoked, the
  /// session stays. Failures are thrown at the end.
  func revokeTokens() async throws(StepFailure) {
    guard let credential = try await session.latest() else {
      if let left = try await session.withdrawAdoption() { try await revoke(left, allowsMissing: false) }
      throw .notSignedIn
    }
    let revocation = try await revocation(of: credential, allowsMissing: false)
    if !revocation.endsSession { try revocation.check() }
    await signIns.endSteps()
    let adopted = await attempt { () async throws(StepFailure) in try await self.session.withdrawAdoption() }
    let clearing = await attempt { () async throws(StepFailure) in try await self.session.clear() }
    // If a refresh has ended since, its tokens are still valid.
    let later = await attempt { () async throws(StepFailure) in
      guard let last = try? clearing.get(), last.refreshToken != credential.refreshToken else { return }
      try await self.revoke(last, allowsMissing: false)
    }
    if let left = try adopted.get() { try await revoke(left, allowsMissing: false) }
    _ = try clearing.get()
    try later.get()
    try revocation.check()
  }

  func revoke(_ credential: Credential, allowsMissing: Bool) async throws(StepFailure) {
    try await revocation(of: credential, allowsMissing: allowsMissing).check()
  }

  private func revocation(of credential: Credential, allowsMissing: Bool) async throws(StepFailure) -> Revocation {
    let rules = configuration.revocation
    let values = try values(for: credential)
    var revocation = Revocation()
    guard rules.style != .none, let url = try await revocationURL(values) else {
      if allowsMissing { return revocation }
      throw .configuration(.missingEndpoint(.revocation))
    }
    // If one token can't be revoked, still revoke the others.
    for token in credential.revocableTokens(rules.tokens, at: environment.now()) {
      do throws(StepFailure) {
        try await client(of: credential).tokens.revoke(token.token, kind: token.kind, at: url, values)
        if token.kind == .refreshToken { revocation.endsSession = true }
      } catch {
        revocation.note(error, of: token)
      }
    }
    return revocation
  }

  private func revocationURL(_ values: TemplateValues) async throws(StepFailure) -> URL? {
    guard let endpoint = configuration.revocation.endpoint else {
      return try await metadata.optionalURL(.revocation, values)
    }
    return try values.url(endpoint)
  }

  private func endBrowserSession(
    of credential: Credential?, flags: [String], redirect: Redirect, timeout: Duration
  ) async throws(StepFailure) {
    let client = credential == nil ? try await asStoredClient() : self
    // Without an ID, the client can't have a session at the provider.
    if registrar != nil, credential == nil, client.registration == nil { return }
    let values =
      try credential.map { credential throws(StepFailure) in try self.values(for: credential) }
      ?? client.provider.values
    guard let endpoint = try await endSessionURL(values) else { return }
    let idToken = credential?.idToken
    try checkIDTokenHint(idToken)
    guard redirect.returnsFromSignOut else {
      let request = try endSessionRequest(at: endpoint, values, idToken: idToken, returningTo: nil, flags: flags)
      let visit = BrowserVisit(
        timeout: timeout, browser: environment.browser, pages: environment.pages, clock: environment.clock)
      return try await visit.open(request.url)
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

  /// - Throws: ``AuthFailure/notSignedIn`` if the provider requires an ID token and the session doesn't have one.
  func endSessionRequest(
    at endpoint: URL, _ values: TemplateValues, idToken: Secret?, returningTo returnTo: String?, flags: [String]
  ) throws(StepFailure) -> EndSessionRequest {
    try checkIDTokenHint(idToken)
    return try EndSessionRequest(
      endpoint: endpoint, rules: configuration.logout, values: values, idToken: idToken, returnTo: returnTo,
      flags: flags, renames: configuration.renames, stateName: configuration.callback.state)
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
