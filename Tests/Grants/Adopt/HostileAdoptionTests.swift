import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

@Suite struct `An adoption that fails` {
  private func failure(_ move: Move, _ client: AuthClient<DynamicProvider>, _ old: ImportedCredential? = nil) async
    -> StepFailure?
  {
    await adoptionFailure { () throws(StepFailure) in try await client.adopt(old ?? move.old) }
  }

  @Test func `Tokens of another user are rejected and revoked, and no session starts`() async throws {
    try await Move.run { move async throws in
      await move.provider.rewrite { $0.claims = { $0["sub"] = "user-2" } }
      let store = JournaledStore()
      let client = move.client(keeping: store)
      #expect(await failure(move, client) == .idToken(.subjectChanged))
      #expect(try await client.user() == nil)
      #expect(await store.journals.isEmpty)
      #expect(move.revocations == 1)
    }
  }

  @Test func `The other library's own token is never revoked`() async throws {
    try await Move.run(.left { $0.refresh?.rotation = .none }, script: .init { $0.rotation = .none }) {
      move async throws in
      await move.provider.rewrite { $0.claims = { $0["sub"] = "user-2" } }
      #expect(await failure(move, move.client()) == .idToken(.subjectChanged))
      #expect(move.revocations == 0)
      await move.provider.rewrite { $0.claims = { _ in } }
      #expect(await move.oldTokenWorks())
    }
  }

  @Test(arguments: [
    (ScriptedFault.TokenFault.issuer, TokenRejection.issuerMismatch), (.audience, .audienceMismatch),
    (.signature, .invalidSignature),
  ])
  func `An ID token that fails a check is rejected before the refresh token is sent`(
    fault: ScriptedFault.TokenFault, rejection: TokenRejection
  ) async throws {
    try await Move.run { move async throws in
      var claims = try #require(move.old.idToken?.claimsOfJWT)
      switch fault {
      case .issuer: claims["iss"] = "https://other.example"
      case .audience: claims["aud"] = "other"
      default: break
      }
      let signer = fault == .signature ? TokenSigner() : await move.provider.state.tokenSigner
      var old = move.old
      old.idToken = Secret(
        try signer.token(
          claims: claims, header: ["kid": .string(await move.provider.state.tokenSigner.keyID)]))
      #expect(await failure(move, move.client(), old) == .idToken(rejection))
      #expect(move.refreshes == 0)
      #expect(await move.oldTokenWorks())
    }
  }

  @Test func `A new ID token with a wrong issuer starts no session`() async throws {
    try await Move.run { move async throws in
      await move.provider.inject(.idToken(.issuer))
      let client = move.client()
      #expect(await failure(move, client) == .idToken(.issuerMismatch))
      #expect(try await client.credential() == nil)
    }
  }

  @Test func `A rejected token is the server's error, and the session of the client stays`() async throws {
    try await Move.run { move async throws in
      let store = JournaledStore()
      let client = move.clientWithBrowser(keeping: store)
      let unknown = ImportedCredential(refreshToken: Secret("unknown"))
      guard case .server(_, let error) = await failure(move, client, unknown) else {
        Issue.record("a different failure")
        return
      }
      #expect(error.code == "invalid_grant")
      #expect(await store.journals.isEmpty)
      // A signed-in user isn't touched.
      _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      let before = try await client.credential()
      #expect(await failure(move, client, unknown) == .adoption(.alreadySignedIn))
      #expect(try await client.credential() == before)
    }
  }

  @Test func `A session of another user is never replaced`() async throws {
    try await Move.run { move async throws in
      await move.provider.rewrite { $0.user = TestUser("user-2") }
      let client = move.clientWithBrowser()
      _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      let failed = await failure(move, client)
      #expect(failed == .adoption(.alreadySignedIn))
      #expect(failed?.recovery.advice.text == .existingSession)
      #expect(try await client.user()?.subject == "user-2")
      #expect(move.refreshes == 0)
    }
  }

  @Test func `An offline adoption leaves everything as it was`() async throws {
    try await Move.run { move async throws in
      await move.provider.inject(.response(.unavailable, of: .token))
      let client = move.client()
      guard case .session(.offline) = await failure(move, client) else {
        Issue.record("a different failure")
        return
      }
      await move.provider.clearFaults()
      #expect(try await client.adopt(move.old).subject == "user-1")
    }
  }

