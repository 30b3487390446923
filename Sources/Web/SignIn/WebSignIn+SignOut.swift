import AuthRuntime
import Foundation
import HTTPTypes

/// A sign-out that waits for the browser's return from the provider.
private struct PendingWebSignOut: Codable {
  var signOut: PendingSignOut
  var returnTo: String
}

extension WebSignIn {
  private var signOutCookie: String { "signout." + ((try? setup.get().name) ?? "") }
  private static var signOutTime: Duration { .seconds(600) }

  /// `logout`: ends the session here first, because the browser may not return from the provider.
  ///
  /// A field `everywhere` with the value `true` ends the user's sessions on all devices.
  func logOut(_ request: WebRequest, _ setup: Setup) async throws(RouteFailure) -> WebResponse {
    guard !isForged(request) else { throw .forgedRequest }
    let session = try await Self.stored { () async throws(StoreFailure) in try await self.session(for: request) }
    let returnTo = ownPath(request.field("return_to"))
    guard let session else {
      return .redirect(to: setup.origin.text + returnTo, cookies: [setup.keeper.removedCookie])
    }
    try await Self.stored { () async throws(StoreFailure) in
      try await setup.keeper.store.remove(session.id)
      if request.field("everywhere") == "true" { try await self.endSessions(ofUserIn: session) }
    }
    if revokesTokens { await setup.backend.discard(session.credential) }
    var response = await redirect(after: session.credential, returnTo, setup)
    response.add([setup.keeper.removedCookie])
    return response
  }

  /// Returns the redirect to the provider's logout page, if there is one.
  private func redirect(after credential: Credential, _ returnTo: String, _ setup: Setup) async -> WebResponse {
    let home = WebResponse.redirect(to: setup.origin.text + returnTo)
    guard endsProviderSession else { return home }
    do throws(Failure) {
      guard let signOut = try await setup.backend.signOut(of: credential, returningTo: signedOutURL) else {
        return home
      }
      return .redirect(
        to: signOut.url.absoluteString,
        cookies: cookie(PendingWebSignOut(signOut: signOut.sent, returnTo: returnTo), setup))
    } catch {
      // The user is signed out here in any case.
      log(.provider(error))
      return home
    }
  }

  private func cookie(_ pending: PendingWebSignOut, _ setup: Setup) -> [String] {
    let value = try? setup.sealer.text(pending, for: .pendingSignOut, at: signOutCookie)
    guard let value, value.utf8.count <= PendingCookies.longest else { return [] }
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
