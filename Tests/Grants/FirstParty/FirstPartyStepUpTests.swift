import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

/// Sign-ins that an API demands (draft-ietf-oauth-first-party-apps-04 §7, RFC 9470).
@Suite struct `A step-up without a browser` {
  private static let authentication = response(
    401, #"Bearer error="insufficient_user_authentication", acr_values="phr", max_age="300""#)

  private static func response(_ status: Int, _ challenge: String) -> HTTPResponse {
    HTTPResponse(status: .init(code: status), headerFields: [.wwwAuthenticate: challenge])
  }

  /// Begins a sign-in that the API demands.
  private func begin(
    _ client: AuthClient<DynamicProvider>, satisfying response: HTTPResponse,
    scopes: [String] = []
  ) async throws(StepFailure) -> FirstPartyStep<DynamicProvider> {
    try await client.begin(.email("ada@example.com").satisfying(response), scopes: scopes)
  }

  @Test func `The first request has the session and the demand, and the session has what the API demands`()
    async throws
  {
    try await FirstPartyProvider.run(script: {
      $0.firstParty.keepsSessions = true
      $0.firstParty.laterDemands = [ScriptedSteps.Demand("passkey_required")]
    }) { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let before = try #require(try await client.credential())
      let step = try await begin(client, satisfying: Self.authentication)
      let request = try #require(shop.fields(at: "/challenge").last)
      #expect(request["auth_session"] == before.authSession?.reveal())
      #expect(request["acr_values"] == "phr" && request["max_age"] == "300" && request["scope"] == "openid email")
      #expect(try await step.answer(.named("passkey", ["assertion": "signed"])).user?.subject == "user-1")
      let after = try #require(try await client.credential())
      #expect(after.claims?["acr"] == "phr" && after.claims?["auth_time"] != nil)
      #expect(after.accessToken != before.accessToken)
    }
  }

  @Test func `The request has the scopes of the session and those that the API demands`() async throws {
    let scopes = Self.response(403, #"Bearer error="insufficient_scope", scope="pay""#)
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let unlisted = await stepFailure(try await begin(client, satisfying: scopes))
      #expect(unlisted == .stepUp(.unlistedScopes(["pay"])))
      let step = try await begin(client, satisfying: scopes, scopes: ["pay"])
      #expect(shop.fields(at: "/challenge").last?["scope"] == "openid email pay")
      #expect(try await step.answer("471100").user?.subject == "user-1")
      #expect(try await client.credential()?.scopes.contains("pay") == true)
    }
  }

  @Test func `A scope that the server didn't list in its response is requested again`() async throws {
    try await FirstPartyProvider.run(script: { $0.tokens = { $0["scope"] = "openid email" } }) { shop in
      let client = shop.client()
      let scopes = ["email", "offline_access"]
      _ = try await client.begin(.email("ada@example.com"), scopes: scopes).answer("471100")
      #expect(try await client.credential()?.scopes == ["openid", "email"])
      let step = try await begin(client, satisfying: Self.authentication)
      #expect(shop.fields(at: "/challenge").last?["scope"] == "openid email offline_access")
      #expect(try await step.answer("471100").user?.subject == "user-1")
      #expect(try await client.credential()?.requestedScopes == ["openid", "email", "offline_access"])
    }
  }

  @Test func `Another user is rejected, and the session stays as it was`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let before = try await client.credential()
      await shop.scripted.rewrite { $0.user = TestUser("user-2", claims: [:]) }
      let step = try await begin(client, satisfying: Self.authentication)
      #expect(await stepFailure(try await step.answer("471100")) == .stepUp(.anotherUser))
      #expect(try await client.credential() == before)
      #expect(!shop.fields(at: "/revoke").isEmpty)
    }
  }

  @Test func `A sign-in without the demanded authentication is rejected, and the session stays as it was`() async throws
  {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let before = try await client.credential()
      await shop.scripted.inject(.stepUp(.acr))
      let step = try await begin(client, satisfying: Self.authentication)
      #expect(await stepFailure(try await step.answer("471100")) == .stepUp(.otherAuthentication))
      #expect(try await client.credential() == before)
    }
  }

  @Test func `If the server demands a browser, its page gets the demand, and the result is checked, too`() async throws
  {
    try await FirstPartyProvider.run({ it in
      it.authorization.parameters += [.init("acr_values", .list), .init("max_age", .seconds)]
    }) { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      let step = try await begin(client, satisfying: Self.authentication)
      #expect(step.user?.subject == "user-1")
      let page = try #require(shop.scripted.requests.last { $0.path == "/authorize" })
      #expect(page.query.contains("acr_values=phr") && page.query.contains("max_age=300"))
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      await shop.scripted.rewrite { $0.user = TestUser("user-2", claims: [:]) }
      let failure = await stepFailure(try await begin(client, satisfying: Self.authentication))
      #expect(failure == .stepUp(.anotherUser))
      #expect(try await client.user()?.subject == "user-1")
    }
  }

  @Test func `A store that can't be read is a failure only if an API demands the sign-in`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client(store: LockedStore())
      let failure = await stepFailure(try await begin(client, satisfying: Self.authentication))
      #expect(failure == .store(.unavailable("locked")))
      #expect(shop.fields(at: "/challenge").isEmpty)
      #expect(try await shop.begin(client).inputs.map(\.name) == ["code"])
    }
  }

  @Test func `Without a session or a demand, no request is sent`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      #expect(await stepFailure(try await begin(client, satisfying: Self.authentication)) == .notSignedIn)
      for response in [Self.response(200, "Bearer"), Self.response(401, #"Bearer error="invalid_token""#)] {
        let failure = await stepFailure(try await begin(client, satisfying: response))
        #expect(
          failure
            == .configuration(
              .invalidParameter("satisfying", expected: "a response that demands another sign-in")))
      }
      #expect(shop.fields(at: "/challenge").isEmpty)
    }
  }
}

/// A store that can't be read.
private struct LockedStore: CredentialStore {
  func load(_ key: CredentialKey) throws(StoreFailure) -> Credential? { throw .unavailable("locked") }
  func save(_ credential: Credential, for key: CredentialKey) throws(StoreFailure) { throw .unavailable("locked") }
  func remove(_ key: CredentialKey) throws(StoreFailure) { throw .unavailable("locked") }
}