  @Test func `A rate limit is passed on, and the journal is empty again`() async throws {
    try await Move.run { move async throws in
      await move.provider.inject(.response(.rateLimited(retryAfter: .seconds(30)), of: .token), times: 1)
      let store = JournaledStore()
      #expect(
        await failure(move, move.client(keeping: store))
          == .session(.rateLimited(retryAfter: .seconds(30), endpoint: .token)))
      #expect(await store.journals.isEmpty)
    }
  }

  @Test func `Tokens of another client, and tokens that can't be sent, are rejected before a request`() async throws {
    try await Move.run { move async throws in
      let client = move.client()
      var old = move.old
      old.clientID = "other-client"
      #expect(await failure(move, client, old) == .adoption(.otherClient))
      for token in ["", "a\nb", "a\u{E9}", String(repeating: "a", count: 1 << 18)] {
        #expect(
          await failure(move, client, ImportedCredential(refreshToken: Secret(token))) == .adoption(.noUsableToken))
      }
      #expect(await failure(move, client, ImportedCredential()) == .adoption(.noUsableToken))
      #expect(await failure(move, client, ImportedCredential(idToken: move.old.idToken)) == .adoption(.noUsableToken))
      #expect(move.refreshes == 0)
      #expect("\(move.old)".contains(try #require(move.old.refreshToken).reveal()) == false)
    }
  }

  @Test func `A variable that the provider doesn't have is rejected before a request`() async throws {
    try await Move.run { move async throws in
      var old = move.old
      old.variables = ["domain": "evil.example"]
      guard case .configuration(.unknownParameter("domain", known: [])) = await failure(move, move.client(), old) else {
        Issue.record("a different failure")
        return
      }
      #expect(move.refreshes == 0)
    }
  }
}

@Suite struct `An adoption of tokens that are bound` {
  /// A client that requires bound tokens, of a provider whose own configuration doesn't.
  private func demanding(_ move: Move, keeping store: any CredentialStore) -> AuthClient<DynamicProvider> {
    var configuration = move.provider.configuration
    configuration.client.dpop.use = .required
    return AuthClient(
      configuration: configuration, variables: [:], clientID: "test-client", redirect: .loopback(),
      environment: AuthEnvironment(browser: FollowingBrowser(), store: store).withOwnRedirects)
  }

  @Test func `Bearer tokens get a key if the provider requires one`() async throws {
    try await Move.run { move async throws in
      let client = demanding(move, keeping: MemoryCredentialStore())
      _ = try await client.adopt(move.old)
      let thumbprint = try #require(try await client.credential()?.keyThumbprint)
      try await client.refresh()
      #expect(try await client.credential()?.keyThumbprint == thumbprint)
    }
  }

  @Test func `A bearer token where a key is required starts no session, and isn't lost`() async throws {
    try await Move.run { move async throws in
      await move.provider.inject(.dpop(.bearer))
      let store = JournaledStore()
      let client = demanding(move, keeping: store)
      #expect(
        await adoptionFailure { () throws(StepFailure) in try await client.adopt(move.old) }
          == .response(.unboundToken))
      #expect(try await client.credential() == nil)
      #expect(move.revocations == 0)
      #expect(await store.journals.count == 1)
      await move.provider.clearFaults()
      #expect(try await client.adopt(move.old).subject == "user-1")
    }
  }

  @Test func `Tokens that are bound to the other library's key are refreshed with it`() async throws {
    try await ConcurrencyLimit.shared.run {
      let provider = try await ScriptedProvider.start(as: .left { $0.client.dpop.use = .required })
      let library = provider.client()
      _ = try await library.signIn(scopes: [], parameters: AuthorizationParameters())
      let kept = try #require(try await library.credential())
      let pem = try #require(kept.sessionKey?.encoded.object?["key"]?.string)
      let client = provider.client()
      var old = ImportedCredential(refreshToken: kept.refreshToken, idToken: kept.idToken)
      old.key = try PrivateKey(generating: .es256)
      let wrong = old
      let failed = await adoptionFailure { () throws(StepFailure) in try await client.adopt(wrong) }
      #expect(failed?.caseName == "invalidGrant" || failed?.caseName == "server", "\(String(describing: failed))")
      old.key = try PrivateKey(pem: Secret(pem), algorithm: .es256)
      _ = try await client.adopt(old)
      #expect(try await client.credential()?.keyThumbprint == kept.keyThumbprint)
      await provider.stop()
    }
  }
}
