import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A registration in the store` {
  @Test func `A registration survives a restart, and the store's files show none of it`() async throws {
    try await withFolder { folder in
      try await withRegistration { provider in
        let store = EncryptedFileStore(folder: folder, key: EncryptionKey())
        try await provider.client(keeping: store).begin()
        let later = provider.client(keeping: store)
        try await later.begin()
        #expect(provider.registrations.count == 1)
        #expect(provider.authorizedClients == ["client-1", "client-1"])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
          let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
          #expect(!bytes.contains("client-1") && !bytes.contains("registration-token"))
        }
        var shown = ""
        let credential = try #require(try await later.credential())
        dump(credential, to: &shown)
        #expect(!shown.contains("client-1"))
      }
    }
  }

  @Test func `A client with its own ID doesn't use the registration of a stored session`() async throws {
    try await withScriptedProvider(.plain) { provider in
      let store = MemoryCredentialStore()
      try await provider.client(keeping: store).begin()
      let key = CredentialKey(issuer: provider.configuration.server.issuer?.text ?? "", clientID: "test-client")
      var kept = try #require(await store.load(key))
      kept.registration = ClientRegistration(
        clientID: "client-1", secret: nil, secretExpiresAt: nil, method: nil, metadataHash: "")
      await store.save(kept, for: key)
      try await provider.client(keeping: store).refresh()
      let request = try #require(provider.requests.last { $0.path == "/token" })
      #expect(request.text.contains("grant_type=refresh_token") && request.text.contains("client_id=test-client"))
    }
  }

  @Test func `Each issuer has its own registration`() async throws {
    let store = MemoryCredentialStore()
    for _ in 1...2 {
      try await withRegistration { provider in
        try await provider.client(keeping: store).begin()
        #expect(provider.registrations.count == 1)
      }
    }
  }

  @Test func `Concurrent calls share one registration, even if they use different clients of one store`() async throws {
    try await withRegistration { provider in
      let store = MemoryCredentialStore()
      let clients = (0..<4).map { _ in provider.client(keeping: store) }
      let ids = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<40 {
          group.addTask { try await clients[number % 4].runAsRegisteredClient { $0.provider.clientID } }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(ids == ["client-1"])
      #expect(provider.registrations.count == 1)
    }
  }

  @Test func `A client whose secret has expired registers again, and its session still uses the old client`()
    async throws
  {
    let snippet = dynamicRegistration.replacing(
      "client_name: Acme", with: "client_name: Acme, token_endpoint_auth_method: client_secret_post")
    try await withRegistration(snippet) { provider in
      let time = AdjustableTime()
      let expiry = Int64(time.now.timeIntervalSince1970) + 86_400
      await provider.rewrite { $0.registration = { $0["client_secret_expires_at"] = .integer(expiry) } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      try await client.account("work").begin()
      time.advance(by: 86_300)
      #expect(provider.registrations.count == 1)
      time.advance(by: 60)
      try await client.account("home").begin()
      #expect(provider.registrations.count == 2)
      #expect(provider.authorizedClients == ["client-1", "client-2"])
      // The tokens of the first session belong to the first client.
      try await client.account("work").refresh()
      try await client.account("home").refresh()
      let refreshes = provider.requests.filter { $0.text.contains("grant_type=refresh_token") }.map(\.text)
      #expect(refreshes[0].contains("client_id=client-1&client_secret=secret-of-client-1"))
      #expect(refreshes[1].contains("client_id=client-2&client_secret=secret-of-client-2"))
    }
  }

  @Test func `A secret that has expired on arrival is used once, and never again`() async throws {
    try await withRegistration(confidentialRegistration) { provider in
      await provider.rewrite { $0.registration = { $0["client_secret_expires_at"] = .integer(1) } }
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      #expect(provider.registrations.count == 1)
      try await client.begin()
      #expect(provider.authorizedClients == ["client-1", "client-2"])
    }
  }

  @Test func `A registration that can't be saved is deleted at the server`() async throws {
    try await withRegistration { provider in
      let store = FailingStore()
      await store.fail { $0 == .save(1) ? .unavailable("full") : nil }
      #expect(await provider.client(keeping: store).signInFailure() == .store(.unavailable("full")))
      #expect(provider.requests.map(\.method) == ["POST", "DELETE"])
    }
  }

  @Test func `A client with another callback URL registers again`() async throws {
    try await withRegistration { provider in
      let store = MemoryCredentialStore()
      let environment = AuthEnvironment(browser: FollowingBrowser(), store: store)
      try await provider.client(environment: environment).begin()
      let other = Redirect.loopback(ports: 20_000...29_999, path: "/other")
      try await provider.client(redirect: other, environment: environment).begin()
      #expect(provider.authorizedClients == ["client-1", "client-2"])
    }
  }

  @Test func `A store that can't be read or written fails the sign-in before the browser opens`() async throws {
    try await withRegistration { provider in
      let store = FailingStore()
      await store.fail { $0 == .load ? .locked("keyring") : nil }
      #expect(await provider.client(keeping: store).signInFailure() == .store(.locked("keyring")))
      #expect(provider.requests.isEmpty)
      await store.fail { $0 == .save(1) ? .unavailable("full") : nil }
      #expect(await provider.client(keeping: store).signInFailure() == .store(.unavailable("full")))
      #expect(provider.authorizedClients.isEmpty)
    }
  }

  @Test func `A forgotten registration stays forgotten, and the session keeps its client`() async throws {
    try await withRegistration { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      try await client.forgetRegistration()
      try await client.forgetRegistration(deletesAtServer: true)
      #expect(provider.requests.allSatisfy { $0.method != "DELETE" })
      try await client.refresh()
      try await client.begin()
      #expect(provider.authorizedClients == ["client-1", "client-2"])
    }
  }

  @Test func `A registered client ends the browser session, whether or not the client has a session`() async throws {
    var rules = try configuration(dynamicRegistration)
    rules.server.endSessionEndpoint = "https://id.example.com/logout"
    rules.revocation.style = .none
    rules.logout.style = .rpInitiated
    rules.logout.parameters = ["client_id": "{client_id}"]
    try await withScriptedProvider(rules) { provider in
      let client = provider.client()
      try await client.begin()
      for count in 1...2 {
        try await client.signOut()
        let pages = provider.requests.filter { $0.path == "/logout" }
        #expect(pages.count == count)
        #expect(pages.last?.query.contains("client_id=client-1") == true)
      }
    }
  }

  @Test func `A registration is deleted at the server with its own token`() async throws {
    try await withRegistration { provider in
      let store = MemoryCredentialStore()
      try await provider.client(keeping: store).begin()
      try await provider.client(keeping: store).forgetRegistration(deletesAtServer: true)
      #expect(
        RequestTranscript(provider.requests.filter { $0.method == "DELETE" }).request("/register") == """
          DELETE /register?client_id=client-1
          accept: application/json
          authorization: Bearer registration-token-of-client-1
          """)
      try await provider.client(keeping: store).begin()
      #expect(provider.registrations.count == 2)
    }
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { firstRange(of: Data(text.utf8)) != nil }
}
