import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import Testing

@Suite struct `A client of a provider that identifies no user` {
  @Test func `Authorizing returns the granted scopes and the expiry`() async throws {
    try await ScriptedProvider.run(as: APIOnly.self) { provider in
      await provider.rewrite { $0.tokens = { $0["scope"] = "read audit" } }
      let client = provider.client(APIOnly.self)
      let grant = try await client.authorize(scopes: [.read, .write])
      #expect(grant.scopes == ["read", "audit"])
      #expect(try #require(grant.expiresAt) > Date())
      #expect(provider.requests.map(\.path) == ["/authorize", "/token"])
    }
  }

  @Test func `A session without a user is saved and refreshed, and ends when the tokens are revoked`() async throws {
    try await ScriptedProvider.run(as: APIOnly.self) { provider in
      let store = MemoryCredentialStore()
      let environment = AuthEnvironment(browser: FollowingBrowser(), store: store)
      let grant = try await provider.client(APIOnly.self, environment: environment).authorize()

      let later = provider.client(APIOnly.self, environment: environment)
      #expect(try await later.grant() == grant)
      let first = try await later.accessToken()
      let credential = try #require(try await later.credential())
      #expect(credential.claims == nil)
      #expect(try await later.accessToken(validFor: .seconds(7200)) != first)
      #expect(try await later.credential()?.refreshToken != credential.refreshToken)
      try await later.revokeTokens()
      #expect(try await later.grant() == nil)
      await #expect(throws: APIOnly.Failure.notSignedIn) { _ = try await later.accessToken() }
    }
  }

  @Test func `A user grants access on another device`() async throws {
    try await ScriptedProvider.run(as: APIOnly.self) { provider in
      let client = provider.client(APIOnly.self, environment: AuthEnvironment(clock: InstantClock()))
      let grant = try await client.authorizeOnAnotherDevice { code in #expect(code.userCode == "WDJB-MJHT") }
      #expect(grant.scopes == ["read"])
      #expect(try await client.credential()?.claims == nil)
    }
  }

  @Test func `A denied authorization keeps the earlier session`() async throws {
    try await ScriptedProvider.run(as: APIOnly.self) { provider in
      let client = provider.client(APIOnly.self)
      _ = try await client.authorize()
      let token = try await client.accessToken()
      await provider.inject(.denial)
      do throws(APIOnly.Failure) {
        _ = try await client.authorize()
        Issue.record("the denial was ignored")
      } catch {
        guard case .server(.accessDenied?, _) = error else { throw error }
      }
      #expect(try await client.accessToken() == token)
    }
  }
}

/// A clock on which every wait ends immediately.
private struct InstantClock: Clock {
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
  }
}
