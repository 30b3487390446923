import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A key in a store` {
  @Test func `The key is created once, and a second client with the store has the same one`() async throws {
    let store = MemoryCredentialStore()
    let first = try await ClientKey.stored(in: store).publicKeys()
    let second = try await ClientKey.stored(in: store).publicKeys()
    #expect(first == second)
    #expect(first.first?.keyID == first.first?.thumbprint)
    #expect(try await ClientKey.stored(in: store, name: "other").publicKeys() != first)
  }

  @Test func `Clients that need the key at the same time share one`() async throws {
    let store = MemoryCredentialStore()
    let keys = try await withThrowingTaskGroup(of: [PublicKey].self) { group in
      for _ in 0..<50 { group.addTask { try await ClientKey.stored(in: store).publicKeys() } }
      return try await group.reduce(into: Set<[PublicKey]>()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }

  @Test func `The key survives in an encrypted file`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-key-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let encryption = EncryptionKey()
    let store = EncryptedFileStore(folder: folder, key: encryption)
    let first = try await ClientKey.stored(in: store).keySet()
    let again = try await ClientKey.stored(in: EncryptedFileStore(folder: folder, key: encryption)).keySet()
    #expect(first == again)
  }

  @Test func `A client signs in with the stored key after its public half is registered`() async throws {
    let key = ClientKey.stored(in: MemoryCredentialStore(), algorithm: .es384)
    let keys = try await key.publicKeys()
    try await KeyProvider.run(accepting: keys) { provider in
      _ = try await provider.client(key: key).signIn()
      #expect(provider.assertions.last?.algorithm == "ES384")
    }
  }

  @Test func `A key that can't be read is never replaced`() async throws {
    let store = MemoryCredentialStore()
    let entry = CredentialKey(issuer: "client key", clientID: "client")
    let damaged = try Credential(encoded: Data(#"{"version":1,"access_token":"x","scopes":[]}"#.utf8))
    await store.save(damaged, for: entry)
    let reason = await stepFailure(of: try await ClientKey.stored(in: store).publicKeys())
    #expect(reason == .store(.corrupt))
    #expect(await store.load(entry)?.accessToken == Secret("x"))
  }

  @Test func `If the lock is lost while another process creates the key, the client uses that key`() async throws {
    let elsewhere = MemoryCredentialStore()
    let known = try await ClientKey.stored(in: elsewhere).publicKeys()
    let other = try #require(await elsewhere.load(CredentialKey(issuer: "client key", clientID: "client")))
    let store = OvertakenStore(by: other)
    #expect(try await ClientKey.stored(in: store).publicKeys() == known)
    #expect(await store.saves == 0)
  }

  @Test func `A store that fails is reported by the readiness check`() async throws {
    try await KeyProvider.run(accepting: []) { provider in
      let client = provider.client(key: .stored(in: LockedStore()))
      #expect(await stepFailure(of: try await client.checkReadiness()) == .store(.locked("test")))
    }
  }

  @Test func `Only elliptic curves are created`() async {
    let key = ClientKey.stored(in: MemoryCredentialStore(), algorithm: .ps256)
    #expect(await stepFailure(of: try await key.publicKeys()) == .configuration(.unusableKey("PS256")))
  }
}

private struct LockedStore: CredentialStore {
  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? { throw .locked("test") }
  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) { throw .locked("test") }
  func remove(_ key: CredentialKey) async throws(StoreFailure) { throw .locked("test") }
}

/// A store whose lock is lost while another process creates the key.
private actor OvertakenStore: CredentialStore {
  private struct Lock: CredentialLock {
    let store: OvertakenStore

    func extend() async -> Bool { await store.overtake() }
    func release() async {}
  }

  private let other: Credential
  private var credential: Credential?
  private(set) var saves = 0

  init(by other: Credential) { self.other = other }

  func load(_ key: CredentialKey) -> Credential? { credential }
  func save(_ new: Credential, for key: CredentialKey) {
    credential = new
    saves += 1
  }
  func remove(_ key: CredentialKey) { credential = nil }
  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) -> (any CredentialLock)? {
    Lock(store: self)
  }

  private func overtake() -> Bool {
    credential = other
    return false
  }
}
