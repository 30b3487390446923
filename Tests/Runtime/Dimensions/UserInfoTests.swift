import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The userinfo request` {
  private static let rows = [
    SentRow(
      "D89 at another URL", #"userinfo: { endpoint: "https://api.example.com/me" }"#, at: "/me",
      "GET /me\n\(bearer)"),
    SentRow(
      "D90 by POST, as a form", #"userinfo: { method: POST, parameters: { v: "{client_id}" } }"#, at: "/userinfo",
      "POST /userinfo\n\(bearer)\ncontent-type: application/x-www-form-urlencoded\n\nv=app"),
    SentRow(
      "D90 by POST, without a body", "userinfo: { method: POST, encoding: query }", at: "/userinfo",
      "POST /userinfo\n\(bearer)\ncontent-type: application/x-www-form-urlencoded"),
    SentRow(
      "D90 by POST, as JSON", "userinfo: { method: POST, encoding: json, parameters: { account: me } }",
      at: "/userinfo",
      "POST /userinfo\n\(bearer)\ncontent-type: application/json\n\n{\"account\":\"me\"}"),
    SentRow(
      "D91 with GraphQL", #"userinfo: { method: POST, body: { query: "{{ viewer(id: \"{client_id}\") {{ id }} }}" } }"#,
      at: "/userinfo",
      "POST /userinfo\n\(bearer)\ncontent-type: application/json\n\n"
        + #"{"query":"{ viewer(id: \"app\") { id } }"}"#),
    SentRow(
      "D92 with the token in the query",
      "userinfo: { token: { query: access_token }, parameters: { fields: 'id,name' } }",
      at: "/userinfo", "GET /userinfo?access_token=t%20%26&fields=id%2Cname\naccept: application/json"),
    SentRow(
      "D92 with the token in the path",
      #"userinfo: { token: none, endpoint: "https://api.example.com/u/{access_token}" }"#,
      at: "/u/t%20%26", "GET /u/t%20%26\naccept: application/json"),
    SentRow(
      "D93 with another scheme", "userinfo: { token: { scheme: OAuth } }", at: "/userinfo",
      "GET /userinfo\n" + bearer.replacing("Bearer", with: "OAuth")),
    SentRow(
      "D93 in another header", "userinfo: { token: { header: X-Token, prefix: 'token=' } }", at: "/userinfo",
      "GET /userinfo\naccept: application/json\nx-token: token=t &"),
    SentRow(
      "D94 D95 with headers and fields",
      #"userinfo: { headers: { Accept: "a/b", Client-Id: "{client_id}" }, parameters: { fields: "id,name" } }"#,
      at: "/userinfo", "GET /userinfo?fields=id%2Cname\naccept: a/b\nauthorization: Bearer t &\nclient-id: app"),
    SentRow(
      "D102 at a URL from the token response",
      #"""
      variables: { home: { kind: path_segment, from: token.team.home } }
      userinfo: { endpoint: "https://api.example.com/{home}/{token.team.id}" }
      """#, at: "/h%2F1/7", "GET /h%2F1/7\n\(bearer)"),
  ]

  private static let bearer = "accept: application/json\nauthorization: Bearer t &"

  @Test(arguments: rows)
  func `A userinfo request is sent as the descriptor says`(row: SentRow) async throws {
    var plan = row.plan
    plan.respond("/token", #"{"access_token":"t &","team":{"id":7,"home":"h/1"}}"#)
    plan.respond(row.path, #"{"id":"U1"}"#)
    let journey = try await plan.signIn()
    #expect(journey.wire.request(row.path) == row.request)
    #expect(journey.user.id == "U1")
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
    var plan = Plan(snippet)
    plan.respond("/token", #"{"access_token":"t"}"#)
    plan.respond("/userinfo", #"{"id":1,"email":null}"#)
    plan.respond(
      "/emails", #"[{"email":"x@a.example","primary":false},{"email":"y@a.example","primary":true,"verified":true}]"#)
    plan.respond("/name", #"{"data":[0,{"a":"Ada","b":"L","id":"evil","email":"evil@a.example"}]}"#)
    let journey = try await plan.signIn()
    #expect(journey.wire.request("/emails") == "GET /emails\naccept: a/b\nx-token: t")
    #expect(journey.claims("email", "email_verified", "name") == ["y@a.example", "true", "Ada L"])
    #expect(journey.user.id == "1")
    plan.respond("/userinfo", #"{"id":1,"email":"z@a.example"}"#)
    let known = try await plan.signIn()
    #expect(known.wire.request("/emails") == nil)
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
    var plan = Plan("userinfo: { \(rules) }")
    plan.respond("/userinfo", body)
    let journey = try await plan.signIn()
    #expect(journey.claims("name") == name)
    #expect(journey.user.id == (dimension.hasPrefix("D97") ? "1234567890123456789" : "U1"))
  }

  @Test(arguments: [
    (#"{"id":"7","hash":"a1"}"#, "https://cdn.example/7/a1.png" as String?), (#"{"id":"7","hash":null}"#, nil),
  ])
  func `A claim may be a URL with placeholders, and is missing if one of them is (D100)`(body: String, picture: String?)
    async throws
  {
    var plan = Plan("userinfo: { map: { picture: 'https://cdn.example/{id}/{hash}.png' } }")
    plan.respond("/userinfo", body)
    #expect(try await plan.signIn().claims("picture") == [picture])
  }

  @Test func `An email address is ignored if the descriptor says so (D105)`() async throws {
    var plan = Plan("userinfo: { map: { email: none } }")
    plan.respond("/userinfo", #"{"id":"7","email":"not-one"}"#)
    #expect(try await plan.signIn().claims("email") == [nil])
  }

  @Test(arguments: [
    ("source: token, map: { id: uid }", #"{"access_token":"t","uid":"U1"}"#),
    ("source: token.user, map: { id: uid }", #"{"access_token":"t","user":{"uid":"U1"}}"#),
  ])
  func `The user's claims may come from the token response (D101)`(rules: String, body: String) async throws {
    var plan = Plan("userinfo: { \(rules) }")
    plan.respond("/token", body)
    let journey = try await plan.signIn()
    #expect(journey.user.id == "U1")
    #expect(journey.wire.paths == ["GET /authorize", "POST /token"])
  }

  @Test func `The user's claims may come from the callback, but only the mapped ones (D101)`() async throws {
    let snippet = """
      callback: { fields: { user: { type: json, optional: true } } }
      userinfo: { source: [id_token, callback.user.name], map: { name: "{first} {last}" } }
      """
    var plan = Plan(snippet, over: .oidc)
    plan.script.claims = { $0["name"] = nil }
    plan.script.callback = { pairs in
      pairs.append((name: "user", value: #"{"name":{"first":"Ada","last":"L","sub":"evil","email":"evil@a.example"}}"#))
    }
    let journey = try await plan.signIn()
    #expect(journey.claims("sub", "name", "email") == ["user-1", "Ada L", "ada@example.test"])
  }

  @Test func `The user's claims may come from several sources, and the first one wins (D101)`() async throws {
    var plan = Plan("userinfo: { source: [id_token, userinfo] }", over: .oidc)
    plan.script.userInfo = {
      $0["name"] = .string("Eve"); $0["nickname"] = .string("ada")
    }
    #expect(try await plan.signIn().claims("name", "nickname") == ["Ada", "ada"])
    plan.snippet = "userinfo: { source: [userinfo, id_token] }"
    plan.script.userInfo = {
      $0["iss"] = .string("https://evil.example"); $0["nickname"] = .string("ada")
    }
    // Verified claims are never replaced by unverified ones.
    let journey = try await plan.signIn()
    #expect(journey.claims("nickname", "name") == ["ada", "Ada"])
    #expect(journey.user.claims.issuer?.hasPrefix("http://127.0.0.1:") == true)
  }

  @Test(arguments: [JSONValue.string("user-2"), .string("user-1\u{0}"), .integer(1)])
  func `Userinfo about another user than the ID token's is rejected (D101 D120)`(subject: JSONValue) async throws {
    var plan = Plan("userinfo: { source: [id_token, userinfo] }", over: .oidc)
    plan.script.userInfo = { $0["sub"] = subject }
    #expect(try await plan.rejection().failure == .response(.subjectMismatch))
  }

  @Test func `A userinfo error is recognized by the descriptor's rules, with any status (D68)`() async throws {
    var plan = Plan("userinfo: { error: { when: error.code != ok, code: error.code, description: error.message } }")
    plan.respond("/userinfo", #"{"id":"1","error":{"code":"ok"}}"#)
    #expect(try await plan.signIn().user.id == "1")
    plan.respond("/userinfo", #"{"id":"1","error":{"code":"denied","message":"no"}}"#)
    #expect(try await plan.rejection().failure?.caseName == "denied")
  }

  @Test func `Userinfo without the user's ID is rejected (D97)`() async throws {
    var plan = Plan()
    plan.respond("/userinfo", #"{"name":"Ada","id":""}"#)
    #expect(try await plan.rejection().failure == .response(.unknownUser))
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
    var plan = Plan(
      "api: { \(rules) }\ntoken: { response: { fields: { team: { path: team.id, type: int } } } }")
    plan.respond("/token", #"{"access_token":"t","team":{"id":7}}"#)
    let resource = try await ScriptedServer.start { _ in .json("{}") }
    _ = try await plan.signIn { client, _ in _ = try await client.data(from: resource.url + "/r?x=1") }
    #expect(Wire(resource.requests).request("/r") == request)
    await resource.stop()
  }
}
