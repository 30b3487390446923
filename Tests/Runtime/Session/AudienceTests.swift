import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A provider whose refresh tokens are good for several APIs, as Auth0's can be.
private let several = ProviderConfiguration.plain.with {
  $0.id = "several"
  $0.refresh?.audience = "audience"
  $0.accessToken.format = .jwt
}

@Suite struct `Tokens for several APIs` {
  private let payroll = "https://payroll.example"
  private let calendar = "https://calendar.example"

  @Test func `come from one refresh token, each kept beside the session's own`() async throws {
    try await withProvider(several, script: .init { $0.rotation = .reuseDetected() }) { provider in
      let (store, time) = (MemoryCredentialStore(), TimeBox())
      let client = provider.client(keeping: store, at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let own = try await client.accessToken()
      let first = try await client.accessToken(audience: payroll)
      let second = try await client.accessToken(audience: calendar, scopes: ["read", "write"])
      #expect(first.claimsOfJWT["aud"] == .string(payroll))
      #expect(second.claimsOfJWT["aud"] == .string(calendar))
      #expect(second.claimsOfJWT["scope"] == .string("read write"))
      #expect(provider.refreshes == 2)

      // From memory, whatever the order of the scopes is; and from the store, in another process.
      #expect(try await client.accessToken() == own)
      #expect(try await client.accessToken(audience: payroll) == first)
      #expect(try await client.accessToken(audience: calendar, scopes: ["write", "read"]) == second)
      let next = provider.client(keeping: store, at: time)
      #expect(try await next.accessToken(audience: payroll) == first)
      #expect(provider.refreshes == 2)

      // Other scopes, other tokens; and the session goes on.
      #expect(try await client.accessToken(audience: calendar, scopes: ["read"]) != second)
      #expect(await client.refreshFailure() == nil)
      #expect(try await client.accessToken(audience: payroll) == first)
      #expect(provider.refreshes == 4)
    }
  }

  @Test func `are renewed when they end, each for itself`() async throws {
    try await withProvider(several) { provider in
      let time = TimeBox()
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

  @Test func `are asked for one after another, for each takes the refresh token of the one before`() async throws {
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

  /// How a server that does not know the API gives a token for the one of the sign-in.
  enum Substitute: CaseIterable {
    /// It says so beside the token.
    case named
    /// The token says so.
    case signed
    /// The token says nothing, where those for APIs do.
    case opaque
  }

  @Test(arguments: Substitute.allCases)
  func `are not taken for another API than was asked for`(substitute: Substitute) async throws {
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
      #expect(await client.refreshFailure() == nil, "the refresh token that came was kept")
    }
  }

  @Test func `are the same after a restart, to the second`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withProvider(several, script: .init { $0.rotation = .reuseDetected() }) { provider in
      let store = EncryptedFileStore(folder: folder, key: EncryptionKey())
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      // Whether a date survives being written depends on its last bits.
      for number in 1...20 {
        _ = try await client.accessToken(audience: "https://api-\(number).example")
        let (kept, next) = (try await client.credential(), try await provider.client(keeping: store).credential())
        #expect(kept?.audienceTokens == next?.audienceTokens)
        #expect(kept?.audienceTokens.count == number)
      }
      await provider.rewrite { $0.claims = { $0["sub"] = "user-2" } }
      #expect(await client.refreshFailure() == .idToken(.subjectChanged))
      #expect(try await client.user() == nil, "its own write is not another process's")
    }
  }

  @Test func `are not asked for where the provider has no such thing`() async throws {
    try await withProvider { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      let failure = await failure(of: try await client.accessToken(audience: payroll))
      #expect(failure == .configuration(.unknownParameter("audience", known: [])))
      #expect(provider.refreshes == 0)
    }
  }
}
