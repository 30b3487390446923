import AuthConfiguration
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An adopted session` {
  @Test func `A refresh token becomes a session with one refresh`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let client = move.client(keeping: store)
      let user = try await client.adopt(refreshToken: try #require(move.old.refreshToken))
      #expect(user.subject == "user-1")
      #expect(user.name == "Ada")
      #expect(move.refreshes == 1)
      let kept = try #require(try await client.credential())
      #expect(kept.refreshToken != move.old.refreshToken, "rotated")
      #expect(try await client.accessToken() == kept.accessToken)
      #expect(await store.sessions.map(\.refreshToken) == [kept.refreshToken])
      #expect(await store.journals.isEmpty)
      try await client.refresh()
      #expect(try await client.user()?.subject == "user-1")
    }
  }

  @Test func `Everything that the other library kept is taken over, and the user is the same`() async throws {
    try await Move.run { move async throws in
      let client = move.client()
      var states = await client.sessionStates().makeAsyncIterator()
      #expect(await states.next() == .signedOut)
      let user = try await client.adopt(move.old)
      #expect(user.claims["email"] == "ada@example.test")
      #expect(await states.next() == .signedIn)
      #expect(try await client.credential()?.scopes == move.old.scopes)
    }
  }

  @Test func `The intent is stored before the request, and the new tokens before they are used`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let requests = Locked<[Int]>([])
      await store.before { _ in requests.withLock { $0.append(move.refreshes) } }
      _ = try await move.client(keeping: store).adopt(move.old)
      // The intent, the new tokens, the session, and the removal of the journal.
      #expect(requests.value == [0, 1, 1, 1])
      let states = await store.states
      #expect(states.map(\.count) == [1, 1, 2, 1])
      let journal = try states.prefix(2).map { try Credential(encoded: try #require($0.values.first)) }
      #expect(journal.map { $0.unconfirmedRefresh != nil } == [true, false])
      #expect(journal.map { $0.refreshToken == move.old.refreshToken } == [true, false])
    }
  }

  @Test func `An expired ID token still names the user`() async throws {
    try await Move.run { move async throws in
      let later = Date().addingTimeInterval(86_400 * 400)
      await move.provider.rewrite { $0.now = { later } }
      let user = try await move.client(now: { later }).adopt(move.old)
      #expect(user.subject == "user-1")
    }
  }

  @Test func `An ID token whose key the server has replaced isn't used, but its user must be the same`() async throws {
    try await Move.run { move async throws in
      try await move.provider.rotateKeys(keepingOld: false)
      #expect(try await move.client().adopt(move.old).subject == "user-1")
    }
    try await Move.run { move async throws in
      try await move.provider.rotateKeys(keepingOld: false)
      await move.provider.rewrite { $0.claims = { $0["sub"] = "user-2" } }
      let client = move.client()
      #expect(
        await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) }
          == .idToken(.subjectChanged))
      #expect(try await client.user() == nil)
    }
  }

  @Test func `A second call finds the session, and sends no request`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      _ = try await move.client(keeping: store).adopt(move.old)
      // Also after a restart, after refreshes, and with the refresh token alone.
      let next = move.client(keeping: store)
      try await next.refresh()
      let before = move.refreshes
      #expect(try await next.adopt(move.old).subject == "user-1")
      #expect(try await next.adopt(refreshToken: try #require(move.old.refreshToken)).subject == "user-1")
      #expect(move.refreshes == before)
    }
  }

  @Test func `Calls at the same time share one refresh, in all clients of the store`() async throws {
    try await Move.run { move async throws in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("adopt-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let key = EncryptionKey()
      let clients = (0..<3).map { _ in
        move.provider.client(
          environment: AuthEnvironment(
            browser: FollowingBrowser(), store: EncryptedFileStore(folder: folder, key: key)))
      }
      let subjects = try await withThrowingTaskGroup(of: String.self) { group in
        for client in clients + clients { group.addTask { try await client.adopt(move.old).subject } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(subjects == Array(repeating: "user-1", count: 6))
      #expect(move.refreshes == 1)
    }
  }

  @Test func `A canceled caller doesn't interrupt the exchange`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let client = move.client(keeping: store)
      let task = Locked<Task<Void, Never>?>(nil)
      await store.before { _ in task.value?.cancel() }
      let running = Task { _ = try? await client.adopt(move.old) }
      task.withLock { $0 = running }
      await running.value
      #expect(try await client.user()?.subject == "user-1")
      #expect(move.refreshes == 1)
    }
  }

  @Test func `A server without rotation leaves the other library's token valid`() async throws {
    try await Move.run(.left { $0.refresh?.rotation = .none }, script: .init { $0.rotation = .none }) {
      move async throws in
      let client = move.client()
      _ = try await client.adopt(move.old)
      #expect(try await client.credential()?.refreshToken == move.old.refreshToken)
      #expect(await move.oldTokenWorks())
    }
  }

  @Test func `A response without a refresh token keeps the old one`() async throws {
    try await Move.run(script: .init { $0.rotation = .none }) { move async throws in
      await move.provider.rewrite { $0.tokens = { $0["refresh_token"] = nil } }
      let client = move.client()
      _ = try await client.adopt(move.old)
      #expect(try await client.credential()?.refreshToken == move.old.refreshToken)
      try await client.refresh()
    }
  }

  @Test func `Without a new ID token, the verified old one identifies the user`() async throws {
    try await Move.run { move async throws in
      await move.provider.rewrite { $0.tokens = { $0["id_token"] = nil } }
      let client = move.client()
      #expect(try await client.adopt(move.old).subject == "user-1")
      #expect(try await client.credential()?.idToken == move.old.idToken)
    }
    // Without either, nothing does.
    try await Move.run { move async throws in
      await move.provider.rewrite { $0.tokens = { $0["id_token"] = nil } }
      let client = move.client()
      let token = try #require(move.old.refreshToken)
      #expect(
        await adoptionFailure { () throws(StepFailure) in try await client.adopt(refreshToken: token) }
          == .idToken(.missingIDToken))
      // The next call continues with the token that the server returned.
      await move.provider.rewrite { $0.tokens = { _ in } }
      #expect(try await client.adopt(refreshToken: token).subject == "user-1")
    }
  }

  @Test func `Each account of a client adopts its own session`() async throws {
    try await Move.run { move async throws in
      let client = move.clientWithBrowser(keeping: JournaledStore())
      _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      let second = client.account("second")
      let token = try #require(move.old.refreshToken)
      #expect(try await second.adopt(refreshToken: token).subject == "user-1")
      #expect(try await second.credential()?.refreshToken != client.credential()?.refreshToken)
    }
  }

  @Test func `A generated client adopts a session and returns its typed user`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let library = provider.client(Auth0.self)
      _ = try await library.signIn()
      let kept = try #require(try await library.credential())
      let auth0 = provider.client(Auth0.self)
      let user: Auth0.User = try await auth0.adopt(
        refreshToken: try #require(kept.refreshToken), idToken: kept.idToken)
      #expect(user.name == "Ada")
      #expect(try await auth0.user()?.name == "Ada")
    }
  }

  @Test func `At a provider that identifies no user, the granted access is adopted`() async throws {
    let configuration = ProviderConfiguration.left { it in
      it.idToken = nil
      it.userInfo.sources = []
      it.scopes?.defaults = ["files"]
      it.scopes?.required = []
    }
    try await ConcurrencyLimit.shared.run {
      let provider = try await ScriptedProvider.start(as: configuration)
      let library = provider.client()
      _ = try await library.grantAccess(
        scopes: ["files"], parameters: AuthorizationParameters(), timeout: .seconds(60))
      let kept = try #require(try await library.credential())
      let client = provider.client()
      let grant = try await client.adoptAccess(ImportedCredential(refreshToken: kept.refreshToken, scopes: ["files"]))
      #expect(grant.scopes == ["files"])
      #expect(try await client.accessToken() != kept.accessToken)
      // The same token is the same session. Another one isn't known to be of the same user.
      _ = try await client.adoptAccess(ImportedCredential(refreshToken: kept.refreshToken))
      let failure = await adoptionFailure { () throws(StepFailure) in
        try await client.adoptAccess(ImportedCredential(refreshToken: Secret("another")))
      }
      #expect(failure == .adoption(.alreadySignedIn))
      await provider.stop()
    }
  }

  @Test func `A provider without refresh tokens adopts the access token, and userinfo names the user`() async throws {
    let configuration = ProviderConfiguration.left { it in
      it.idToken = nil
      it.refresh = nil
      it.userInfo.sources = [.endpoint]
      it.scopes?.defaults = []
      it.scopes?.required = []
    }
    try await Move.run(configuration) { move async throws in
      let client = move.client()
      let old = ImportedCredential(accessToken: move.old.accessToken)
      #expect(try await client.adopt(old).subject == "user-1")
      #expect(try await client.accessToken() == move.old.accessToken)
      #expect(move.refreshes == 0)
      let expired = ImportedCredential(accessToken: move.old.accessToken, expiresAt: Date(timeIntervalSince1970: 0))
      let other = move.client()
      #expect(await adoptionFailure { () throws(StepFailure) in try await other.adopt(expired) } == .adoption(.expired))
    }
  }
}
