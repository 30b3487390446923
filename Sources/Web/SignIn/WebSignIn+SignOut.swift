import AuthRuntime
import Foundation
import HTTPTypes

/// A sign-out that waits for the browser's return from the provider.
private struct PendingWebSignOut: Codable {
  var signOut: PendingSignOut
  var returnTo: String
}

extension WebSignIn {
  private var signOutCookie: String { "signout." + name }
  private static var signOutTime: Duration { .seconds(600) }

  /// `logout`: ends the session here first, because the browser may not return from the provider.
  ///
  /// A field `everywhere` with the value `true` ends the user's sessions on all devices.
  func logOut(_ request: WebRequest, _ setup: Setup) async throws(RouteFailure) -> WebResponse {
    guard !isForged(request) else { throw .forgedRequest }
    let session = try await Self.stored { () async throws(StoreFailure) in try await self.session(for: request) }
    let returnTo = ownPath(request.field("return_to"))
    guard let session else {
      // It may be a session of another provider with the same cookie.
      if let id = setup.keeper.id(in: request) {
        _ = try await Self.stored { () async throws(StoreFailure) in try await setup.keeper.store.remove(id) }
      }
      return .redirect(to: setup.origin.text + returnTo, cookies: [setup.keeper.removedCookie])
    }
    let isEverywhere = request.field("everywhere") == "true"
    var response = try await observed(setup) { () async throws(Failure) in
      do throws(StoreFailure) {
        // This session is removed last. If the store fails before, the user can try again.
        if isEverywhere { try await self.endSessions(ofUserIn: session, keepingThis: true) }
        try await setup.keeper.store.remove(session.id)
      } catch {
        throw .store(error)
      }
      let revocation = await self.revocationFailure(of: session.credential, setup)
      let (response, failure) = await self.redirect(after: session.credential, returnTo, setup)
      return (response, revocation ?? failure)
    }
    response.add([setup.keeper.removedCookie])
    return response
  }

  /// Ends sessions, and reports the outcome to logs, metrics, and traces.
  func observed<Value: Sendable>(
    _ setup: Setup, _ body: () async throws(Failure) -> (Value, Failure?)
  ) async throws(RouteFailure) -> Value {
    do throws(Failure) { return try await setup.backend.observingSignOut(body) } catch {
      if case .store(let failure) = error { throw .store(failure) }
      throw .provider(error)
    }
  }

  /// Revokes the tokens. The user is signed out here even if that fails.
  private func revocationFailure(of credential: Credential, _ setup: Setup) async -> Failure? {
    guard revokesTokens else { return nil }
    do throws(Failure) { try await setup.backend.revoke(credential) } catch { return error }
    return nil
  }

  /// Returns the redirect to the provider's logout page, if there is one. If it can't be determined, the failure is returned,
  /// too: the user is signed out here in any case.
  private func redirect(
    after credential: Credential, _ returnTo: String, _ setup: Setup
  ) async -> (WebResponse, Failure?) {
    let home = WebResponse.redirect(to: setup.origin.text + returnTo)
    guard endsProviderSession else { return (home, nil) }
    do throws(Failure) {
      guard let signOut = try await setup.backend.signOut(of: credential, returningTo: signedOutURL) else {
        return (home, nil)
      }
      let pending = PendingWebSignOut(signOut: signOut.sent, returnTo: returnTo)
      return (.redirect(to: signOut.url.absoluteString, cookies: cookie(pending, setup)), nil)
    } catch {
      return (home, error)
    }
  }

  private func cookie(_ pending: PendingWebSignOut, _ setup: Setup) -> [String] {
    let value = try? setup.sealer.text(pending, for: .pendingSignOut, at: signOutCookie)
    guard let value, value.utf8.count <= PendingCookies.maximumLength else { return [] }
    return [setup.keeper.cookies.cookie(signOutCookie, value, maxAge: Self.signOutTime)]
  }

  /// `signed-out`: the browser's return from the provider. Nothing changes here, because the session has ended before.
  func finishSignOut(_ request: WebRequest, _ setup: Setup) -> WebResponse {
    let value = RequestCookies(request.headers)[setup.keeper.cookies.name(signOutCookie)]
    let pending = value.flatMap {
      setup.sealer.value(PendingWebSignOut.self, of: $0, for: .pendingSignOut, at: signOutCookie)
    }
    let isReturn = pending.map { setup.backend.isReturn(request.query, from: $0.signOut) } ?? false
    return .redirect(
      to: setup.origin.text + (isReturn ? pending?.returnTo ?? homePath : homePath),
      cookies: value == nil ? [] : [setup.keeper.cookies.removal(of: signOutCookie)])
  }
}
