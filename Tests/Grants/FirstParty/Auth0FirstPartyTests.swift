import AuthConfiguration
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Auth0's passwordless sign-in and its second factors` {
  private typealias Step = FirstPartyStep<Auth0>

  private func run(
    script change: @Sendable (inout ScriptedProvider.Script) -> Void = { _ in },
    _ test: (ScriptedProvider, Auth0.Client, RecordingClock) async throws -> Void
  ) async throws {
    let script = ScriptedProvider.Script {
      $0.firstParty.values = ["otp": "471100", "recovery_code": "RECOVER-ME", "binding_code": "815"]
      change(&$0)
    }
    try await ScriptedProvider.run(as: Auth0.self, script: script) { provider in
      let clock = RecordingClock()
      let environment = AuthEnvironment(browser: FollowingBrowser(), clock: clock)
      try await test(provider, provider.client(Auth0.self, clientID: "app", environment: environment), clock)
    }
  }

  private func fields(_ provider: ScriptedProvider, at path: String) -> [[String: String]] {
    provider.requests.filter { $0.path == path }.map { request in
      let json = JSONValue(parsing: request.body)?.object?.compactMapValues(\.string)
      return json
        ?? Dictionary((FormEncoding.decode(request.text) ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }
  }

  @Test func `A code by email signs the user in`() async throws {
    try await run { provider, auth0, _ in
      var step = try await auth0.begin(
        .otp(email: "ada@example.com"), scopes: [.openid, .email], audience: "https://api.acme.com")
      #expect(step.user == nil && step.inputs.map(\.name) == ["email_code"])
      step = try await step.answer("471100")
      #expect(step.user?.email == "ada@example.test")
      #expect(
        fields(provider, at: "/passwordless/start") == [
          ["client_id": "app", "connection": "email", "send": "code", "email": "ada@example.com"]
        ])
      let start = try #require(provider.requests.first { $0.path == "/passwordless/start" })
      #expect(start.headers["content-type"] == "application/json")
      #expect(
        fields(provider, at: "/oauth/token") == [
          [
            "grant_type": "http://auth0.com/oauth/grant-type/passwordless/otp", "client_id": "app", "realm": "email",
            "username": "ada@example.com", "otp": "471100", "scope": "openid email", "audience": "https://api.acme.com",
          ]
        ])
    }
  }

  @Test func `A code by text message, and a wrong code first`() async throws {
    try await run { provider, auth0, _ in
      let step = try await auth0.begin(.sms(phoneNumber: "+4915112345678"))
      let failure = await failure(Auth0.Failure.self, of: try await step.answer("000000"))
      #expect(failure?.caseName == "invalid_grant" || failure?.caseName == "invalidGrant")
      #expect(try await step.answer(.smsCode(code: "471100")).user?.subject == "user-1")
      let tokens = fields(provider, at: "/oauth/token")
      #expect(tokens.map { $0["username"] } == ["+4915112345678", "+4915112345678"])
    }
  }

  private static let factor = ScriptedSteps.Demand("mfa_required", members: ["mfa_token": "mfa-token-1"])

  private func secondFactor(_ auth0: Auth0.Client) async throws -> FirstPartyStep<Auth0> {
    let step = try await auth0.begin(.otp(email: "ada@example.com")).answer("471100")
    #expect(step.inputs.map(\.name) == ["authenticators", "challenge", "otp", "recovery_code"])
    #expect(step.response == ["error": "mfa_required"])
    return step
  }

  @Test func `A second factor from an authenticator app, or the recovery code`() async throws {
    try await run(script: { $0.firstParty.demands = [Self.factor] }) { provider, auth0, _ in
      let otp = try await secondFactor(auth0)
      #expect(try await otp.answer(.otp(code: "471100")).user?.subject == "user-1")
      let recovery = try await secondFactor(auth0)
      #expect(try await recovery.answer(.recoveryCode(code: "RECOVER-ME")).user?.subject == "user-1")
      let tokens = fields(provider, at: "/oauth/token")
      #expect(
        tokens.last == [
          "grant_type": "http://auth0.com/oauth/grant-type/mfa-recovery-code", "client_id": "app",
          "mfa_token": "mfa-token-1", "recovery_code": "RECOVER-ME",
        ])
      #expect(tokens[1]["grant_type"] == "http://auth0.com/oauth/grant-type/mfa-otp")
    }
  }

  @Test func `The user chooses a second factor, approves it, and the client polls until then`() async throws {
    let list: JSONValue = [
      ["id": "sms|dev_1", "authenticator_type": "oob", "active": true], ["id": "push|dev_2", "active": true],
    ]
    try await run(script: {
      $0.firstParty.demands = [Self.factor]
      $0.firstParty.responses = ["authenticators": list]
      $0.firstParty.waits = 2
    }) { provider, auth0, clock in
      var step = try await secondFactor(auth0).answer(.authenticators)
      #expect(step.response == list)
      let asked = try #require(provider.requests.first { $0.path == "/mfa/authenticators" })
      #expect(asked.method == "GET" && asked.query.isEmpty && asked.headers["authorization"] == "Bearer mfa-token-1")
      step = try await step.answer(.challenge(authenticatorID: "push|dev_2"))
      #expect(step.inputs.map(\.name) == ["oob"] && step.response == [:])
      #expect(
        fields(provider, at: "/mfa/challenge") == [
          [
            "client_id": "app", "mfa_token": "mfa-token-1", "challenge_type": "oob", "authenticator_id": "push|dev_2",
          ]
        ])
      #expect(try await step.answer(.oob()).user?.subject == "user-1")
      let polls = fields(provider, at: "/oauth/token").dropFirst()
      #expect(polls.count == 3 && Set(polls).count == 1 && polls.first?["oob_code"]?.hasPrefix("oob_code-") == true)
      #expect(clock.waited == [.seconds(5), .seconds(5)])
    }
  }

  @Test func `A challenge without the value that the next step needs is a typed failure`() async throws {
    try await run(script: {
      $0.firstParty.demands = [Self.factor]
      $0.firstParty.responses = ["challenge": ["challenge_type": "otp"]]
    }) { _, auth0, _ in
      let step = try await secondFactor(auth0)
      let failure = await failure(Auth0.Failure.self, of: try await step.answer(.challenge()))
      #expect(failure == .response(.missingField("oob_code", endpoint: .authorizationChallenge, status: 200)))
      // The other factors can still be used.
      #expect(try await step.answer(.otp(code: "471100")).user?.subject == "user-1")
    }
  }

  @Test func `The page of a wireless network isn't taken for Auth0's response`() async throws {
    try await run(script: { $0.instead = { $0.path == "/passwordless/start" ? .html("<h1>Welcome</h1>") : nil } }) {
      _, auth0, _ in
      let failure = await failure(Auth0.Failure.self, of: try await auth0.begin(.otp(email: "ada@example.com")))
      #expect(failure == .response(.notJSON(endpoint: .authorizationChallenge, status: 200)))
    }
  }
}
