import AuthRuntime
import Foundation

extension WebSignIn {
  /// `callback`: completes a sign-in of this browser.
  func finish(_ request: WebRequest, _ setup: Setup) async throws(RouteFailure) -> WebResponse {
    let (entry, signIn, grant) = try await grant(of: request, setup)
    // The cookie is removed with the response, but a copy of it must not work at another server.
    let used = RememberedValue(.signIn, [setup.name, signIn.id], expiresAt: signIn.expiresAt)
    let isFirst = try await Self.stored { () async throws(StoreFailure) in
      try await setup.keeper.store.remember(used)
    }
    guard isFirst else { throw .noPendingSignIn }
    let removal = await setup.pending.remove(entry)
    let (user, credential) = try await exchanged(grant, setup)
    try await check(user, credential, for: signIn, setup)
    let contents = SessionContents(credential: credential, account: try await account(of: user, for: signIn))
    let cookie = try await Self.stored { () async throws(StoreFailure) in
      let cookie = try await setup.keeper.start(contents, user: user)
      try await self.endPreviousSession(of: request, signIn, setup)
      return cookie
    }
    return .redirect(
      to: setup.origin.text + signIn.returnTo, cookies: [removal, cookie])
  }

  /// Finds the sign-in that the callback belongs to. Each tab has one.
  private func grant(
    of request: WebRequest, _ setup: Setup
  ) async throws(RouteFailure) -> (PendingCookies.Entry, PendingSignIn, AuthorizationGrant) {
    let response = request.method == .post ? request.form : request.query
    let entries = setup.pending.entries(of: request, at: setup.facts.environment.now()).valid
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
      return try await setup.backend.observingSignIn { () async throws(Failure) in
        let signedIn = try await setup.backend.exchange(grant)
        guard let user = signedIn.user else { throw .response(.unknownUser) }
        return (user, signedIn.credential)
      }
    } catch {
      throw .provider(error)
    }
  }

  /// Checks a sign-in that a policy required.
  private func check(
    _ user: Provider.User, _ credential: Credential, for signIn: PendingSignIn, _ setup: Setup
  ) async throws(RouteFailure) {
    if let known = signIn.user {
      let issuer = setup.keeper.client(of: user.claims).issuer
      guard known.subject.isExactly(user.subject), known.issuer.isExactly(issuer) else {
        await setup.backend.discard(credential)
        throw .anotherUser
      }
    }
    if let demand = signIn.demand, !demand.isSatisfied(by: credential, at: setup.facts.environment.now()) {
      throw .policyNotSatisfied
    }
  }

  private func account(of user: Provider.User, for signIn: PendingSignIn) async throws(RouteFailure) -> String? {
    do { return try await account(user, signIn.account) } catch { throw .rejected }
  }

  /// Ends the sessions that the new one replaces.
  private func endPreviousSession(
    of request: WebRequest, _ signIn: PendingSignIn, _ setup: Setup
  ) async throws(StoreFailure) {
    let replaced = signIn.user.flatMap { SessionIDHash(bytes: $0.session) }
    for id in Set([replaced, setup.keeper.id(in: request)].compactMap { $0 }) {
      try await setup.keeper.store.remove(id)
    }
  }
}
