import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A session with a slow store` {
  /// A store whose second save waits for a gate.
  private actor SlowStore: CredentialStore {
    private let stored = MemoryCredentialStore()
    private let gate: AsyncStream<Void>
    nonisolated let open: AsyncStream<Void>.Continuation
    nonisolated let reached: AsyncStream<Void>
    private let reach: AsyncStream<Void>.Continuation
    private var saves = 0

    init() {
      (gate, open) = AsyncStream.makeStream(of: Void.self)
      (reached, reach) = AsyncStream.makeStream(of: Void.self)
    }

    func load(_ key: CredentialKey) async -> Credential? { await stored.load(key) }
    func remove(_ key: CredentialKey) async { await stored.remove(key) }

    /// The second save, the refresh's, waits.
    func save(_ credential: Credential, for key: CredentialKey) async {
      saves += 1
      if saves == 2 {
        reach.finish()
        for await _ in gate {}
      }
      await stored.save(credential, for: key)
    }
  }

  @Test func `A sign-out during a refresh leaves nothing in the store`() async throws {
    try await withProvider { provider in
      let store = SlowStore()
      let client = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), store: store))
      _ = try await client.signIn(scopes: [], parameters: .init())
      let refresh = await failureTask(of: try await client.refresh())
      for await _ in store.reached {}
      async let signOut: Void = client.revokeTokens()
      store.open.finish()
      try await signOut
      _ = await refresh.value
      let next = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), store: store))
      #expect(try await next.user() == nil)
    }
  }
}
