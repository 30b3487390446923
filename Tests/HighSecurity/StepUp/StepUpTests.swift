import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A client's step-up` {
  @Test func `Without a step-up, the response is returned, and the token isn't refreshed in vain`() async throws {
    try await StepUpFixture.run([StepUpFixture.authentication, StepUpFixture.scope]) { fixture in
      _ = try await fixture.client.signIn()
      #expect(try await fixture.client.data(from: fixture.api).1.status == .unauthorized)
      #expect(try await fixture.client.data(from: fixture.api).1.status == .forbidden)
      #expect(fixture.signIns.count == 1)
      #expect(fixture.provider.requests.count { $0.path == "/token" } == 1)
    }
  }

  @Test func `The user authenticates again as the API demands, and the request is repeated with the new token`()
    async throws
  {
    try await StepUpFixture.run([StepUpFixture.authentication]) { fixture in
      _ = try await fixture.client.signIn()
      let (data, response) = try await fixture.client.data(from: fixture.api, stepUp: .ask(maximum: 2))
      #expect((response.status, String(decoding: data, as: UTF8.self)) == (.ok, "ok"))
      #expect(fixture.signIns.count == 2)
      #expect(fixture.signIns.last?["acr_values"] == "phr phrh")
      #expect(fixture.signIns.last?["max_age"] == "300")
      #expect(Set(fixture.received.value).count == 2)
      #expect(try await fixture.client.credential()?.claims?["acr"]?.string == "phr")
    }
  }

  @Test func `The sign-in requests the union of the session's scopes and the demanded ones`() async throws {
    try await StepUpFixture.run([StepUpFixture.authentication, StepUpFixture.scope]) { fixture in
      _ = try await fixture.client.signIn(scopes: ["openid", "accounts"], parameters: AuthorizationParameters())
      let (_, response) = try await fixture.client.data(
        from: fixture.api, stepUp: .ask(maximum: 2, scopes: ["payments"]))
      #expect(response.status == .ok)
      #expect(
        fixture.signIns.map { $0["scope"] } == ["openid accounts", "openid accounts", "openid accounts payments"])
      #expect(try await fixture.client.credential()?.scopes == ["openid", "accounts", "payments"])
    }
  }

  @Test func `An API can't demand scopes that the app doesn't list`() async throws {
    try await StepUpFixture.run([StepUpFixture.scope]) { fixture in
      _ = try await fixture.client.signIn()
      await #expect(throws: AuthFailure<AnyErrorCode>.stepUp(.unlistedScopes(["payments"]))) {
        try await fixture.client.data(from: fixture.api, stepUp: .ask(maximum: 2))
      }
      #expect(fixture.signIns.count == 1)
    }
  }

  @Test func `An API that demands the same again, or too often, ends the request`() async throws {
    let demands = (0..<20).map {
      StepUpFixture.challenge(#"DPoP error="insufficient_user_authentication", max_age=\#($0)"#)
    }
    try await StepUpFixture.run(demands) { fixture in
      _ = try await fixture.client.signIn()
      let failure = AuthFailure<AnyErrorCode>.stepUp(.stillInsufficient)
      await #expect(throws: failure) {
        try await fixture.client.data(from: fixture.api, stepUp: .ask(maximum: 2))
      }
      #expect((fixture.signIns.count, fixture.received.value.count) == (3, 3))
      fixture.responses.withLock { $0 = Array(repeating: StepUpFixture.authentication, count: 20) }
      await #expect(throws: failure) {
        try await fixture.client.data(from: fixture.api, stepUp: .ask(maximum: 5))
      }
      #expect((fixture.signIns.count, fixture.received.value.count) == (4, 5))
    }
  }

  @Test func `An API that demands scopes of the session causes no sign-in`() async throws {
    let demand = StepUpFixture.challenge(#"Bearer error="insufficient_scope", scope="openid""#, status: 403)
    try await StepUpFixture.run([demand]) { fixture in
      _ = try await fixture.client.signIn()
      await #expect(throws: AuthFailure<AnyErrorCode>.stepUp(.stillInsufficient)) {
        try await fixture.client.data(from: fixture.api, stepUp: .ask())
      }
      #expect(fixture.signIns.count == 1)
    }
  }

  @Test(
    arguments: [
      (.acr, StepUpFixture.authentication, AuthFailure.stepUp(.otherAuthentication)),
      (.authenticationTime, StepUpFixture.authentication, .idToken(.authenticationTooOld)),
      (.scope, StepUpFixture.scope, .stepUp(.missingScopes(["payments"]))),
    ] as [(ScriptedFault.StepUpFault, ScriptedResponse, AuthFailure<AnyErrorCode>)])
  func `A sign-in that falls short of the demand fails, and the session stays`(
    fault: ScriptedFault.StepUpFault, demand: ScriptedResponse, failure: AuthFailure<AnyErrorCode>
  ) async throws {
    try await StepUpFixture.run([demand]) { fixture in
      _ = try await fixture.client.signIn()
      let before = try await fixture.client.credential()
      await fixture.provider.inject(.stepUp(fault))
      await #expect(throws: failure) {
        try await fixture.client.data(from: fixture.api, stepUp: .ask(scopes: ["payments"]))
      }
      #expect(try await fixture.client.credential() == before)
      #expect(fixture.received.value.count == 1)
    }
  }

  @Test func `If another user signs in, the step-up fails, and the session stays`() async throws {
    try await StepUpFixture.run([StepUpFixture.authentication]) { fixture in
      _ = try await fixture.client.signIn()
      let before = try await fixture.client.credential()
      await fixture.provider.rewrite { $0.user = TestUser("user-2") }
      await #expect(throws: AuthFailure<AnyErrorCode>.stepUp(.anotherUser)) {
        try await fixture.client.data(from: fixture.api, stepUp: .ask())
      }
      #expect(try await fixture.client.credential() == before)
    }
  }

  @Test func `If the user declines, the request fails, and the session stays`() async throws {
    try await StepUpFixture.run([StepUpFixture.authentication]) { fixture in
      _ = try await fixture.client.signIn()
      let before = try await fixture.client.credential()
      await fixture.provider.inject(.denial)
      await #expect {
        try await fixture.client.data(from: fixture.api, stepUp: .ask())
      } throws: { ($0 as? AuthFailure<AnyErrorCode>)?.recovery != nil }
      #expect(try await fixture.client.credential() == before)
    }
  }

  @Test(
    arguments: [
      "", "Bearer", #"Bearer error="invalid_token""#, #"Bearer error="insufficient_user_authentication""#,
      #"Basic error="insufficient_user_authentication", max_age=1"#,
      #"Bearer error="insufficient_user_authentication", max_age=-1"#,
      #"Bearer error="insufficient_user_authentication", max_age=99999999999999999999"#,
      #"Bearer error="insufficient_user_authentication", acr_values="a\"b""#,
      "Bearer error=\"insufficient_user_authentication\", acr_values=\"a\u{E9}\"",
      #"Bearer error="insufficient_scope""#, #"Bearer error="insufficient_scope", scope="a\\b""#,
      #"Bearer error="insufficient_scope", acr_values="phr", max_age=1, prompt="none", redirect_uri="https://a.test""#,
      #"Bearer error="insufficient_scope", scope=""# + String(repeating: "a", count: 300) + "\"",
      #"Bearer error="insufficient_scope", scope=""# + String(repeating: "a b ", count: 5000) + "\"",
    ])
  func `A challenge that demands nothing useful is an ordinary response`(value: String) {
    for status in [HTTPResponse.Status.unauthorized, .forbidden] {
      let response = HTTPResponse(status: status, headerFields: [.wwwAuthenticate: value])
      let demand = StepUpDemand(response)
      #expect(demand == nil || demand?.scopes == ["a", "b"])
    }
  }

  @Test func `A demand is found among several challenges, and in any order`() throws {
    var fields = HTTPFields()
    fields.append(HTTPField(name: .wwwAuthenticate, value: #"Negotiate abc==, Basic realm="a, Bearer error=x""#))
    fields.append(
      HTTPField(
        name: .wwwAuthenticate,
        value: #"Bearer, dpop ALGS="ES256", acr_values = "x y x", error="insufficient_user_authentication""#))
    let demand = try #require(StepUpDemand(HTTPResponse(status: .unauthorized, headerFields: fields)))
    #expect((demand.acrValues, demand.scopes, demand.maxAge) == (["x", "y"], [], nil))
    #expect(StepUpDemand(HTTPResponse(status: .ok, headerFields: fields)) == nil)
  }

  @Test func `Requests at the same time share one sign-in`() async throws {
    try await StepUpFixture.run([StepUpFixture.authentication, StepUpFixture.authentication]) { fixture in
      _ = try await fixture.client.signIn()
      let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
        for _ in 0..<2 {
          group.addTask { try await fixture.client.data(from: fixture.api, stepUp: .ask()).1.status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [.ok, .ok])
      #expect(fixture.signIns.count <= 3)
    }
  }
}

@Suite struct `An API's demand for another authentication` {
  private func caller(_ claims: [String: JSONValue]) async throws -> Caller<DynamicProvider> {
    let fixture = try ProofFixture()
    let token = try fixture.token(claims.merging(["cnf": .null]) { $1 })
    return try await fixture.api.caller(authorization: "Bearer \(token)")
  }

  private static let now = 1_800_000_000.0

  @Test(
    arguments: [
      (["acr": "phr", "auth_time": .number(now - 300)], true), (["acr": "phr", "auth_time": .number(now - 360)], true),
      (["acr": "phr", "auth_time": .number(now - 361)], false),
      (["acr": "phr", "auth_time": .number(now + 61)], false),
      (["acr": "phr"], false), (["auth_time": .number(now)], false),
      (["acr": "PHR", "auth_time": .number(now)], false),
      (["acr": ["phr"], "auth_time": .number(now)], false), (["acr": "phr", "auth_time": "now"], false),
    ] as [([String: JSONValue], Bool)])
  func `acr and auth_time must meet the requirement`(claims: [String: JSONValue], isMet: Bool) async throws {
    let caller = try await caller(claims)
    #expect(caller.satisfies(.acr("phr", within: .minutes(5))) == isMet)
    guard !isMet else { return }
    #expect(throws: AccessFailure.insufficientAuthentication(acrValues: ["phr"], maxAge: .seconds(300))) {
      try caller.require(.acr("phr", within: .minutes(5)))
    }
  }

  @Test func `The challenge states acr_values and max_age`() {
    let failure = AccessFailure.insufficientAuthentication(acrValues: ["phr", "phrh"], maxAge: .seconds(300))
    let response = failure.challenge()
    #expect(response.status == 401)
    #expect(
      response.headers["WWW-Authenticate"]
        == #"Bearer error="insufficient_user_authentication", acr_values="phr phrh", max_age="300""#)
  }

  @Test func `Another authentication is demanded only if it would suffice`() async throws {
    let caller = try await caller(["acr": "1", "auth_time": .number(Self.now)])
    #expect(throws: AccessFailure.insufficientAuthentication(acrValues: ["phr", "phrh"], maxAge: nil)) {
      try caller.require(.any([.acr("phr"), .acr("phrh"), .role("admin")]))
    }
    #expect(throws: AccessFailure.insufficientAuthentication(acrValues: ["phr"], maxAge: .seconds(60))) {
      try caller.require(.all([.acr("phr", within: .minutes(5)), .acr("phr", within: .seconds(60)), .user]))
    }
    for requirement in [.all([.acr("phr"), .role("admin")]), .any([.role("admin"), .machine]), .any([])]
      as [Requirement<DynamicProvider>]
    {
      #expect(throws: AccessFailure.insufficientScope([])) { try caller.require(requirement) }
    }
    #expect(throws: AccessFailure.insufficientScope(["payments"])) {
      try caller.require(.all([.acr("phr"), .scope("payments")]))
    }
    #expect(throws: Never.self) { try caller.require(.authenticated(within: .seconds(0))) }
    #expect(AuthenticationAge.minutes(.max).duration >= .zero)
    #expect(AuthenticationAge.seconds(-5).duration == .zero)
  }
}
