import AuthRuntime
import Foundation

extension WebSignIn {
  /// `callback`: completes a sign-in of this browser.
  func finish(_ request: WebRequest, _ setup: Setup) async throws(RouteFailure) -> WebResponse {
    let entries = setup.pending.entries(of: request, at: setup.facts.environment.now()).valid
    // Without a pending sign-in, nothing is reported.
    guard !entries.isEmpty else { throw .noPendingSignIn }
    return try await setup.backend.observingSignIn(outcome: \.outcome) { () async throws(RouteFailure) in
      try await self.complete(entries, request, setup)
    }
  }

  private func complete(
    _ entries: [PendingCookies.Entry], _ request: WebRequest, _ setup: Setup
  ) async throws(RouteFailure) -> WebResponse {
    let (entry, signIn, grant) = try await setup.grant(of: request, in: entries)
    // The cookie is removed with the response, but a copy of it must not work at another server.
    let used = RememberedValue(.signIn, [setup.name, signIn.id], expiresAt: signIn.expiresAt)
    let isFirst = try await Self.stored { () async throws(StoreFailure) in
      try await setup.keeper.store.remember(used)
    }
    guard isFirst else { throw .noPendingSignIn }
    let removal = await setup.pending.remove(entry)
    let (user, credential) = try await setup.exchanged(grant)
    do throws(RouteFailure) {
      let cookie = try await startSession(of: user, credential, for: signIn, request, setup)
      return .redirect(to: setup.origin.text + signIn.returnTo, cookies: [removal, cookie])
    } catch {
      // No session has the tokens.
      await setup.backend.discard(credential)
      throw error
    }
  }

  /// Returns the cookie of the new session.
  private func startSession(
    of user: Provider.User, _ credential: Credential, for signIn: PendingSignIn, _ request: WebRequest,
    _ setup: Setup
  ) async throws(RouteFailure) -> String {
    try setup.check(user, credential, for: signIn)
    try await setup.checkLink(of: signIn)
    let contents = SessionContents(credential: credential, account: try await account(of: user, for: signIn))
    return try await Self.stored { () async throws(StoreFailure) in
      let cookie = try await setup.keeper.start(contents, user: user)
      try await self.endPreviousSession(of: request, signIn, setup)
      return cookie
    }
  }

  private func account(of user: Provider.User, for signIn: PendingSignIn) async throws(RouteFailure) -> String? {
    do { return try await account(user, signIn.account) } catch { throw .rejected }
  }

  /// Ends the sessions that the new one replaces.
  private func endPreviousSession(
    of request: WebRequest, _ signIn: PendingSignIn, _ setup: Setup
  ) async throws(StoreFailure) {
    let replaced = [signIn.user?.session, signIn.session].map { $0.flatMap(SessionIDHash.init(bytes:)) }
    for id in Set((replaced + [setup.keeper.id(in: request)]).compactMap { $0 }) {
      try await setup.keeper.store.remove(id)
    }
  }
}

extension WebSignIn.Setup {
  /// Finds the sign-in that the callback belongs to. Each tab has one.
  fileprivate func grant(
    of request: WebRequest, in entries: [PendingCookies.Entry]
  ) async throws(WebSignIn.RouteFailure) -> (PendingCookies.Entry, PendingSignIn, AuthorizationGrant) {
    let response = request.method == .post ? request.form : request.query
    for entry in entries.prefix(PendingCookies.maximumSignIns) {
      let found = try await WebSignIn.stored { () async throws(StoreFailure) in try await pending.signIn(of: entry) }
      guard let signIn = found else { continue }
      do throws(WebSignIn.Failure) {
        return (entry, signIn, try await backend.verifiedGrant(from: response, for: signIn.authorization))
      } catch .callback(.stateMismatch) {
        continue
      } catch .callback(.unexpected) {
        throw .noPendingSignIn
      } catch {
        throw .provider(error)
      }
    }
    throw .noPendingSignIn
  }

  fileprivate func exchanged(
    _ grant: AuthorizationGrant
  ) async throws(WebSignIn.RouteFailure) -> (Provider.User, Credential) {
    do throws(WebSignIn.Failure) {
      let signedIn = try await backend.exchange(grant)
      guard let user = signedIn.user else { throw .response(.unknownUser) }
      return (user, signedIn.credential)
    } catch {
      throw .provider(error)
    }
  }

  /// Checks a sign-in that a policy required.
  fileprivate func check(
    _ user: Provider.User, _ credential: Credential, for signIn: PendingSignIn
  ) throws(WebSignIn.RouteFailure) {
    if let known = signIn.user {
      let issuer = keeper.client(of: user.claims).issuer
      guard known.subject.isExactly(user.subject), known.issuer.isExactly(issuer) else { throw .anotherUser }
    }
    if let demand = signIn.demand, !demand.isSatisfied(by: credential, at: facts.environment.now()) {
      throw .policyNotSatisfied
    }
  }

  /// After a sign-out, an earlier sign-in links no accounts.
  fileprivate func checkLink(of signIn: PendingSignIn) async throws(WebSignIn.RouteFailure) {
    guard signIn.account != nil else { return }
    let id = signIn.session.flatMap(SessionIDHash.init(bytes:))
    let exists = try await WebSignIn.stored { () async throws(StoreFailure) in
      if let id { try await keeper.exists(id) } else { false }
    }
    guard exists else { throw .noPendingSignIn }
  }
}
