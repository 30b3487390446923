import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The session's tokens in an exchange` {
  /// The number of refreshes that a provider received.
  private func refreshes(_ provider: ScriptedProvider) -> Int {
    provider.requests.filter { $0.text.contains("grant_type=refresh_token") }.count
  }

  /// The number of seconds after which the ID token has expired, and the access token hasn't.
  private static let later = 1200.0

  @Test func `An expired ID token is refreshed before it's exchanged, and a valid one isn't`() async throws {
    let date = Guarded(Date())
    try await signedIn(now: { date.withLock { $0 } }) { provider, vault in
      _ = try await vault.exchange(.plain)
      #expect(refreshes(provider) == 0)
      date.withLock { $0 += Self.later }
      let token = try await vault.exchange(.plain, renewing: true)
      #expect(!token.isAccessToken)
      #expect(refreshes(provider) == 1)
      #expect(exchanges(provider).last?["subject_token"] == (try await vault.credential())?.idToken?.reveal())
    }
  }

  @Test func `A valid exchanged token is used again without a request, even if the exchanged ID token has expired`()
    async throws
  {
    let date = Guarded(Date())
    try await signedIn(now: { date.withLock { $0 } }) { provider, vault in
      let token = try await vault.exchange(.plain)
      date.withLock { $0 += Self.later }
      #expect(try await vault.exchange(.plain) == token)
      #expect(refreshes(provider) == 0)
      #expect(exchanges(provider).count == 1)
    }
  }

  @Test func `A valid exchanged token is used again without a request, even if the session's access token has expired`()
    async throws
  {
    let date = Guarded(Date())
    try await signedIn(now: { date.withLock { $0 } }) { provider, vault in
      date.withLock { $0 += 1800 }
      let token = try await vault.exchange(.api(audience: "one"))
      date.withLock { $0 += 1800 }
      #expect(try await vault.exchange(.api(audience: "one")) == token)
      #expect(refreshes(provider) == 0)
      #expect(exchanges(provider).count == 1)
    }
  }

  @Test func `An expired ID token doesn't matter to an exchange of another token`() async throws {
    let date = Guarded(Date())
    try await signedIn(now: { date.withLock { $0 } }) { provider, vault in
      date.withLock { $0 += Self.later }
      _ = try await vault.exchange(.vault(connection: "x"))
      #expect(refreshes(provider) == 0)
    }
  }

  @Test func `An expired ID token of a session without a refresh token is exchanged as it is`() async throws {
    let date = Guarded(Date())
    try await signedIn(now: { date.withLock { $0 } }) { provider, vault in
      await provider.rewrite { $0.tokens = { $0["refresh_token"] = nil } }
      _ = try await vault.signIn(scopes: [.openid])
      date.withLock { $0 += Self.later }
      _ = try await vault.exchange(.plain)
      #expect(exchanges(provider).count == 1)
    }
  }

  @Test func `An expired ID token is exchanged as it is at a provider that doesn't refresh tokens`() async throws {
    let date = Guarded(Date())
    try await ScriptedProvider.run(as: Vault.self) { provider in
      await provider.rewrite { $0.now = { date.withLock { $0 } } }
      let environment = AuthEnvironment(browser: FollowingBrowser(), now: { date.withLock { $0 } })
      var configuration = provider.configuration
      configuration.refresh = nil
      let vault = AuthClient<Vault>(
        configuration: configuration, variables: [:], clientID: "test-client",
        redirect: .loopback(ports: 20_000...29_999), environment: environment.withOwnRedirects)
      _ = try await vault.signIn(scopes: [.openid, "offline_access"])
      #expect(try await vault.credential()?.refreshToken != nil)
      date.withLock { $0 += Self.later }
      _ = try await vault.exchange(.plain)
      #expect(exchanges(provider).count == 1)
    }
  }

  @Test func `The session's access token is the actor of a workload's token`() async throws {
    try await signedIn { provider, vault in
      _ = try await vault.exchange(.workload(subject: .token(Secret("a.b.c")), level: .high))
      let sent = try #require(exchanges(provider).first)
      #expect(sent["subject_token"] == "a.b.c")
      #expect(sent["actor_token"] == (try await vault.credential())?.accessToken.reveal())
    }
  }

  @Test func `On a server, a session without an access token can't exchange it`() async throws {
    try await signedIn { provider, vault in
      var credential = try #require(try await vault.credential())
      credential.accessToken = Secret("")
      let server = provider.backend(Vault.self)
      for request in [
        ExchangeRequest<Vault>.api(audience: "x"), .workload(subject: .token(Secret("a.b.c")), level: .high),
      ] {
        await #expect(throws: Vault.Failure.notSignedIn) { try await server.exchange(request, of: credential) }
      }
      #expect(exchanges(provider).isEmpty)
    }
  }
}
