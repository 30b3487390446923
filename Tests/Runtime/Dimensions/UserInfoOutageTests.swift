import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `An outage of the userinfo endpoint` {
  private static let revocation = """
    server: { revocation_endpoint: "https://id.example.com/revoke" }

    """

  private func scenario(_ rules: String, _ response: ScriptedResponse) -> SignInScenario {
    var scenario = SignInScenario(Self.revocation + "userinfo: { \(rules) }")
    scenario.respond("/token", #"{"access_token":"t","athlete":{"id":7,"name":"Ada"}}"#)
    scenario.respond("/userinfo", response)
    return scenario
  }

  private static let outages: [ScriptedResponse] = [
    .json("{}", status: 503), .html("<p>Maintenance</p>"), .json("{}", status: 429),
    .json(#"{"error":"temporarily_unavailable"}"#, status: 500),
  ]

  @Test(arguments: outages)
  func `It doesn't end a sign-in whose token response identifies the user`(response: ScriptedResponse) async throws {
    let outcome = try await scenario("source: [token.athlete, userinfo], map: { id: id }", response).signIn()
    #expect(outcome.user.id == "7")
    #expect(outcome.claims("name") == ["Ada"])
    #expect(outcome.transcript.paths.contains("GET /userinfo"))
    #expect(!outcome.transcript.paths.contains("POST /revoke"))
  }

  @Test func `It doesn't end a sign-in with an ID token`() async throws {
    var scenario = SignInScenario("userinfo: { source: [id_token, userinfo] }", over: .oidc)
    scenario.respond("/userinfo", "{}", status: 503)
    #expect(try await scenario.signIn().claims("sub", "nickname") == ["user-1", nil])
  }

  /// Otherwise, the same user would have two keys, depending on the server's availability.
  @Test func `It ends a sign-in whose user only a later source identifies, without revoking the tokens`() async throws {
    let found = try await scenario("source: [userinfo, token.athlete], map: { id: id }", Self.outages[0]).rejection()
    #expect(found.failure == .response(.unexpectedStatus(503, endpoint: .userInfo)))
    #expect(!found.transcript.paths.contains("POST /revoke"))
  }

  @Test(arguments: [true, false])
  func `It ends a sign-in whose user no earlier source identifies`(hasIDToken: Bool) async throws {
    let configuration = ProviderConfiguration.plain.with { it in
      it.server.userInfoEndpoint = "https://{domain}/userinfo"
      it.userInfo.sources = hasIDToken ? [.idToken, .endpoint] : [.endpoint]
      if hasIDToken { it.userInfo.map = ["id": "employee"] } else { it.idToken = nil }
    }
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path == "/userinfo" ? .html("<p>Maintenance</p>") : nil }
    }
    try await withScriptedProvider(configuration, script: script) { provider in
      let failure = await failure(of: try await provider.client().signIn(scopes: [], parameters: .init()))
      #expect(failure == .response(.notJSON(endpoint: .userInfo, status: 200)))
    }
  }

  @Test(arguments: [403, 404])
  func `A rejected request ends the sign-in, without revoking the tokens`(status: Int) async throws {
    let rules = "source: [token.athlete, userinfo], map: { id: id }"
    let found = try await scenario(rules, .json(#"{"error":"insufficient_scope"}"#, status: status)).rejection()
    guard case .server(_, let error)? = found.failure else { throw try #require(found.failure) }
    #expect((error.code, error.status) == ("insufficient_scope", status))
    #expect(!found.transcript.paths.contains("POST /revoke"))
  }
}

@Suite struct `A user in the callback` {
  private func scenario(_ type: String, _ value: String) -> SignInScenario {
    var scenario = SignInScenario(
      """
      callback: { fields: { user_id: { type: \(type) } } }
      userinfo: { source: callback.user_id, map: { id: "." } }
      """)
    scenario.script.callback = { $0.append((name: "user_id", value: value)) }
    return scenario
  }

  @Test(arguments: [
    ("string", "ada"), ("string", "0012"), ("string", "true"), ("int", "42"), ("json", "\"ada\""), ("json", "7"),
  ])
  func `The ID may be a whole parameter`(type: String, value: String) async throws {
    let user = try await scenario(type, value).signIn().user
    #expect(user.id == value.replacing("\"", with: ""))
  }

  @Test func `An empty parameter doesn't identify anyone`() async throws {
    #expect(try await scenario("string", "").rejection().failure == .callback(.missingField("user_id")))
  }
}
