import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A provider whose refresh tokens are valid for several APIs, as Auth0's can be.
private let several = ProviderConfiguration.plain.with {
  $0.id = "several"
  $0.refresh?.audience = "audience"
  $0.accessToken.format = .jwt
}

@Suite struct `Tokens for several APIs` {
  private let payroll = "https://payroll.example"
  private let calendar = "https://calendar.example"

  @Test func `Tokens for several APIs come from one refresh token, and the session's own token stays the same`()
    async throws
  {
    try await withProvider(several, script: .init { $0.rotation = .reuseDetected() }) { provider in
      let (store, time) = (MemoryCredentialStore(), AdjustableTime())
      let client = provider.client(keeping: store, at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let own = try await client.accessToken()
      let first = try await client.accessToken(audience: payroll)
      let second = try await client.accessToken(audience: calendar, scopes: ["read", "write"])
      #expect(first.claimsOfJWT["aud"] == .string(payroll))
      #expect(second.claimsOfJWT["aud"] == .string(calendar))
      #expect(second.claimsOfJWT["scope"] == .string("read write"))
      #expect(provider.refreshes == 2)

      // The tokens come from memory, in any order of scopes, and from the store in another process.
      #expect(try await client.accessToken() == own)
      #expect(try await client.accessToken(audience: payroll) == first)
      #expect(try await client.accessToken(audience: calendar, scopes: ["write", "read"]) == second)
      let next = provider.client(keeping: store, at: time)
      #expect(try await next.accessToken(audience: payroll) == first)
      #expect(provider.refreshes == 2)

      // Other scopes get another token, and the session continues.
      #expect(try await client.accessToken(audience: calendar, scopes: ["read"]) != second)
      #expect(await client.refreshFailure() == nil)
      #expect(try await client.accessToken(audience: payroll) == first)
      #expect(provider.refreshes == 4)
    }
  }

  @Test func `Each API's token is refreshed when it expires`() async throws {
    try await withProvider(several) { provider in
      let time = AdjustableTime()
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let old = try await client.accessToken(audience: payroll)
      await provider.rewrite { $0.now = { time.now } }
      time.advance(by: 3590)
      let new = try await client.accessToken(audience: payroll)
      #expect(new != old)
      #expect(try await client.credential()?.audienceTokens.map(\.accessToken) == [new])
      #expect(provider.refreshes == 2)
    }
  }

  @Test
  func `Tokens for several APIs are requested one after another, because each request needs the latest refresh token`()
    async throws
  {
    try await withProvider(several, script: .init { $0.rotation = .reuseDetected() }) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
        for number in 0..<40 {
          group.addTask { try await client.accessToken(audience: "https://api-\(number % 4).example") }
        }
        return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
      }
      #expect(tokens.count == 4)
      #expect(provider.refreshes == 4)
      #expect(try await client.user() != nil)
    }
  }

  /// The ways in which a server that doesn't know the API returns a token for the sign-in's API.
  enum Substitute: CaseIterable {
    /// The response names the other API.
    case named
    /// The token names the other API.
    case signed
    /// The token is opaque, and the tokens for APIs are JWTs.
    case opaque
  }

  @Test(arguments: Substitute.allCases)
  func `A token for another API than the requested one is rejected`(substitute: Substitute) async throws {
    try await withProvider(several, script: .init { $0.rotation = .reuseDetected() }) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      let other = try await client.accessToken(audience: "https://sign-in.example").reveal()
      await provider.rewrite {
        $0.tokens = { members in
          switch substitute {
          case .named: members["resource"] = "https://sign-in.example"
          case .signed: members["access_token"] = .string(other)
          case .opaque: members["access_token"] = "opaque"
          }
        }
      }
      let failure = await failure(of: try await client.accessToken(audience: payroll))
      #expect(failure == .response(.otherAudience(payroll)))
      await provider.rewrite { $0.tokens = { _ in } }
      #expect(await client.refreshFailure() == nil, "the new refresh token was stored")
    }
  }

  @Test func `Tokens for several APIs are the same after a restart`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withProvider(several, script: .init { $0.rotation = .reuseDetected() }) { provider in
      let store = EncryptedFileStore(folder: folder, key: EncryptionKey())
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      // Whether encoding keeps a date exactly depends on its last bits.
      for number in 1...20 {
        _ = try await client.accessToken(audience: "https://api-\(number).example")
        let (kept, next) = (try await client.credential(), try await provider.client(keeping: store).credential())
        #expect(kept?.audienceTokens == next?.audienceTokens)
        #expect(kept?.audienceTokens.count == number)
      }
      await provider.rewrite { $0.claims = { $0["sub"] = "user-2" } }
      #expect(await client.refreshFailure() == .idToken(.subjectChanged))
      #expect(try await client.user() == nil, "a client's own save isn't another process's")
    }
  }

  @Test func `A session stores the newest tokens for other APIs, and requests the others again`() async throws {
    try await withProvider(several) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      let first = try await client.accessToken(audience: payroll)
      let most = Credential.AudienceToken.maximumCount
      for number in 1...most { _ = try await client.accessToken(audience: "https://api-\(number).example") }
      let stored = try #require(try await client.credential()).audienceTokens.map(\.audience)
      #expect(stored == (1...most).map { "https://api-\($0).example" })
      #expect(try await client.accessToken(audience: payroll) != first)
    }
  }

  @Test func `Signing out revokes the tokens for other APIs that are still valid`() async throws {
    let revoking = several.with { $0.revocation.tokens = [.refreshToken, .accessToken] }
    try await withProvider(revoking) { provider in
      let time = AdjustableTime()
      await provider.rewrite { $0.now = { time.now } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let expired = try await client.accessToken(audience: payroll).reveal()
      time.advance(by: 3000)
      let valid = try await client.accessToken(audience: calendar).reveal()
      time.advance(by: 900)
      try await client.signOut()
      let revoked = provider.requests.filter { $0.path == "/revoke" }.map(\.text)
      #expect(revoked.contains { $0.contains("token=\(valid)&token_type_hint=access_token") })
      #expect(!revoked.contains { $0.contains(expired) })
    }
  }

  @Test func `A rejection without an error code for one API isn't a rejection of the session`() async throws {
    try await withProvider(several) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.instead = { $0.path == "/token" ? ScriptedResponse(400) : nil } }
      let rejected = await failure(of: try await client.accessToken(audience: payroll))
      #expect(rejected == .response(.unexpectedStatus(400, endpoint: .token)))
      #expect(await client.refreshFailure() == .session(.rejected(400)))
    }
  }

  @Test func `A provider without tokens for several APIs rejects an audience`() async throws {
    try await withProvider { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      let failure = await failure(of: try await client.accessToken(audience: payroll))
      #expect(failure == .configuration(.unknownParameter("audience", known: [])))
      #expect(provider.refreshes == 0)
    }
  }
}
