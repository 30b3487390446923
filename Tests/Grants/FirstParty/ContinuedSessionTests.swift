import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

/// Sign-ins that continue the server's session (draft-ietf-oauth-first-party-apps-04 §5.3.1, §9.6.1).
@Suite struct `The server's session in a later sign-in without a browser` {
  /// Whether a sign-in continues the server's session.
  private func continues(
    _ change: (inout Credential) -> Void = { _ in }, _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws -> Bool {
    let core = try ClientCore(
      ClientCore.Setup(
        configuration: FirstPartyProvider.configuration.changed(adjust), variables: [:], clientID: "app",
        environment: AuthEnvironment()))
    var session = Credential(accessToken: Secret("a"), scopes: [])
    session.authSession = Secret("s")
    change(&session)
    let setup = FirstPartySignIn.Setup(
      core: core, scopes: [], parameters: AuthorizationParameters(), app: nil, session: session, demand: nil)
    return setup.continued != nil
  }

  @Test func `A sign-in continues only a session whose auth_session and key it can use`() throws {
    let key = try SessionKey(generating: .es256)
    let unusable = SessionKey(encoded: ["kind": "of another device"])
    #expect(try continues())
    #expect(try continues { $0.sessionKey = key })
    #expect(try !continues { $0.sessionKey = unusable })
    #expect(try !continues { $0.authSession = nil })
    #expect(try !continues({ _ in }) { $0.firstParty = .init() })
  }

  @Test(arguments: [("user-1", true), ("user-2", false)])
  func `If a response has no new auth_session, only the same user keeps the known one`(
    subject: String, isKept: Bool
  ) async throws {
    try await FirstPartyProvider.run(
      script: { $0.firstParty.keepsSessions = true }, { $0.userInfo.sources = [.idToken] }
    ) { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let known = try #require(try await client.credential()?.authSession)
      await shop.scripted.rewrite {
        $0.tokens = { $0["auth_session"] = nil }
        $0.claims = { $0["sub"] = .string(subject) }
      }
      #expect(try await shop.begin(client).user?.subject == subject)
      #expect(try await client.credential()?.authSession == (isKept ? known : nil))
    }
  }

  private static let demand = HTTPResponse(
    status: .unauthorized,
    headerFields: [.wwwAuthenticate: #"Bearer error="insufficient_user_authentication", max_age="300""#])

  @Test func `A session without auth_session doesn't get one from a sign-in that the user abandons`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      _ = try await client.signIn(scopes: ["email"], parameters: AuthorizationParameters())
      let before = try #require(try await client.credential())
      #expect(before.authSession == nil)
      let step = try await client.begin(.email("ada@example.com").satisfying(Self.demand), scopes: [])
      #expect(step.inputs.map(\.name) == ["code"])
      #expect(try await client.credential() == before)
    }
  }

  @Test func `If a sign-in starts again and another user completes it, the session loses an equal auth_session`()
    async throws
  {
    try await FirstPartyProvider.run(
      script: { $0.tokens = { $0["auth_session"] = "s" } }, { $0.userInfo.sources = [.idToken] }
    ) { shop in
      let client = shop.client()
      _ = try await client.signIn(scopes: ["email"], parameters: AuthorizationParameters())
      var expected = try #require(try await client.credential())
      #expect(expected.authSession == Secret("s"))
      await shop.scripted.rewrite { $0.claims = { $0["sub"] = "user-2" } }
      let step = try await client.begin(.email("ada@example.com").satisfying(Self.demand), scopes: [])
      #expect(shop.fields(at: "/challenge").map { $0["auth_session"] } == ["s", nil])
      #expect(await stepFailure(try await step.answer("471100")) == .stepUp(.anotherUser))
      expected.authSession = nil
      #expect(try await client.credential() == expected)
    }
  }

  @Test(arguments: [true, false])
  func `A sign-in at an app's server changes no session in its store`(isAbandoned: Bool) async throws {
    try await FirstPartyProvider.run(
      script: {
        $0.firstParty.keepsSessions = true
        $0.firstParty.laterDemands = isAbandoned ? [ScriptedSteps.Demand("passkey_required")] : []
      }, { $0.userInfo.sources = [.idToken] }
    ) { shop in
      let store = MemoryCredentialStore()
      let app = shop.client(store: store)
      _ = try await shop.begin(app).answer("471100")
      let before = try #require(try await app.credential())
      await shop.scripted.rewrite {
        $0.tokens = { $0["auth_session"] = nil }
        $0.claims = { $0["sub"] = "user-2" }
      }
      let backend = BackendExchange<DynamicProvider>(
        configuration: shop.scripted.configuration, variables: [:], clientID: "app",
        environment: AuthEnvironment(store: store))
      let start = FirstPartyStart<DynamicProvider>.email("ada@example.com").satisfying(Self.demand)
      let failure = await stepFailure(try await backend.begin(start, scopes: [], after: before))
      #expect(failure == (isAbandoned ? nil : .stepUp(.anotherUser)))
      #expect(shop.fields(at: "/challenge").last?["auth_session"] == before.authSession?.reveal())
      #expect(try await shop.client(store: store).credential() == before)
    }
  }
}
