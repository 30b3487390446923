import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Requests during a new sign-in` {
  @Test func `A request isn't repeated after 401 with the token of a user who signed in meanwhile`() async throws {
    try await withProvider { provider in
      let api = try await ScriptedServer.start { _ in ScriptedResponse(401) }
      let transport = HeldTransport { $0.url.absoluteString.hasPrefix(api.url) }
      let client = provider.client(keeping: MemoryCredentialStore(), transport: transport)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let request = await failureTask(of: try await client.data(from: api.url + "/timesheets"))
      await transport.arrival()
      await provider.rewrite { $0.user = TestUser("user-2") }
      _ = try await client.signIn(scopes: [], parameters: .init())
      transport.release()
      #expect(await request.value == .cancelled)
      #expect(api.requests.count == 1)
      await api.stop()
    }
  }

  @Test func `A refresh during a new sign-in is canceled, its tokens are revoked, and the new session stays the same`()
    async throws
  {
    try await withProvider { provider in
      let transport = HeldTransport(holding: \.isRefresh)
      let store = MemoryCredentialStore()
      let client = provider.client(keeping: store, transport: transport)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let refresh = Task { await client.refreshFailure() }
      await transport.arrival()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let signedIn = try await client.credential()
      transport.release()
      #expect(await refresh.value == .cancelled, "the same user, but another session")
      #expect(try await client.credential() == signedIn)
      #expect(try await provider.client(keeping: store).credential() == signedIn)
      let revoked = provider.requests.filter { $0.path == "/revoke" }.map(\.text)
      #expect(revoked.count == 1, "the refreshed token, which belongs to no session")
      let kept = try #require(signedIn?.refreshToken).reveal()
      #expect(!revoked.contains { $0.contains(kept) })
    }
  }
}

@Suite struct `A refresh whose lock is lost` {
  @Test func `A process that lost the lock doesn't send the refresh token again after an interruption`() async throws {
    try await withProvider { provider in
      let (isLost, sent) = (Locked(false), Locked(0))
      let transport = ScriptedTransport { request throws(TransportFailure) in
        guard request.isRefresh else { return try await AuthEnvironment.platformTransport.send(request) }
        sent.withLock { $0 += 1 }
        isLost.withLock { $0 = true }
        throw .network(.interrupted(host: "id.example"))
      }
      let client = provider.client(keeping: ExpiringLockStore(isLost), transport: transport)
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(await client.refreshFailure()?.caseName == "offline")
      #expect(sent.value == 1, "another process may be sending the same token")
      #expect(try await client.credential()?.unconfirmedRefresh != nil)
    }
  }

  @Test func `A process that lost the lock doesn't remove the next owner's intent when it stores its claims`()
    async throws
  {
    try await withProvider { provider in
      let store = TakenOverStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      // The second save stores the new tokens, and the third one their claims.
      await store.takeOver(afterSaves: 2)
      let new = try await client.refresh()
      let left = try #require(await store.credential)
      #expect(left.refreshToken == new.refreshToken)
      #expect(left.unconfirmedRefresh == TakenOverStore.intent)
      #expect(try await client.credential()?.unconfirmedRefresh == TakenOverStore.intent)
    }
  }

  @Test func `A process that lost the lock doesn't withdraw the next owner's intent`() async throws {
    try await withProvider { provider in
      let store = TakenOverStore()
      let transport = ScriptedTransport { request throws(TransportFailure) in
        if request.isRefresh { throw .network(.unreachable(host: "id.example")) }
        return try await AuthEnvironment.platformTransport.send(request)
      }
      let client = provider.client(keeping: store, transport: transport)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.takeOver(afterSaves: 1)
      #expect(await client.refreshFailure()?.caseName == "offline")
      #expect(await store.credential?.unconfirmedRefresh == TakenOverStore.intent)
    }
  }

  @Test func `A process that lost the lock stores its new tokens although the next owner has stored its intent`()
    async throws
  {
    try await withProvider { provider in
      let store = TakenOverStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await store.takeOver(afterSaves: 1)
      let new = try await client.refresh()
      #expect(await store.credential == new)
      #expect(new.unconfirmedRefresh == nil)
    }
  }
}

/// A store in memory in which another process takes the lock over, and stores its own intent.
private actor TakenOverStore: CredentialStore {
  static let intent = Date(timeIntervalSince1970: 2_000)

  private(set) var credential: Credential?
  private var remainingSaves: Int?

  /// Stores the other process's intent after this many saves.
  func takeOver(afterSaves saves: Int) { remainingSaves = saves }

  func load(_ key: CredentialKey) -> Credential? { credential }
  func save(_ new: Credential, for key: CredentialKey) {
    credential = new
    remainingSaves = remainingSaves.map { $0 - 1 }
    if remainingSaves == 0 { credential?.unconfirmedRefresh = Self.intent }
  }
  func remove(_ key: CredentialKey) { credential = nil }
}

/// A store in memory whose locks expire when a test says so.
private struct ExpiringLockStore: CredentialStore {
  private struct Lock: CredentialLock {
    let isLost: Locked<Bool>

    func extend() async -> Bool { !isLost.value }
    func release() async {}
  }

  private let inner = MemoryCredentialStore()
  private let isLost: Locked<Bool>

  init(_ isLost: Locked<Bool>) {
    self.isLost = isLost
  }

  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? { await inner.load(key) }
  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    await inner.save(credential, for: key)
  }
  func remove(_ key: CredentialKey) async throws(StoreFailure) { await inner.remove(key) }
  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    purpose == .refresh ? Lock(isLost: isLost) : nil
  }
}
