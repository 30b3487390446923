import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Additional callback fields` {
  private struct Fields: TypedResponseFields {
    var guild: Int
    var isInstalled: Bool
    var page: URL
    var who: JSONValue
    var status: String?

    init(fields: ResponseFields) throws(ClaimFailure) {
      guild = try fields.required("guild_id")
      isInstalled = try fields.required("installed")
      page = try fields.required("page")
      who = try fields.required("who")
      status = try fields.optional("status")
    }
  }

  private static let snippet = """
    callback:
      fields:
        guild_id: { type: int }
        installed: { type: bool }
        page: { type: url }
        who: { type: json }
        status: { type: string, optional: true }
    """

  @Test func `Callback fields have types, and the session stores them (D40)`() async throws {
    var scenario = SignInScenario(Self.snippet)
    scenario.script.callback = { pairs in
      pairs += [("guild_id", "7"), ("installed", "true"), ("page", "https://a.example/x")]
        .map { (name: $0.0, value: $0.1) }
      pairs.append((name: "who", value: #"{"n":1}"#))
    }
    let outcome = try await scenario.signIn { client, _ in
      let fields: Fields = try #require(try await client.returnedFields())
      #expect((fields.guild, fields.isInstalled, fields.status) == (7, true, nil))
      #expect(fields.page.absoluteString == "https://a.example/x")
      #expect(fields.who == .object(["n": .integer(1)]))
    }
    let credential = try #require(outcome.credential)
    #expect(try Credential(encoded: credential.encoded()).callback == credential.callback)
  }

  @Test func `Callback fields reach the server, which checks them again (D40 D117)`() async throws {
    let snippet = """
      client: { types: [confidential], exchange: backend }
      callback: { fields: { realm: { type: int } } }
      """
    let script = ScriptedProvider.Script { $0.callback = { $0.append((name: "realm", value: "7")) } }
    try await withScriptedProvider(try configuration(snippet, over: .oidc), script: script) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      var members = try #require(JSONValue(parsing: grant.encoded())?.object)
      members["fields"] = .object(["realm": .string("x")])
      let bent = try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
      let failure = await failure(of: try await provider.server().exchange(bent))
      #expect(failure == .callback(.unexpectedField("realm")))
      #expect(provider.requests.allSatisfy { $0.path != "/token" })
    }
  }
}

@Suite struct `A token response with claims about the user` {
  private static let response =
    #"{"access_token":"t-secret","refresh_token":"r-secret","id":"U1","name":"Ada","people":[{"access_token":"b-secret","copy":"t-secret","level":2}]}"#

  @Test func `The user gets the claims of the token response, and no tokens (D101)`() async throws {
    var scenario = SignInScenario("userinfo: { source: token, map: { id: id } }")
    scenario.respond("/token", Self.response)
    let outcome = try await scenario.signIn()
    #expect(outcome.claims("name", "id") == ["Ada", "U1"])
    #expect(outcome.user.claims["people"] == .array([.object(["level": .integer(2)])]))
    var text = "\(outcome.user)"
    dump(outcome.user, to: &text)
    #expect(!text.contains("secret"))
  }
}

@Suite struct `Data after a refresh` {
  @Test func `A refresh without a field of the sign-in keeps the field and the new tokens (D70)`() async throws {
    var scenario = SignInScenario("token: { response: { fields: { instance: { path: i, type: string } } } }")
    scenario.respond("/token", #"{"access_token":"t","refresh_token":"r","i":"eu"}"#)
    let outcome = try await scenario.signIn { client, provider in
      await provider.rewrite { script in
        script.instead = { $0.path == "/token" ? .json(#"{"access_token":"u","refresh_token":"r2"}"#) : nil }
      }
      try await client.refresh()
    }
    #expect(outcome.credential?.refreshToken == Secret("r2"))
    #expect(outcome.credential?.fields == ["instance": .string("eu")])
  }

  @Test func `A refresh doesn't change the user's ID (D88 D104)`() async throws {
    var scenario = SignInScenario(
      #"userinfo: { source: [userinfo, id_token], map: { id: "user_id | sub" } }"#, over: .oidc)
    scenario.scopes = ["openid"]
    scenario.respond("/userinfo", #"{"sub":"user-1","user_id":"U7"}"#)
    let outcome = try await scenario.signIn { client, _ in
      #expect(try await client.user()?.id == "U7")
      try await client.refresh()
      #expect(try await client.user()?.id == "U7")
    }
    #expect(outcome.user.id == "U7")
  }

  @Test func `A refresh brings the roles of its access token`() async throws {
    func token(_ role: String) -> String {
      let parts = [#"{"alg":"RS256"}"#, #"{"role":"\#(role)"}"#, "x"].map { Base64URL.encode(Data($0.utf8)) }
      return parts.joined(separator: ".")
    }
    let (first, second) = (token("reader"), token("writer"))
    var scenario = SignInScenario("")
    scenario.respond("/userinfo", #"{"id":"U1"}"#)
    scenario.respond("/token", #"{"access_token":"\#(first)","refresh_token":"r"}"#)
    _ = try await scenario.signIn { client, provider in
      #expect(try await client.user()?.claims.required("role", in: .accessToken) == "reader")
      await provider.rewrite { script in
        script.instead = { $0.path == "/token" ? .json(#"{"access_token":"\#(second)"}"#) : nil }
      }
      try await client.refresh()
      #expect(try await client.user()?.claims.required("role", in: .accessToken) == "writer")
    }
  }
}

@Suite struct `Further requests for the user's claims` {
  @Test(arguments: [404, 403, 429, 500])
  func `A failed further request leaves its claim out (D99)`(status: Int) async throws {
    var scenario = SignInScenario(
      #"""
      userinfo:
        further_requests: [{ when: missing(email), endpoint: "https://api.example.com/emails", map: { email: "[0].email" } }]
      """#)
    scenario.respond("/userinfo", #"{"id":"U1","name":"Ada"}"#)
    scenario.respond("/emails", #"{"message":"no"}"#, status: status)
    let outcome = try await scenario.signIn()
    #expect(outcome.claims("name", "email") == ["Ada", nil])
    #expect(outcome.transcript.request("/emails") != nil)
  }
}

@Suite struct `Sessions in one store` {
  @Test func `Two servers with the same descriptor have separate sessions`() async throws {
    let snippet = """
      variables: { host: { kind: host, example: a.example } }
      server:
        authorization_endpoint: "https://{host}/authorize"
        token_endpoint: "https://{host}/token"
      """
    let configuration = try configuration(snippet)
    let store = MemoryCredentialStore()
    func authority(_ host: String) throws -> String {
      try ResolvedProvider(configuration, variables: ["host": host], clientID: "app").authority
    }
    #expect(try authority("a.example") != authority("b.example"))
    let key = CredentialKey(issuer: try authority("a.example"), clientID: "app")
    let kept = try Credential(encoded: Data(#"{"version":1,"access_token":"t","scopes":[]}"#.utf8))
    await store.save(kept, for: key)
    for (host, token) in [("a.example", "t"), ("b.example", nil)] {
      let client = AuthClient<DynamicProvider>(
        configuration: configuration, variables: ["host": host], clientID: "app", redirect: .loopback(),
        environment: AuthEnvironment(store: store))
      #expect(try await client.credential()?.accessToken == token.map { Secret($0) })
    }
  }
}

@Suite struct `Several tokens` {
  @Test func `Every token of a session is revoked (D71 D84)`() async throws {
    var scenario = SignInScenario(
      """
      server: { revocation_endpoint: "https://id.example.com/revoke" }
      token:
        response:
          error: { when: missing(access_token) and missing(authed_user) }
          tokens: { user: { root: authed_user, primary: true }, bot: { root: "." } }
      """)
    scenario.respond("/token", #"{"access_token":"bot-1","authed_user":{"access_token":"user-1"}}"#)
    scenario.respond("/revoke", "{}")
    let outcome = try await scenario.signIn { client, _ in try await client.revokeTokens() }
    let sent = outcome.transcript.requests.filter { $0.path == "/revoke" }.map(\.text)
    #expect(
      sent == [
        "token=user-1&token_type_hint=access_token&client_id=app",
        "token=bot-1&token_type_hint=access_token&client_id=app",
      ])
  }
}

@Suite struct `The server's own expectations` {
  @Test func `The server's expected parameters override those of the device`() async throws {
    let snippet = """
      client: { types: [confidential], exchange: backend }
      authorize: { parameters: { organization: { type: string } } }
      id_token: { algorithms: [ES256], checks: { org_id: "equals({authorize.organization})" } }
      """
    try await withScriptedProvider(try configuration(snippet, over: .oidc)) { provider in
      let grant = try await provider.device().authorize(scopes: ["openid"], parameters: .init())
      let received = try #require(AuthorizationGrant(encoded: grant.encoded()))
      var wanted = AuthorizationParameters()
      wanted.set("organization", "org_42")
      let failure = await failure(of: try await provider.server().exchange(received, expecting: wanted))
      #expect(failure == .idToken(.unexpectedClaim("org_id")))
    }
  }
}
