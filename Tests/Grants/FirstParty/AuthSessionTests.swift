import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

/// `auth_session` after the sign-in (draft-ietf-oauth-first-party-apps-04 §5.3.1, §6.1, §6.2, §9.6.1).
@Suite struct `The server's session after a sign-in without a browser` {
  /// The values of `auth_session` in token responses.
  private let issued = Locked<[String]>([])

  /// Runs a test with a server that keeps its sessions.
  private func run(
    demanding demands: [ScriptedSteps.Demand] = [], _ adjust: (inout ProviderConfiguration) -> Void = { _ in },
    _ test: (FirstPartyProvider) async throws -> Void
  ) async throws {
    try await FirstPartyProvider.run(
      script: { [issued] script in
        script.firstParty.keepsSessions = true
        script.firstParty.laterDemands = demands
        script.tokens = { members in
          if let session = members["auth_session"]?.string { issued.withLock { $0.append(session) } }
        }
      }, adjust, test)
  }

  /// Begins a sign-in that an API demands.
  private func stepUp(
    _ client: AuthClient<DynamicProvider>
  ) async throws(StepFailure) -> FirstPartyStep<DynamicProvider> {
    let response = HTTPResponse(
      status: .unauthorized,
      headerFields: [.wwwAuthenticate: #"Bearer error="insufficient_user_authentication", max_age="300""#])
    return try await client.begin(.email("ada@example.com").satisfying(response), scopes: [])
  }

  private func sessions(_ shop: FirstPartyProvider) -> [String?] {
    shop.fields(at: "/challenge").map { $0["auth_session"] }
  }

  @Test func `Another process sends auth_session with its next sign-in, so the server demands less`() async throws {
    try await run { shop in
      let store = MemoryCredentialStore()
      _ = try await shop.begin(shop.client(store: store)).answer("471100")
      let client = shop.client(store: store)
      let before = try #require(try await client.credential())
      #expect(before.authSession?.reveal() == issued.value.first)
      #expect(try Credential(encoded: before.encoded()).authSession == before.authSession)
      let step = try await shop.begin(client)
      #expect(step.user?.subject == "user-1" && step.inputs.isEmpty)
      #expect(sessions(shop).count == 3 && sessions(shop).first == .some(nil))
      #expect(sessions(shop).last == issued.value.first)
      #expect(try await client.credential()?.authSession?.reveal() == issued.value.last)
      #expect(issued.value.count == 2)
      var dumps = ""
      dump(before, to: &dumps)
      #expect(!dumps.contains("session-") && !"\(before)".contains("session-"))
    }
  }

  @Test func `A sign-in with auth_session binds the new tokens to the same key`() async throws {
    try await run({ $0.client.dpop.use = .required }) { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let key = try #require(try await client.credential()?.keyThumbprint)
      #expect(try await shop.begin(client).user?.subject == "user-1")
      #expect(try await client.credential()?.keyThumbprint == key)
    }
  }

  @Test func `If the server rejects auth_session, the sign-in starts again without it, with a new key`() async throws {
    try await run({ $0.client.dpop.use = .required }) { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let key = try #require(try await client.credential()?.keyThumbprint)
      await shop.scripted.inject(.firstParty(.sessionExpired), times: 1)
      let step = try await shop.begin(client)
      #expect(step.user == nil && sessions(shop).suffix(2) == [issued.value.first, nil])
      #expect(try await step.answer("471100").user?.subject == "user-1")
      #expect(try await client.credential()?.keyThumbprint != key)
    }
  }

  @Test func `The newest auth_session is stored, even if the user abandons a sign-in that an API demanded`()
    async throws
  {
    try await run(demanding: [ScriptedSteps.Demand("passkey_required")]) { shop in
      let store = MemoryCredentialStore()
      let first = shop.client(store: store)
      _ = try await shop.begin(first).answer("471100")
      _ = try await first.refresh()
      #expect(try await stepUp(first).inputs.map(\.name) == ["passkey", "code"])
      // Another process, after the user has closed the app.
      let step = try await stepUp(shop.client(store: store))
      #expect(step.inputs.map(\.name) == ["passkey", "code"])
      let sent = sessions(shop)
      try #require(sent.count == 4)
      #expect(sent[2] == issued.value.last && issued.value.count == 2, "the refresh replaced the value")
      #expect(sent[3] != nil && sent[3] != sent[2], "the demand replaced the value")
      #expect(try await step.answer(.named("passkey", ["assertion": "signed"])).user?.subject == "user-1")
    }
  }

  @Test func `If the user abandons a sign-in that no API demanded, the session keeps its auth_session`() async throws {
    try await run(demanding: [ScriptedSteps.Demand("passkey_required")]) { shop in
      let store = MemoryCredentialStore()
      let first = shop.client(store: store)
      _ = try await shop.begin(first).answer("471100")
      let before = try await first.credential()
      #expect(try await shop.begin(first, "bob@example.com").inputs.map(\.name) == ["passkey", "code"])
      #expect(try await first.credential() == before)
      // The server accepts each value once, so the next sign-in starts without one.
      let second = shop.client(store: store)
      #expect(try await second.credential() == before)
      let step = try await shop.begin(second)
      #expect(step.inputs.map(\.name) == ["code"])
      #expect(sessions(shop).suffix(3) == [issued.value.first, issued.value.first, nil])
      #expect(try await step.answer("471100").user?.subject == "user-1")
    }
  }

  @Test func `If another user completes a sign-in that an API demanded, the session loses its auth_session`()
    async throws
  {
    try await run({ $0.userInfo.sources = [.idToken] }) { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let before = try #require(try await client.credential())
      await shop.scripted.rewrite { $0.claims = { $0["sub"] = "user-2" } }
      #expect(await stepFailure(try await stepUp(client)) == .stepUp(.anotherUser))
      var expected = before
      expected.authSession = nil
      #expect(before.authSession != nil)
      #expect(try await client.credential() == expected)
      await shop.scripted.rewrite { $0.claims = { _ in } }
      let step = try await stepUp(client)
      #expect(sessions(shop).last == .some(nil) && step.inputs.map(\.name) == ["code"])
      #expect(try await step.answer("471100").user?.subject == "user-1")
    }
  }

  @Test func `A refresh that demands another step replaces auth_session and keeps the user signed in`() async throws {
    try await run { shop in
      let store = MemoryCredentialStore()
      let client = shop.client(store: store)
      _ = try await shop.begin(client).answer("471100")
      await shop.scripted.inject(.firstParty(.refreshDemand), times: 1)
      let failure = await stepFailure(try await client.refresh())
      #expect(failure?.serverCode == "insufficient_authorization" && failure?.recovery == .reauthenticate)
      #expect(try await client.user()?.subject == "user-1")
      let stored = try #require(try await shop.client(store: store).credential())
      #expect(stored.authSession != nil && stored.authSession?.reveal() != issued.value.first)
      #expect(stored.unconfirmedRefresh == nil)
      #expect(try await shop.begin(client).user?.subject == "user-1")
      #expect(sessions(shop).last == stored.authSession?.reveal())
      #expect(try await client.refresh().refreshToken != nil)
    }
  }

  @Test func `A sign-in in the browser can also return auth_session, and signing out discards it`() async throws {
    try await run({ $0.logout.style = .none }) { shop in
      let client = shop.client()
      _ = try await client.signIn(scopes: ["email"], parameters: AuthorizationParameters())
      #expect(try await shop.begin(client).user?.subject == "user-1")
      #expect(sessions(shop) == [issued.value.first])
      try await client.signOut()
      #expect(try await shop.begin(client).user == nil)
      #expect(sessions(shop).last == .some(nil))
    }
  }

  @Test(arguments: [JSONValue.integer(7), "", .string(String(repeating: "s", count: 8193))])
  func `An invalid value next to tokens is ignored, because the tokens are valid`(value: JSONValue) async throws {
    try await FirstPartyProvider.run(script: { $0.tokens = { $0["auth_session"] = value } }) { shop in
      let client = shop.client()
      #expect(try await shop.begin(client).answer("471100").user?.subject == "user-1")
      _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      #expect(try await client.credential()?.authSession == nil)
      #expect(try await client.refresh().authSession == nil)
    }
  }

  @Test(
    arguments: [([:], nil), (["auth_session": .null], nil), (["auth_session": "s"], "s")] as [(JSONValue, String?)])
  func `The member auth_session may be missing or null in a response`(body: JSONValue, session: String?) throws {
    #expect(try FirstPartyReply(outcome: .accepted, body: body, status: 200).authSession()?.reveal() == session)
  }

  @Test(arguments: ["", 7, .string(String(repeating: "s", count: 8193))] as [JSONValue])
  func `An invalid auth_session is a failure if the response has no tokens`(value: JSONValue) {
    let reply = FirstPartyReply(outcome: .accepted, body: ["auth_session": value], status: 200)
    #expect(throws: StepFailure.response(.unexpectedValue("auth_session", endpoint: .authorizationChallenge))) {
      try reply.authSession()
    }
  }

  @Test func `Without the authorization challenge endpoint, the member auth_session is ignored`() async throws {
    try await FirstPartyProvider.run(
      script: { $0.tokens = { $0["auth_session"] = "s" } }, { $0.firstParty = .init() }
    ) { shop in
      let client = shop.client()
      _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      #expect(try await client.credential()?.authSession == nil)
    }
  }
}
