import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Token exchanges` {
  @Test func `An exchange sends the session's refresh token with the descriptor's types and the app's arguments`()
    async throws
  {
    try await signedIn { provider, vault in
      let token = try await vault.exchange(.vault(connection: "google-oauth2"))
      let sent = try #require(exchanges(provider).first)
      #expect(sent["grant_type"] == Vault.configuration.exchanges[0].grantType)
      #expect(sent["subject_token"] == (try await vault.credential())?.refreshToken?.reveal())
      #expect(sent["subject_token_type"] == "urn:ietf:params:oauth:token-type:refresh_token")
      #expect(
        sent["requested_token_type"] == "http://auth0.com/oauth/token-type/federated-connection-access-token")
      #expect(sent["connection"] == "google-oauth2")
      #expect(sent["login_hint"] == nil)
      #expect(token.issuedTokenType == sent["requested_token_type"])
      #expect(token.isAccessToken)
      #expect(token.expiresAt != nil)
    }
  }

  @Test func `A token is used again for the same arguments, and other arguments get their own token`() async throws {
    try await signedIn { provider, vault in
      let first = try await vault.exchange(.api(audience: "one", scopes: [.profile, .openid]))
      #expect(try await vault.exchange(.api(audience: "one", scopes: [.openid, .profile])) == first)
      #expect(try await vault.exchange(.api(audience: "two")).token != first.token)
      #expect(try await vault.exchange(.vault(connection: "one")).token != first.token)
      #expect(exchanges(provider).count == 3)
      #expect(exchanges(provider)[0]["scope"] == "openid profile")
    }
  }

  @Test func `Many callers share one exchange`() async throws {
    try await signedIn { provider, vault in
      let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
        for _ in 0..<50 { group.addTask { try await vault.exchange(.api(audience: "one")).token } }
        return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1)
      #expect(exchanges(provider).count == 1)
    }
  }

  @Test func `An expired token is exchanged again, and an app can ask for a new one earlier`() async throws {
    let date = Guarded(Date())
    try await signedIn(now: { date.withLock { $0 } }) { provider, vault in
      let first = try await vault.exchange(.api(audience: "one"))
      let second = try await vault.exchange(.api(audience: "one"), renewing: true)
      #expect(second.token != first.token)
      #expect(try await vault.exchange(.api(audience: "one")) == second)
      date.withLock { $0 += 3590 }
      #expect(try await vault.exchange(.api(audience: "one")).token != second.token)
      #expect(exchanges(provider).count == 3)
    }
  }

  @Test func `Exchanged tokens are stored with the session, and end with it`() async throws {
    let store = MemoryCredentialStore()
    try await signedIn(store: store) { provider, vault in
      let token = try await vault.exchange(.vault(connection: "x"))
      let environment = AuthEnvironment(browser: FollowingBrowser(), store: store)
      let again = provider.client(Vault.self, environment: environment)
      #expect(try await again.exchange(.vault(connection: "x")).token == token.token)
      #expect(exchanges(provider).count == 1)
      try await again.signOut()
      await #expect(throws: Vault.Failure.notSignedIn) { try await again.exchange(.vault(connection: "x")) }
      _ = try await again.signIn(scopes: [.openid])
      #expect(try await again.credential()?.exchangedTokens.isEmpty == true)
    }
  }

  /// The tokens that a provider was asked to revoke.
  private func revoked(_ provider: ScriptedProvider) -> [String] {
    provider.requests.filter { $0.path == "/revoke" }.compactMap { request in
      FormEncoding.decode(request.text)?.first { $0.name == "token" }?.value
    }
  }

  @Test func `Signing out revokes the exchanged access tokens that are still valid`() async throws {
    let now = Locked(Date())
    try await signedIn(now: { now.value }) { provider, vault in
      let expired = try await vault.exchange(.api(audience: "one"))
      now.withLock { $0 += 3000 }
      let valid = try await vault.exchange(.vault(connection: "google-oauth2"))
      let idToken = try await vault.exchange(.plain)
      now.withLock { $0 += 900 }
      let credential = try #require(try await vault.credential())
      try await vault.signOut()
      let revoked = revoked(provider)
      #expect(revoked.contains(valid.token.reveal()) && revoked.contains(credential.accessToken.reveal()))
      #expect(!revoked.contains(expired.token.reveal()))
      #expect(revoked.contains(idToken.token.reveal()) == idToken.isAccessToken)
    }
  }

  @Test func `A server that didn't issue an exchanged token itself doesn't make the sign-out fail`() async throws {
    try await signedIn { provider, vault in
      let token = try await vault.exchange(.vault(connection: "google-oauth2")).token.reveal()
      await provider.rewrite {
        $0.instead = { request in
          let isForeign = request.path == "/revoke" && request.text.contains(token)
          return isForeign ? .json(#"{"error":"invalid_request"}"#, status: 400) : nil
        }
      }
      try await vault.signOut()
      #expect(revoked(provider).contains(token))
      #expect(try await vault.credential() == nil)
    }
  }

  @Test func `A refresh keeps the exchanged tokens`() async throws {
    try await signedIn { provider, vault in
      let token = try await vault.exchange(.api(audience: "one"))
      try await vault.refresh()
      #expect(try await vault.exchange(.api(audience: "one")).token == token.token)
      #expect(exchanges(provider).count == 1)
    }
  }

  @Test func `An expired access token is refreshed before it's exchanged`() async throws {
    let date = Guarded(Date())
    try await signedIn(now: { date.withLock { $0 } }) { provider, vault in
      let old = try await vault.accessToken()
      date.withLock { $0 += 3600 }
      _ = try await vault.exchange(.api(audience: "one"))
      let sent = try #require(exchanges(provider).first?["subject_token"])
      #expect(sent != old.reveal())
      #expect(sent == (try await vault.accessToken()).reveal())
    }
  }

  @Test func `A rejected exchange doesn't end the session`() async throws {
    try await signedIn { provider, vault in
      for (fault, code) in [(ScriptedFault.ExchangeFault.rejected, "invalid_grant"), (.target, "invalid_target")] {
        await provider.inject(.exchange(fault), times: 1)
        do throws(Vault.Failure) {
          _ = try await vault.exchange(.vault(connection: "x"))
          Issue.record("no error")
        } catch {
          guard case .server(_, let reason) = error else { throw error }
          #expect(reason.code == code)
        }
      }
      _ = try await vault.exchange(.vault(connection: "x"))
      #expect(try await vault.credential() != nil)
    }
  }

  @Test func `A refresh token that wasn't requested is rejected, and a missing type is accepted`() async throws {
    try await signedIn { provider, vault in
      await provider.inject(.exchange(.refreshTokenIssued), times: 2)
      for request in [ExchangeRequest<Vault>.api(audience: "x"), .vault(connection: "x")] {
        await #expect(throws: Vault.Failure.response(.unexpectedValue("issued_token_type", endpoint: .token))) {
          try await vault.exchange(request)
        }
      }
      #expect(try await vault.credential()?.exchangedTokens.isEmpty == true)
      await provider.inject(.exchange(.typeOmitted), times: 1)
      let token = try await vault.exchange(.api(audience: "x"))
      #expect(token.issuedTokenType == "urn:ietf:params:oauth:token-type:access_token")
    }
  }

  @Test func `A token that isn't an access token says so, and constants are sent`() async throws {
    try await signedIn { provider, vault in
      let token = try await vault.exchange(.plain)
      #expect(!token.isAccessToken)
      #expect(token.tokenType == "N_A")
      #expect(exchanges(provider).first?["version"] == "2")
    }
  }

  @Test func `A delegation sends the actor's token and the resource`() async throws {
    try await signedIn { provider, vault in
      let token = try await vault.exchange(
        .delegate(actor: .token(Secret("a.b.c")), resource: "https://api.example/x"))
      let sent = try #require(exchanges(provider).first)
      #expect(sent["actor_token"] == "a.b.c")
      #expect(sent["actor_token_type"] == jwt)
      #expect(sent["resource"] == "https://api.example/x")
      // Another actor must not get the first one's token.
      let other = try await vault.exchange(
        .delegate(actor: .token(Secret("d.e.f")), resource: "https://api.example/x"))
      #expect(other.token != token.token)
      await #expect(throws: Vault.Failure.self) {
        try await vault.exchange(.delegate(actor: .token(Secret("a.b.c")), resource: "not a URL"))
      }
    }
  }

  @Test func `An exchange without a session fails without a request if it needs one`() async throws {
    try await ScriptedProvider.run(as: Vault.self) { provider in
      let vault = provider.client(Vault.self)
      await #expect(throws: Vault.Failure.notSignedIn) { try await vault.exchange(.vault(connection: "x")) }
      await #expect(throws: Vault.Failure.notSignedIn) {
        try await vault.exchange(.workload(subject: .token(Secret("a.b.c")), level: .high))
      }
      #expect(exchanges(provider).isEmpty)
    }
  }

  @Test func `A session without a refresh token can't exchange it`() async throws {
    try await signedIn { provider, vault in
      await provider.rewrite { $0.tokens = { $0["refresh_token"] = nil } }
      _ = try await vault.signIn(scopes: [.openid])
      await #expect(throws: Vault.Failure.notSignedIn) { try await vault.exchange(.vault(connection: "x")) }
    }
  }

  @Test func `A session keeps a limited number of exchanged tokens`() async throws {
    try await signedIn { _, vault in
      for number in 0..<(ExchangedToken.maximumCount + 4) {
        _ = try await vault.exchange(.api(audience: "api-\(number)"))
      }
      #expect(try await vault.credential()?.exchangedTokens.count == ExchangedToken.maximumCount)
    }
  }

  @Test func `A printed token and a printed credential don't show the tokens`() async throws {
    try await signedIn { _, vault in
      let token = try await vault.exchange(.api(audience: "x"))
      var text = "\(token)"
      dump(try await vault.credential(), to: &text)
      dump(token, to: &text)
      #expect(!text.contains(token.token.reveal()))
    }
  }

  @Test func `A server's response without a token, or one that can't be read, fails`() async throws {
    try await signedIn { provider, vault in
      for body in ["{}", "[]", #"{"access_token": 5}"#, #"{"access_token": "a\nb", "token_type": "Bearer"}"#, "x"] {
        await provider.rewrite { $0.tokenResponse = { _ in .json(body) } }
        await #expect(throws: Vault.Failure.self) { try await vault.exchange(.api(audience: "x")) }
      }
      let credential = try await vault.credential()
      #expect(credential != nil)
    }
  }
}
