import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

/// A store that can't save.
private struct ReadOnlyStore: CredentialStore {
  let credential: Credential

  func load(_ key: CredentialKey) -> Credential? { credential }
  func save(_ credential: Credential, for key: CredentialKey) throws(StoreFailure) { throw .unavailable("read-only") }
  func remove(_ key: CredentialKey) throws(StoreFailure) { throw .unavailable("read-only") }
}

@Suite struct `The key of a stored session` {
  private func credential(_ key: SessionKey?) throws -> Credential {
    let body = JSONValue.object(["access_token": "token", "token_type": "DPoP"])
    let response = try TokenResponse(
      body, by: .init(), status: 200, lifetimes: .init(), now: Date(), acceptsDPoP: true)
    var credential = Credential(response, claims: nil, scopes: [], variables: [:])
    credential.sessionKey = key
    return credential
  }

  @Test func `A credential keeps its key, and one from an earlier version has none`() throws {
    let key = try SessionKey(generating: .es256)
    let stored = try credential(key)
    let restored = try Credential(encoded: stored.encoded())
    #expect(restored == stored)
    #expect(restored.keyThumbprint == key.signer?.thumbprint)
    #expect(try Credential(encoded: try credential(nil).encoded()).keyThumbprint == nil)
  }

  @Test func `Two session keys are equal if their stored forms are`() throws {
    let key = try SessionKey(generating: .es256)
    #expect(SessionKey(encoded: key.encoded) == key)
    #expect(try SessionKey(generating: .es256) != key)
  }

  @Test func `Printing a credential doesn't show its key`() throws {
    let credential = try credential(try SessionKey(generating: .es256))
    var dumped = ""
    dump(credential, to: &dumped)
    for text in ["\(credential)", String(reflecting: credential), dumped] {
      #expect(!text.contains("PRIVATE KEY"))
    }
  }

  @Test(arguments: [
    #"{"kind":"secure_enclave","alg":"ES256","key":"AAAA"}"#, #"{"kind":"software","alg":"ES256","key":"x"}"#,
    #"{"kind":"other","alg":"ES256","key":"x"}"#, "{}", "7", #"{"kind":"software","alg":"RS256","key":1}"#,
  ])
  func `A session whose key this device can't use fails without a request, and stays in the store`(
    text: String
  ) async throws {
    try await withBank { provider, api in
      let store = MemoryCredentialStore()
      let client = provider.client(keepingIn: store)
      try await client.signInPlainly()
      var moved = try #require(try await client.credential())
      moved.sessionKey = SessionKey(encoded: try #require(JSONValue(parsing: Data(text.utf8))))
      let name = CredentialKey(issuer: provider.configuration.server.issuer?.text ?? "", clientID: "test-client")
      await store.save(try Credential(encoded: moved.encoded()), for: name)
      let other = provider.client(keepingIn: store)
      let count = provider.requests.count
      let unusable = StepFailure.session(.keyUnavailable)
      #expect(await failure(StepFailure.self, of: try await other.data(from: "\(api.url)/")) == unusable)
      #expect(await failure(StepFailure.self, of: try await other.refresh()) == unusable)
      #expect(await failure(StepFailure.self, of: try await other.userInfo()) == unusable)
      #expect(provider.requests.count == count)
      #expect(api.requests.isEmpty)
      let kept = await store.load(name)
      #expect(kept?.sessionKey?.encoded == moved.sessionKey?.encoded)
      #expect(kept?.unconfirmedRefresh == nil)
    }
  }

  @Test func `A key that this device can't use is found before anything is stored`() async throws {
    try await withBank { provider, _ in
      let client = provider.client()
      try await client.signInPlainly()
      var moved = try #require(try await client.credential())
      moved.sessionKey = SessionKey(encoded: ["kind": "other", "alg": "ES256", "key": "x"])
      let other = provider.client(keepingIn: ReadOnlyStore(credential: moved))
      #expect(await failure(StepFailure.self, of: try await other.refresh()) == .session(.keyUnavailable))
    }
  }

  @Test func `Clients that share a store share one key and one refresh`() async throws {
    try await withBank { provider, api in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let time = Locked(Date())
      let store = EncryptedFileStore(folder: folder, key: EncryptionKey())
      let clients = (0..<2).map { _ in provider.client(keepingIn: store, now: { time.value }) }
      try await clients[0].signInPlainly()
      let thumbprint = try await clients[0].credential()?.keyThumbprint
      _ = try await clients[1].credential()
      let later = Date(timeIntervalSinceNow: 3590)
      time.withLock { $0 = later }
      await provider.rewrite { $0.now = { later } }
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for client in clients {
          for _ in 0..<10 { group.addTask { try await client.data(from: "\(api.url)/accounts").1.status.code } }
        }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(statuses == [200])
      #expect(provider.requests(at: "/token").count == 2)
      #expect(Set((provider.requests(at: "/token") + api.requests).map { $0.proof?.key.thumbprint }) == [thumbprint])
    }
  }

  @Test func `A session from before the descriptor required a key gets one with its next refresh`() async throws {
    try await withBank { provider, api in
      let store = MemoryCredentialStore()
      let client = provider.client(keepingIn: store)
      try await client.signInPlainly()
      let name = CredentialKey(issuer: provider.configuration.server.issuer?.text ?? "", clientID: "test-client")
      var plain = try #require(await store.load(name))
      plain.sessionKey = nil
      await provider.state.unbind(try #require(plain.refreshToken?.reveal()))
      await store.save(plain, for: name)
      let updated = provider.client(keepingIn: store)
      let fresh = try await updated.refresh()
      #expect(fresh.keyThumbprint != nil)
      #expect(try await updated.data(from: "\(api.url)/accounts").1.status == .ok)
    }
  }

  @Test func `A code and a refresh token can't be used with another key`() async throws {
    try await withBank { provider, _ in
      let store = MemoryCredentialStore()
      let client = provider.client(keepingIn: store)
      try await client.signInPlainly()
      let name = CredentialKey(issuer: provider.configuration.server.issuer?.text ?? "", clientID: "test-client")
      var stolen = try #require(await store.load(name))
      stolen.sessionKey = try SessionKey(generating: .es256)
      await store.save(stolen, for: name)
      let error = await failure(StepFailure.self, of: try await provider.client(keepingIn: store).refresh())
      #expect(error?.caseName == "ended")
    }
  }

  @Test func `A client that registers itself asks for bound tokens if the descriptor requires a key`() async throws {
    let configuration = ProviderConfiguration.binding {
      $0.client.registration.kind = .dynamic
      $0.server.registrationEndpoint = "https://{domain}/register"
    }
    try await withBank(configuration) { provider, _ in
      try await provider.client().signInPlainly()
      let request = try #require(provider.requests(at: "/register").first)
      #expect(JSONValue(parsing: request.body)?.object?["dpop_bound_access_tokens"] == true)
    }
  }
}
