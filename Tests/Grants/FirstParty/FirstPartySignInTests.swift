import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A sign-in without a browser` {
  @Test func `The server asks for a code, and the client exchanges its own code for the session of the verified user`()
    async throws
  {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      var step = try await shop.begin(client)
      #expect(step.user == nil)
      #expect(step.inputs.map(\.name) == ["code"] && step.inputs.map(\.parameters) == [["otp"]])
      #expect(step.response == ["error": "insufficient_authorization"])
      #expect(try await client.user() == nil)
      step = try await step.answer("471100")
      #expect(step.user?.subject == "user-1" && step.inputs.isEmpty)
      #expect(try await client.user()?.subject == "user-1")
      #expect(try await client.credential()?.refreshToken != nil)
    }
  }

  @Test func `The requests contain the standard parameters, and the token request no redirect URI`() async throws {
    try await FirstPartyProvider.run { shop in
      var parameters = AuthorizationParameters()
      parameters.set("theme", "dark")
      _ = try await shop.begin(shop.client(), parameters: parameters).answer("471100")
      let challenges = shop.fields(at: "/challenge")
      let first = try #require(challenges.first)
      #expect(
        Set(first.keys) == [
          "response_type", "client_id", "scope", "theme", "state", "nonce", "code_challenge", "code_challenge_method",
          "login_hint",
        ])
      #expect(first["response_type"] == "code" && first["scope"] == "openid email" && first["theme"] == "dark")
      #expect(first["code_challenge_method"] == "S256" && first["login_hint"] == "ada@example.com")
      #expect(challenges.count == 2)
      let session = try #require(challenges[1]["auth_session"])
      #expect(
        challenges[1] == [
          "response_type": "code", "client_id": "app", "auth_session": session, "otp": "471100",
        ])
      let exchange = try #require(shop.fields(at: "/token").first)
      #expect(Set(exchange.keys) == ["grant_type", "code", "code_verifier", "client_id"])
      #expect(exchange["grant_type"] == "authorization_code")
    }
  }

  @Test func `A wrong code is a typed error, and the same step accepts another one with the newest session`()
    async throws
  {
    try await FirstPartyProvider.run { shop in
      let step = try await shop.begin(shop.client())
      let failure = await stepFailure(try await step.answer("000000"))
      #expect(failure?.serverCode == "invalid_grant")
      #expect(try await step.answer("471100").user?.subject == "user-1")
      let sessions = shop.fields(at: "/challenge").compactMap { $0["auth_session"] }
      #expect(sessions.count == 2 && Set(sessions).count == 2)
    }
  }

  @Test func `Each response may contain a new session, which the next request contains`() async throws {
    let demands = (1...3).map { ScriptedSteps.Demand(members: ["round": .integer(Int64($0))]) }
    try await FirstPartyProvider.run(script: { $0.firstParty.demands = demands }) { shop in
      var step = try await shop.begin(shop.client())
      for round in 1...3 {
        #expect(step.response.object?["round"] == .integer(Int64(round)))
        step = try await step.answer("471100")
      }
      #expect(step.user?.subject == "user-1")
      let sessions = shop.fields(at: "/challenge").compactMap { $0["auth_session"] }
      #expect(sessions.count == 3 && Set(sessions).count == 3)
    }
  }

  @Test func `The provider's own error can demand steps, and a single value is rejected if it's ambiguous`()
    async throws
  {
    let demand = ScriptedSteps.Demand("passkey_required", members: ["challenge": "c2lnbg"], status: 401)
    try await FirstPartyProvider.run(script: { $0.firstParty.demands = [demand] }) { shop in
      let step = try await shop.begin(shop.client())
      #expect(step.inputs.map(\.name) == ["passkey", "code"] && step.response.object?["challenge"] == "c2lnbg")
      let failure = await stepFailure(try await step.answer("471100"))
      #expect(failure?.firstParty == .ambiguousValue(expected: ["passkey.assertion", "code.otp"]))
      #expect(shop.fields(at: "/challenge").count == 1)
      #expect(try await step.answer(.named("passkey", ["assertion": "signed"])).user?.subject == "user-1")
    }
  }

  @Test func `The token endpoint can demand another step for a code`() async throws {
    try await FirstPartyProvider.run { shop in
      await shop.scripted.inject(.firstParty(.tokenDemand), times: 1)
      var step = try await shop.begin(shop.client()).answer("471100")
      #expect(step.user == nil && step.inputs.map(\.name) == ["code"])
      step = try await step.answer("471100")
      #expect(step.user?.subject == "user-1")
      #expect(shop.fields(at: "/challenge").last?["auth_session"] != nil)
    }
  }

  @Test func `The session and the tokens are bound to one key if the server binds tokens`() async throws {
    try await FirstPartyProvider.run({ $0.client.dpop.use = .required }) { shop in
      let client = shop.client()
      let step = try await shop.begin(client)
      #expect(try await step.answer("471100").user?.subject == "user-1")
      let proofs = shop.scripted.requests.filter { ["/challenge", "/token"].contains($0.path) }
        .compactMap { $0.headers["dpop"].flatMap { ReceivedKey($0) } }
      #expect(proofs.count == 3 && Set(proofs.map(\.text)).count == 1)
      #expect(try await client.credential()?.keyThumbprint != nil)
    }
  }

  @Test func `A client with a secret authenticates at the challenge endpoint`() async throws {
    try await FirstPartyProvider.run(
      script: { $0.clientSecret = Secret("s3cret-of-the-shop") }, { $0.client.authentication = [.clientSecretPost] }
    ) { shop in
      let failure = await stepFailure(try await shop.begin(shop.client()))
      #expect(failure?.serverCode == "invalid_client")
      let client = AuthClient<DynamicProvider>(
        configuration: shop.scripted.configuration, variables: [:], clientID: "app",
        clientSecret: Secret("s3cret-of-the-shop"), redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment())
      #expect(try await shop.begin(client).answer("471100").user?.subject == "user-1")
      #expect(shop.fields(at: "/challenge").last?["client_secret"] == "s3cret-of-the-shop")
    }
  }

  @Test func `Invalid values are rejected before a request is sent`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      let wrong = await stepFailure(try await shop.begin(client, "ada"))
      #expect(wrong == .configuration(.invalidParameter("login_hint", expected: "an email address")))
      let unknown = await stepFailure(
        try await client.begin(FirstPartyStart("sms"), scopes: [], parameters: AuthorizationParameters()))
      #expect(unknown == .configuration(.unknownParameter("sms", known: ["email"])))
      #expect(shop.scripted.requests.allSatisfy { $0.path != "/challenge" })
      let step = try await shop.begin(client)
      #expect(
        await stepFailure(try await step.answer(.named("passkey", ["assertion": "x"])))?.firstParty
          == .unexpectedInput("passkey", expected: ["code"]))
      #expect(
        await stepFailure(try await step.answer(.named("code", ["otp": "471100", "admin": "true"])))
          == .configuration(.unknownParameter("admin", known: ["otp"])))
      #expect(await stepFailure(try await step.answer("")) != nil)
      #expect(shop.fields(at: "/challenge").count == 1)
      #expect(try await step.answer("471100").user?.subject == "user-1")
    }
  }

  @Test func `The endpoint is discovered, and a server without it is reported before the user enters anything`()
    async throws
  {
    try await FirstPartyProvider.run({ $0.server.authorizationChallengeEndpoint = nil }) { shop in
      let step = try await shop.begin(shop.client()).answer("471100")
      #expect(step.user?.subject == "user-1")
      #expect(!shop.fields(at: "/authorize-challenge").isEmpty)
      let without = shop.client(changing: { $0.discovery.mode = .none })
      #expect(
        await stepFailure(try await shop.begin(without)) == .configuration(.missingEndpoint(.authorizationChallenge)))
    }
  }
}

/// The public key of a proof.
private struct ReceivedKey {
  let text: String

  init?(_ proof: String) {
    guard let header = proof.split(separator: ".").first.flatMap({ Base64URL.decode(String($0)) }),
      let key = JSONValue(parsing: Data(header))?.object?["jwk"]?.object?["x"]?.string
    else { return nil }
    text = key
  }
}
