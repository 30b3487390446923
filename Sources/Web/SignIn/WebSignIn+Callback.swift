import AuthRuntime
import Foundation

extension WebSignIn {
  /// `callback`: completes a sign-in of this browser.
  func finish(_ request: WebRequest, _ setup: Setup) async throws(RouteFailure) -> WebResponse {
    let entries = setup.pending.entries(of: request, at: setup.facts.environment.now()).valid
    // A request of a browser that has no pending sign-in isn't reported.
    guard !entries.isEmpty else { throw .noPendingSignIn }
    return try await setup.backend.observingSignIn(outcome: \.outcome) { () async throws(RouteFailure) in
      try await self.complete(entries, request, setup)
    }
  }

  private func complete(
    _ entries: [PendingCookies.Entry], _ request: WebRequest, _ setup: Setup
  ) async throws(RouteFailure) -> WebResponse {
    let (entry, signIn, grant) = try await grant(of: request, entries, setup)
    // The cookie is removed with the response, but a copy of it must not work at another server.
    let used = RememberedValue(.signIn, [setup.name, signIn.id], expiresAt: signIn.expiresAt)
    let isFirst = try await Self.stored { () async throws(StoreFailure) in
      try await setup.keeper.store.remember(used)
    }
    guard isFirst else { throw .noPendingSignIn }
    let removal = await setup.pending.remove(entry)
    let (user, credential) = try await exchanged(grant, setup)
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
    try check(user, credential, for: signIn, setup)
    try await checkLink(of: signIn, setup)
    let contents = SessionContents(credential: credential, account: try await account(of: user, for: signIn))
    return try await Self.stored { () async throws(StoreFailure) in
      let cookie = try await setup.keeper.start(contents, user: user)
      try await self.endPreviousSession(of: request, signIn, setup)
      return cookie
    }
  }

  /// Finds the sign-in that the callback belongs to. Each tab has one.
  private func grant(
    of request: WebRequest, _ entries: [PendingCookies.Entry], _ setup: Setup
  ) async throws(RouteFailure) -> (PendingCookies.Entry, PendingSignIn, AuthorizationGrant) {
    let response = request.method == .post ? request.form : request.query
    for entry in entries.prefix(PendingCookies.most) {
      let found = try await Self.stored { () async throws(StoreFailure) in try await setup.pending.signIn(of: entry) }
      guard let signIn = found else { continue }
      do throws(Failure) {
        return (entry, signIn, try await setup.backend.verifiedGrant(from: response, for: signIn.authorization))
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

  private func exchanged(
    _ grant: AuthorizationGrant, _ setup: Setup
  ) async throws(RouteFailure) -> (Provider.User, Credential) {
    do throws(Failure) {
      let signedIn = try await setup.backend.exchange(grant)
      guard let user = signedIn.user else { throw .response(.unknownUser) }
      return (user, signedIn.credential)
    } catch {
      throw .provider(error)
    }
  }

  /// Checks a sign-in that a policy required.
  private func check(
    _ user: Provider.User, _ credential: Credential, for signIn: PendingSignIn, _ setup: Setup
  ) throws(RouteFailure) {
    if let known = signIn.user {
      let issuer = setup.keeper.client(of: user.claims).issuer
      guard known.subject.isExactly(user.subject), known.issuer.isExactly(issuer) else { throw .anotherUser }
    }
    if let demand = signIn.demand, !demand.isSatisfied(by: credential, at: setup.facts.environment.now()) {
      throw .policyNotSatisfied
    }
  }

  /// Whoever has signed out meanwhile doesn't link accounts anymore.
  private func checkLink(of signIn: PendingSignIn, _ setup: Setup) async throws(RouteFailure) {
    guard signIn.account != nil else { return }
    let id = signIn.session.flatMap(SessionIDHash.init(bytes:))
    let exists = try await Self.stored { () async throws(StoreFailure) in
      if let id { try await setup.keeper.exists(id) } else { false }
    }
    guard exists else { throw .noPendingSignIn }
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
