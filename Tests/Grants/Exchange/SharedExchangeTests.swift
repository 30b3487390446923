import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Exchanged tokens that processes share` {
  @Test func `Processes that have read the session share the tokens that they exchange later`() async throws {
    let store = MemoryCredentialStore()
    try await signedIn(store: store) { provider, vault in
      let environment = AuthEnvironment(browser: FollowingBrowser(), store: store)
      let other = provider.client(Vault.self, environment: environment)
      _ = try await other.accessToken()
      let first = try await vault.exchange(.api(audience: "one"))
      #expect(try await other.exchange(.api(audience: "one")) == first)
      let second = try await other.exchange(.api(audience: "two"))
      #expect(try await vault.exchange(.api(audience: "two")) == second)
      // Neither process has removed the other's token.
      let stored = try await provider.client(Vault.self, environment: environment).credential()
      #expect(stored?.exchangedTokens.count == 2)
      #expect(exchanges(provider).count == 2)
    }
  }

  @Test func `A token that another process has renewed replaces the older one`() async throws {
    let store = MemoryCredentialStore()
    try await signedIn(store: store) { provider, vault in
      let environment = AuthEnvironment(browser: FollowingBrowser(), store: store)
      let other = provider.client(Vault.self, environment: environment)
      let old = try await other.exchange(.api(audience: "one"))
      #expect(try await vault.exchange(.api(audience: "one")) == old)
      let renewed = try await vault.exchange(.api(audience: "one"), renewing: true)
      #expect(renewed.token != old.token)
      // This exchange reads the store.
      _ = try await other.exchange(.api(audience: "two"))
      #expect(try await other.exchange(.api(audience: "one")) == renewed)
      #expect(exchanges(provider).count == 3)
    }
  }
}
