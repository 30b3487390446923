import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A session` {
  @Test func `The access token is returned while it is valid, and refreshed otherwise`() async throws {
    try await withProvider { provider in
      let time = AdjustableTime()
      let client = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), now: { time.now }))
      _ = try await client.signIn(scopes: [], parameters: .init())
      let first = try await client.accessToken()
      #expect(try await client.accessToken(validFor: .seconds(60)) == first)
      #expect(try await client.accessToken(validFor: .seconds(3700)) != first)
      let second = try await client.accessToken()
      time.advance(by: 3590)
      // The scripted server's clock didn't move, so its new ID token is an hour old here. The refresh fails, but the rotated
      // tokens aren't lost: the next call uses them.
      let failure = await failure(of: try await client.accessToken())
      #expect(failure == .idToken(.expired))
      let kept = try #require(try await client.credential())
      #expect(kept.accessToken != second)
      #expect(kept.claims?.subject == "user-1")
      #expect(try await client.accessToken() == kept.accessToken)
    }
  }

  @Test func `Many callers share one refresh`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
        for _ in 0..<200 { group.addTask { try await client.accessToken(validFor: .seconds(7200)) } }
        return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
      }
      let refreshes = provider.requests.filter { $0.text.contains("grant_type=refresh_token") }
      // A caller that arrives after the refresh finds that the new token expires within two hours, and refreshes again.
      #expect(refreshes.count == tokens.count)
    }
  }

  @Test func `Values that a refresh response omits are kept`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: ["profile"], parameters: .init())
      let before = try #require(try await client.credential())
      await provider.rewrite { script in
        script.tokens = { $0 = ["access_token": "new", "token_type": "Bearer", "expires_in": .integer(60)] }
      }
      let after = try await client.refresh()
      #expect(after.accessToken == Secret("new"))
      #expect(after.refreshToken == before.refreshToken)
      #expect(after.idToken == before.idToken)
      #expect(after.claims == before.claims)
      #expect(after.scopes == ["openid", "profile"])
    }
  }

  @Test func `A refresh token that the server returns again isn't kept as the previous one`() async throws {
    try await withProvider(script: .init { $0.rotation = .none }) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      let token = try #require(try await client.credential()?.refreshToken)
      let new = try await client.refresh()
      #expect(new.refreshToken == token)
      #expect(new.superseded == nil)
    }
  }

  @Test func `A refreshed ID token of another user ends the session, and the client revokes its tokens`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.claims = { $0["sub"] = .string("user-2") } }
      #expect(await failure(of: try await client.refresh()) == .idToken(.subjectChanged))
      #expect(try await client.user() == nil)
      #expect(provider.requests.contains { $0.path == "/revoke" })
    }
  }

  @Test func `A nonce in a refreshed ID token must match`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.claims = { $0["nonce"] = .string("another") } }
      #expect(await failure(of: try await client.refresh()) == .idToken(.nonceMismatch))
    }
  }

  @Test func `The error invalid_grant ends the session, and an outage doesn't`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.instead = { $0.path == "/token" ? .html("busy", status: 503) : nil } }
      #expect(
        await failure(of: try await client.refresh())
          == .session(.offline(.status(503, endpoint: .token))))
      #expect(try await client.user() != nil)
      await provider.rewrite {
        $0.instead = { $0.path == "/token" ? .json(#"{"error":"invalid_grant"}"#, status: 400) : nil }
      }
      let end = await failure(of: try await client.refresh())
      #expect(end?.caseName == "ended")
      #expect(end?.recovery == .reauthenticate)
      #expect(try await client.user() == nil)
      #expect(await failure(of: try await client.accessToken()) == .notSignedIn)
    }
  }

  @Test(arguments: [400, 401])
  func `A rejection without an error keeps the session and requires a new sign-in`(status: Int) async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let old = try #require(try await client.credential()?.refreshToken)
      await provider.rewrite { $0.instead = { $0.path == "/token" ? ScriptedResponse(status) : nil } }
      let found = await failure(of: try await client.refresh())
      #expect(found == .session(.rejected(status)))
      #expect(found?.recovery == .reauthenticate)
      #expect(try await client.credential()?.refreshToken == old)
    }
  }

  @Test func `Another client finds the session in the store`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let first = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), store: store))
      _ = try await first.signIn(scopes: [], parameters: .init())
      let second = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), store: store))
      #expect(try await second.user()?.subject == "user-1")
      let other = provider.client(clientID: "other", environment: AuthEnvironment(store: store))
      #expect(try await other.user() == nil)
    }
  }

  @Test func `A credential can be encoded and decoded`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: ["profile"], parameters: .init())
      let credential = try #require(try await client.credential())
      let read = try Credential(encoded: credential.encoded())
      #expect(read.accessToken == credential.accessToken)
      #expect(read.refreshToken == credential.refreshToken)
      #expect(read.idToken == credential.idToken)
      #expect(read.claims?.subject == "user-1")
      #expect(read.scopes == credential.scopes)
      #expect(throws: StoreFailure.corrupt) { try Credential(encoded: Data("{}".utf8)) }
    }
  }

  @Test func `A failing store doesn't sign the user out`() async throws {
    struct BrokenStore: CredentialStore {
      func load(_ key: CredentialKey) throws(StoreFailure) -> Credential? { throw .unavailable("locked") }
      func save(_ credential: Credential, for key: CredentialKey) throws(StoreFailure) { throw .unavailable("locked") }
      func remove(_ key: CredentialKey) throws(StoreFailure) { throw .unavailable("locked") }
    }
    try await withProvider { provider in
      let environment = AuthEnvironment(browser: FollowingBrowser(), store: BrokenStore())
      let client = provider.client(environment: environment)
      #expect(await failure(of: try await client.user()) == .store(.unavailable("locked")))
      #expect(
        await failure(of: try await client.signIn(scopes: [], parameters: .init()))
          == .store(.unavailable("locked")))
      // The tokens weren't lost when the store failed.
      let user = try await client.user()
      #expect(user?.subject == "user-1")
    }
  }
}
