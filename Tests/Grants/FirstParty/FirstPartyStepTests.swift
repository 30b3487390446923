import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The steps of a sign-in without a browser` {
  /// Replaces the authorization challenge endpoint with an endpoint of the provider and a grant.
  private static func useGrant(_ it: inout ProviderConfiguration) {
    it.server.authorizationChallengeEndpoint = nil
    it.firstParty.starts = [
      .init(
        name: "email", endpoint: "https://shop.example/start",
        parameters: [.init("login_hint", .email, isRequired: true)], next: ["code"])
    ]
    it.firstParty.steps = [
      .init(
        name: "code", grantType: "urn:example:otp", requestsAccess: true,
        parameters: [
          .init("login_hint", .string, constant: "{first_party.login_hint}"), .init("otp", .string, isRequired: true),
        ])
    ]
    it.firstParty.demands = [:]
  }

  @Test(
    arguments: [
      .init("note", .string), .init("level", .string, defaultValue: "low", isRequired: true),
    ] as [ProviderConfiguration.AuthorizationRules.Parameter])
  func `A single value is for the only required parameter that has no default`(
    other: ProviderConfiguration.AuthorizationRules.Parameter
  ) async throws {
    try await FirstPartyProvider.run({ $0.firstParty.steps[0].parameters.insert(other, at: 0) }) { shop in
      let step = try await shop.begin(shop.client())
      #expect(step.inputs.map(\.parameters) == [[other.name, "otp"]])
      #expect(try await step.answer("471100").user?.subject == "user-1")
      #expect(shop.fields(at: "/challenge").last?["otp"] == "471100")
    }
  }

  @Test func `If the server demands only steps that need a value that it didn't send, its error is the failure`()
    async throws
  {
    try await FirstPartyProvider.run(
      script: { $0.firstParty.demands = [ScriptedSteps.Demand("mfa_required")] },
      { it in
        let token = ProviderConfiguration.AuthorizationRules.Parameter(
          "mfa_token", .string, constant: "{first_party.mfa_token}")
        it.firstParty.steps.append(.init(name: "factor", grantType: "urn:example:factor", parameters: [token]))
        it.firstParty.demands["mfa_required"] = ["factor"]
      }
    ) { shop in
      #expect(await stepFailure(try await shop.begin(shop.client()))?.serverCode == "mfa_required")
    }
  }

  @Test(arguments: [(16 << 10, true), ((16 << 10) + 1, false)])
  func `A value for a later request has at most 16 KiB`(length: Int, isAccepted: Bool) {
    var rules = ProviderConfiguration.FirstPartyRules()
    rules.steps = [.init(name: "otp", parameters: [.init("mfa_token", .string, constant: "{first_party.mfa_token}")])]
    var memory = FirstPartyMemory(rules, continuing: nil, from: Date())
    let body: JSONValue = ["mfa_token": .string(String(repeating: "m", count: length))]
    let reply = FirstPartyReply(outcome: .accepted, body: body, status: 200)
    var failure: StepFailure?
    do throws(StepFailure) { try memory.remember(reply, after: [:]) } catch { failure = error }
    let unexpected = StepFailure.response(.unexpectedValue("mfa_token", endpoint: .authorizationChallenge))
    #expect(failure == (isAccepted ? nil : unexpected))
    #expect((memory.values["mfa_token"] != nil) == isAccepted)
  }

  @Test func `Only requests to the authorization server prove the key of the session`() async throws {
    try await FirstPartyProvider.run(
      script: { $0.instead = { $0.path == "/start" ? .json("{}") : nil } },
      { it in
        Self.useGrant(&it)
        it.client.dpop.use = .required
      }
    ) { shop in
      let step = try await shop.begin(shop.client())
      _ = await stepFailure(try await step.answer("471100"))
      let proofs = ["/start", "/token"].map { path in
        shop.scripted.requests.filter { $0.path == path }.map { $0.headers["dpop"] != nil }
      }
      #expect(proofs == [[false], [true]])
    }
  }

  @Test func `The nonce of an ID token isn't checked if no request contained one`() async throws {
    try await FirstPartyProvider.run(
      script: { $0.claims = { $0["nonce"] = "of-the-server" } }, { it in Self.useGrant(&it) }
    ) { shop in
      let step = try await shop.begin(shop.client()).answer("471100")
      #expect(step.user?.subject == "user-1")
      let sent = shop.fields(at: "/start") + shop.fields(at: "/token")
      #expect(sent.count == 2 && sent.allSatisfy { $0["nonce"] == nil })
    }
  }

  @Test func `A request is repeated only while the user hasn't decided on another device`() async throws {
    let asked = Locked(0)
    try await FirstPartyProvider.run(script: {
      $0.instead = { request in
        guard request.path == "/challenge" else { return nil }
        let isFirst = asked.withLock { count in
          count += 1
          return count == 1
        }
        return isFirst ? ScriptedResponse(503) : nil
      }
    }) { shop in
      let clock = RecordingClock()
      let client = AuthClient<DynamicProvider>(
        configuration: shop.scripted.configuration, variables: [:], clientID: "app",
        redirect: .loopback(ports: 20_000...29_999), environment: AuthEnvironment(clock: clock).withOwnRedirects)
      let failure = await stepFailure(try await shop.begin(client))
      #expect(failure == .response(.unexpectedStatus(503, endpoint: .authorizationChallenge)))
      #expect(asked.value == 1 && clock.waited.isEmpty)
    }
  }

  @Test func `A sign-in without an earlier session isn't started again`() async throws {
    try await FirstPartyProvider.run(script: {
      $0.instead = { $0.path == "/challenge" ? .json(#"{"error":"invalid_session"}"#, status: 400) : nil }
    }) { shop in
      #expect(await stepFailure(try await shop.begin(shop.client()))?.serverCode == "invalid_session")
      #expect(shop.fields(at: "/challenge").count == 1)
    }
  }

  @Test func `A missing token endpoint is reported before the user enters anything`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client(changing: { ($0.discovery.mode, $0.server.tokenEndpoint) = (.none, nil) })
      #expect(await stepFailure(try await shop.begin(client)) == .configuration(.missingEndpoint(.token)))
      #expect(shop.fields(at: "/challenge").isEmpty)
    }
  }

  @Test(
    arguments: [
      (#""code_challenge_methods_supported":["plain"]"#, .configuration(.unsupportedCodeChallenge)),
      (
        #""authorization_details_types_supported":["loan"]"#,
        .configuration(.unsupportedDetailType("payment", supported: ["loan"]))
      ),
    ] as [(String, StepFailure)])
  func `A server whose metadata excludes the sign-in gets no request for it`(
    member: String, expected: StepFailure
  ) async throws {
    try await FirstPartyProvider.run { shop in
      let issuer = try #require(shop.scripted.configuration.server.issuer?.text)
      await shop.scripted.rewrite {
        $0.instead = { request in
          guard request.path.hasSuffix("openid-configuration") else { return nil }
          return .json(#"{"issuer":"\#(issuer)","jwks_uri":"\#(issuer)/keys",\#(member)}"#)
        }
      }
      var parameters = AuthorizationParameters()
      parameters.details = [["type": "payment"]]
      let client = shop.client(changing: { $0.server.jwksURI = nil })
      #expect(await stepFailure(try await shop.begin(client, parameters: parameters)) == expected)
      #expect(shop.fields(at: "/challenge").isEmpty)
    }
  }
}
