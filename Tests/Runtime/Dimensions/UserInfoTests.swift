import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The userinfo request` {
  private static let rows = [
    TokenRequestRow(
      "D89 at another URL", #"userinfo: { endpoint: "https://api.example.com/me" }"#, at: "/me",
      "GET /me\n\(bearer)"),
    TokenRequestRow(
      "D90 by POST, as a form", #"userinfo: { method: POST, parameters: { v: "{client_id}" } }"#, at: "/userinfo",
      "POST /userinfo\n\(bearer)\ncontent-type: application/x-www-form-urlencoded\n\nv=app"),
    TokenRequestRow(
      "D90 by POST, without a body", "userinfo: { method: POST, encoding: query }", at: "/userinfo",
      "POST /userinfo\n\(bearer)\ncontent-type: application/x-www-form-urlencoded"),
    TokenRequestRow(
      "D90 by POST, as JSON", "userinfo: { method: POST, encoding: json, parameters: { account: me } }",
      at: "/userinfo",
      "POST /userinfo\n\(bearer)\ncontent-type: application/json\n\n{\"account\":\"me\"}"),
    TokenRequestRow(
      "D91 with GraphQL", #"userinfo: { method: POST, body: { query: "{{ viewer(id: \"{client_id}\") {{ id }} }}" } }"#,
      at: "/userinfo",
      "POST /userinfo\n\(bearer)\ncontent-type: application/json\n\n"
        + #"{"query":"{ viewer(id: \"app\") { id } }"}"#),
    TokenRequestRow(
      "D92 with the token in the query",
      "userinfo: { token: { query: access_token }, parameters: { fields: 'id,name' } }",
      at: "/userinfo", "GET /userinfo?access_token=t%20%26&fields=id%2Cname\naccept: application/json"),
    TokenRequestRow(
      "D92 with the token in the path",
      #"userinfo: { token: none, endpoint: "https://api.example.com/u/{access_token}" }"#,
      at: "/u/t%20%26", "GET /u/t%20%26\naccept: application/json"),
    TokenRequestRow(
      "D93 with another scheme", "userinfo: { token: { scheme: OAuth } }", at: "/userinfo",
      "GET /userinfo\n" + bearer.replacing("Bearer", with: "OAuth")),
    TokenRequestRow(
      "D93 in another header", "userinfo: { token: { header: X-Token, prefix: 'token=' } }", at: "/userinfo",
      "GET /userinfo\naccept: application/json\nx-token: token=t &"),
    TokenRequestRow(
      "D94 D95 with headers and fields",
      #"userinfo: { headers: { Accept: "a/b", Client-Id: "{client_id}" }, parameters: { fields: "id,name" } }"#,
      at: "/userinfo", "GET /userinfo?fields=id%2Cname\naccept: a/b\nauthorization: Bearer t &\nclient-id: app"),
    TokenRequestRow(
      "D102 at a URL from the token response",
      #"""
      variables: { home: { kind: path_segment, from: token.team.home } }
      userinfo: { endpoint: "https://api.example.com/{home}/{token.team.id}" }
      """#, at: "/h%2F1/7", "GET /h%2F1/7\n\(bearer)"),
  ]

  private static let bearer = "accept: application/json\nauthorization: Bearer t &"

  @Test(arguments: rows)
  func `A userinfo request is sent as the descriptor says`(row: TokenRequestRow) async throws {
    var scenario = row.scenario
    scenario.respond("/token", #"{"access_token":"t &","team":{"id":7,"home":"h/1"}}"#)
    scenario.respond(row.path, #"{"id":"U1"}"#)
    let outcome = try await scenario.signIn()
    #expect(outcome.transcript.request(row.path) == row.request)
    #expect(outcome.user.id == "U1")
  }

  @Test func `Further requests get missing claims (D99)`() async throws {
    let snippet = #"""
      userinfo:
        token: { header: X-Token }
        map: { email: email }
        further_requests:
          - when: missing(email)
            endpoint: "https://api.example.com/emails"
            headers: { Accept: "a/b" }
            map: { email: "[primary=true].email", email_verified: "[primary=true].verified" }
          - { endpoint: "https://api.example.com/name", method: POST, root: "data[1]", map: { name: "first | {a} {b}" } }
      """#
    var scenario = SignInScenario(snippet)
    scenario.respond("/token", #"{"access_token":"t"}"#)
    scenario.respond("/userinfo", #"{"id":1,"email":null}"#)
    scenario.respond(
      "/emails", #"[{"email":"x@a.example","primary":false},{"email":"y@a.example","primary":true,"verified":true}]"#)
    scenario.respond("/name", #"{"data":[0,{"a":"Ada","b":"L","id":"evil","email":"evil@a.example"}]}"#)
    let outcome = try await scenario.signIn()
    #expect(outcome.transcript.request("/emails") == "GET /emails\naccept: a/b\nx-token: t")
    #expect(outcome.claims("email", "email_verified", "name") == ["y@a.example", "true", "Ada L"])
    #expect(outcome.user.id == "1")
    scenario.respond("/userinfo", #"{"id":1,"email":"z@a.example"}"#)
    let known = try await scenario.signIn()
    #expect(known.transcript.request("/emails") == nil)
    #expect(known.claims("email") == ["z@a.example"])
  }
}

@Suite struct `The user's claims` {
  @Test(arguments: [
    (
      "D96 below a root", "root: data.user, map: { id: open_id }", #"{"data":{"user":{"open_id":"U1","name":"Ada"}}}"#,
      ["Ada"]
    ),
    ("D96 in a list", "root: '[0]', map: { id: uid }", #"[{"uid":"U1","name":"Ada"}]"#, ["Ada"]),
    (
      "D97 D104 a number under another name", "map: { id: 'user_id | id' }",
      #"{"user_id":1234567890123456789,"id":"x","name":"Ada"}"#, ["Ada"]
    ),
    (
      "D98 a name from several members", "map: { id: id, name: '{first} {last}' }",
      #"{"id":"U1","first":"Ada","last":null}"#,
      ["Ada"]
    ),
    (
      "D98 a name from one of two members", "map: { id: id, name: 'name | login' }",
      #"{"id":"U1","name":"","login":"ada"}"#, ["ada"]
    ),
  ])
  func `Claims are read from the descriptor's paths`(dimension: String, rules: String, body: String, name: [String])
    async throws
  {
    var scenario = SignInScenario("userinfo: { \(rules) }")
    scenario.respond("/userinfo", body)
    let outcome = try await scenario.signIn()
    #expect(outcome.claims("name") == name)
    #expect(outcome.user.id == (dimension.hasPrefix("D97") ? "1234567890123456789" : "U1"))
  }

  @Test(arguments: [
    (#"{"id":"7","hash":"a1"}"#, "https://cdn.example/7/a1.png" as String?), (#"{"id":"7","hash":null}"#, nil),
  ])
  func `A claim may be a URL with placeholders, and is missing if one of them is (D100)`(body: String, picture: String?)
    async throws
  {
    var scenario = SignInScenario("userinfo: { map: { picture: 'https://cdn.example/{id}/{hash}.png' } }")
    scenario.respond("/userinfo", body)
    #expect(try await scenario.signIn().claims("picture") == [picture])
  }

  @Test func `An email address is ignored if the descriptor says so (D105)`() async throws {
    var scenario = SignInScenario("userinfo: { map: { email: none } }")
    scenario.respond("/userinfo", #"{"id":"7","email":"not-one"}"#)
    #expect(try await scenario.signIn().claims("email") == [nil])
  }

  @Test(arguments: [
    ("source: token, map: { id: uid }", #"{"access_token":"t","uid":"U1"}"#),
    ("source: token.user, map: { id: uid }", #"{"access_token":"t","user":{"uid":"U1"}}"#),
  ])
  func `The user's claims may come from the token response (D101)`(rules: String, body: String) async throws {
    var scenario = SignInScenario("userinfo: { \(rules) }")
    scenario.respond("/token", body)
    let outcome = try await scenario.signIn()
    #expect(outcome.user.id == "U1")
    #expect(outcome.transcript.paths == ["GET /authorize", "POST /token"])
  }

  @Test func `The user's claims may come from the callback, but only the mapped ones (D101)`() async throws {
    let snippet = """
      callback: { fields: { user: { type: json, optional: true } } }
      userinfo: { source: [id_token, callback.user.name], map: { name: "{first} {last}" } }
      """
    var scenario = SignInScenario(snippet, over: .oidc)
    scenario.script.claims = { $0["name"] = nil }
    scenario.script.callback = { pairs in
      pairs.append((name: "user", value: #"{"name":{"first":"Ada","last":"L","sub":"evil","email":"evil@a.example"}}"#))
    }
    let outcome = try await scenario.signIn()
    #expect(outcome.claims("sub", "name", "email") == ["user-1", "Ada L", "ada@example.test"])
  }

  @Test func `The user's claims may come from several sources, and the first one wins (D101)`() async throws {
    var scenario = SignInScenario("userinfo: { source: [id_token, userinfo] }", over: .oidc)
    scenario.script.userInfo = {
      $0["name"] = .string("Eve"); $0["nickname"] = .string("ada")
    }
    #expect(try await scenario.signIn().claims("name", "nickname") == ["Ada", "ada"])
    scenario.snippet = "userinfo: { source: [userinfo, id_token] }"
    scenario.script.userInfo = {
      $0["iss"] = .string("https://evil.example"); $0["nickname"] = .string("ada")
    }
    // Verified claims are never replaced by unverified ones.
    let outcome = try await scenario.signIn()
    #expect(outcome.claims("nickname", "name") == ["ada", "Ada"])
    #expect(outcome.user.claims.issuer?.hasPrefix("http://127.0.0.1:") == true)
  }

  @Test(arguments: [JSONValue.string("user-2"), .string("user-1\u{0}"), .integer(1)])
  func `Userinfo about another user than the ID token's is rejected (D101 D120)`(subject: JSONValue) async throws {
    var scenario = SignInScenario("userinfo: { source: [id_token, userinfo] }", over: .oidc)
    scenario.script.userInfo = { $0["sub"] = subject }
    #expect(try await scenario.rejection().failure == .response(.subjectMismatch))
  }

  @Test func `A userinfo error is recognized by the descriptor's rules, with any status (D68)`() async throws {
    var scenario = SignInScenario(
      "userinfo: { error: { when: error.code != ok, code: error.code, description: error.message } }")
    scenario.respond("/userinfo", #"{"id":"1","error":{"code":"ok"}}"#)
    #expect(try await scenario.signIn().user.id == "1")
    scenario.respond("/userinfo", #"{"id":"1","error":{"code":"denied","message":"no"}}"#)
    #expect(try await scenario.rejection().failure?.caseName == "denied")
  }

  @Test func `Userinfo without the user's ID is rejected (D97)`() async throws {
    var scenario = SignInScenario()
    scenario.respond("/userinfo", #"{"name":"Ada","id":""}"#)
    #expect(try await scenario.rejection().failure == .response(.unknownUser))
  }
}

@Suite struct `Requests to the provider's APIs` {
  @Test(arguments: [
    ("token: bearer", "GET /r?x=1\nauthorization: Bearer t"),
    ("token: { scheme: token }", "GET /r?x=1\nauthorization: token t"),
    ("token: { header: X-Shop-Token, prefix: 'v=' }", "GET /r?x=1\nx-shop-token: v=t"),
    ("token: { query: auth }", "GET /r?x=1&auth=t"),
    (
      #"headers: { X-Team: "{token.team.id}", X-App: "{client_id}" }"#,
      "GET /r?x=1\nauthorization: Bearer t\nx-app: app\nx-team: 7"
    ),
  ])
  func `The access token is sent as the descriptor says (D92 D93 D94)`(rules: String, request: String) async throws {
    var scenario = SignInScenario(
      "api: { \(rules) }\ntoken: { response: { fields: { team: { path: team.id, type: int } } } }")
    scenario.respond("/token", #"{"access_token":"t","team":{"id":7}}"#)
    let resource = try await ScriptedServer.start { _ in .json("{}") }
    _ = try await scenario.signIn { client, _ in _ = try await client.data(from: resource.url + "/r?x=1") }
    #expect(RequestTranscript(resource.requests).request("/r") == request)
    await resource.stop()
  }
}
