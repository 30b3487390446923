import AuthRuntime
import Foundation
import HTTPTypes

/// The provider's notices that a user's session has ended there.
extension WebSignIn {
  /// `backchannel`: ends the sessions that a logout token names (OpenID Connect Back-Channel Logout 1.0 §2.6, §2.7).
  ///
  /// The status is 200 if they ended, even if there were none, and 400 for an invalid or repeated token, or if the store failed.
  func endSessions(backchannel request: WebRequest, _ setup: Setup) async -> WebResponse {
    do throws(RouteFailure) {
      guard let text = request.field("logout_token") else { throw .invalidRequest("logout_token") }
      return try await observed(setup) { () async throws(Failure) in
        let token = try await setup.backend.verifyLogoutToken(text)
        do throws(StoreFailure) { try await self.endSessions(of: token, setup) } catch { throw .store(error) }
        return (WebResponse(.ok), nil)
      }
    } catch {
      log(error)
      return .json(.badRequest, ["error": "invalid_request"])
    }
  }

  private func endSessions(of token: LogoutToken, _ setup: Setup) async throws(StoreFailure) {
    let client = setup.keeper.client(issuer: token.claims["iss"]?.string)
    let seen = RememberedValue(
      .logoutToken, [client.issuer, client.clientID, token.id], expiresAt: token.acceptedUntil)
    guard try await !setup.keeper.store.isRemembered(seen) else {
      throw .unavailable("the logout token was used before")
    }
    if let session = token.sessionID {
      try await setup.keeper.store.removeSessions(of: client, issuerSessionID: session)
    } else if let subject = token.subject {
      try await setup.keeper.store.removeSessions(of: client, subject: subject, except: nil)
    }
    // Only now, so that the provider can send the token again if the sessions couldn't be removed. If another server has just
    // handled the same token, it did the same.
    _ = try await setup.keeper.store.remember(seen)
  }

  /// `frontchannel`: ends the sessions of a session at the provider. The provider frames this page (OpenID Connect
  /// Front-Channel Logout 1.0 §2). Browsers don't send the session's cookie with it, so the provider must send `sid`, which
  /// strangers don't know.
  func endSessions(frontchannel request: WebRequest, _ setup: Setup) async -> WebResponse {
    do throws(RouteFailure) {
      let notice: FrontChannelLogout
      do throws(Failure) { notice = try await setup.backend.frontChannelLogout(query: request.query) } catch {
        throw .provider(error)
      }
      if let session = notice.sessionID {
        let client = setup.keeper.client(issuer: notice.issuer)
        try await observed(setup) { () async throws(Failure) in
          do throws(StoreFailure) {
            try await setup.keeper.store.removeSessions(of: client, issuerSessionID: session)
          } catch {
            throw .store(error)
          }
          return ((), nil)
        }
      }
      return framed(WebResponse(.ok, headers: [.contentType: "text/html; charset=utf-8"]))
    } catch {
      log(error)
      return framed(WebResponse(.badRequest))
    }
  }

  /// The provider's page must be able to show the response in a frame.
  private func framed(_ response: WebResponse) -> WebResponse {
    var response = response
    response.headers[.frameOptions] = nil
    response.headers[.contentSecurityPolicy] = "default-src 'none'"
    return response
  }
}
