import AuthRuntime
import AuthTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import TimesheetsAPI
import TimesheetsAuth

/// Runs the API on a separate port, with tokens of a provider in this process.
private func withAPI(
  cache: TokenCachePolicy = .none, _ test: @Sendable (ScriptedProvider, any TestClientProtocol) async throws -> Void
) async throws {
  try await ScriptedProvider.run(as: Auth0.self) { provider in
    let api = provider.api(Auth0.self, audiences: [audience], cache: cache)
    let resource = try #require(URL(string: "https://api.acme.example/timesheets"))
    let server = Application(router: try TimesheetsAPI(verifying: api, resource: resource).router())
    try await server.test(.ahc(.http)) { client in try await test(provider, client) }
  }
}

let audience = "https://api.acme.example"
private let entry = #"{"date":"2026-11-21","project":"StoreZero","hours":8}"#

/// The response, as a test compares it.
private struct Response: Equatable {
  var status: Int
  var body: String
  var challenge: String?
}

extension TestClientProtocol {
  fileprivate func ask(
    _ token: Secret, _ method: HTTPRequest.Method = .get, body: String? = nil
  ) async throws -> Response {
    try await ask(authorization: "Bearer \(token.reveal())", method: method, body: body)
  }

  fileprivate func ask(
    authorization: String?..., method: HTTPRequest.Method = .get, body: String? = nil
  ) async throws -> Response {
    var headers = HTTPFields()
    headers[values: .authorization] = authorization.compactMap(\.self)
    return try await execute(
      uri: "/timesheets", method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
    ) { response in
      Response(
        status: response.status.code, body: String(buffer: response.body), challenge: response.headers[.wwwAuthenticate]
      )
    }
  }
}

@Suite struct `The timesheets API` {
  private static let metadata =
    #"resource_metadata="https://api.acme.example/.well-known/oauth-protected-resource/timesheets""#

  private static func rejection(_ error: String?) -> Response {
    let details = error.map { #"error="invalid_token", error_description="\#($0)", "# } ?? ""
    return Response(
      status: 401, body: "Missing or invalid token", challenge: #"Bearer realm="timesheets", "# + details + metadata)
  }

  @Test func `The API keeps each user's timesheets for that user`() async throws {
    try await withAPI { provider, client in
      let scopes = ["read:timesheets", "create:timesheets"]
      let ada = try await provider.accessToken(for: TestUser("auth0|ada"), audience: audience, scopes: scopes)
      let bob = try await provider.accessToken(for: TestUser("auth0|bob"), audience: audience, scopes: scopes)
      #expect(
        try await client.ask(ada, .post, body: entry)
          == Response(
            status: 201, body: #"{"date":"2026-11-21","hours":8,"id":1,"project":"StoreZero","userID":"auth0|ada"}"#))
      #expect(try await client.ask(bob) == Response(status: 200, body: "[]"))
      #expect(try await client.ask(ada).body.contains("auth0|ada"))
    }
  }

  @Test func `The API never mixes up two users who call at the same time`() async throws {
    try await withAPI(cache: .standard) { provider, client in
      let scopes = ["read:timesheets", "create:timesheets"]
      try await withThrowingTaskGroup { group in
        for number in 1...20 {
          let user = TestUser("auth0|\(number)")
          let token = try await provider.accessToken(for: user, audience: audience, scopes: scopes)
          group.addTask {
            for _ in 1...5 { #expect(try await client.ask(token, .post, body: entry).status == 201) }
            let sheets = JSONValue(parsing: Data(try await client.ask(token).body.utf8))?.array ?? []
            #expect(sheets.map { $0.object?["userID"]?.string } == Array(repeating: user.subject, count: 5))
          }
        }
        try await group.waitForAll()
      }
    }
  }

  static let faults: [(ScriptedFault.TokenFault, String)] = [
    (.signature, "the signature of the access token is invalid"),
    (.issuer, "the access token comes from another issuer"),
    (.audience, "the access token is meant for another API"), (.expired, "the access token has expired"),
  ]

  @Test(arguments: faults)
  func `The API rejects an invalid token, and gives the reason`(fault: ScriptedFault.TokenFault, reason: String)
    async throws
  {
    try await withAPI { provider, client in
      let token = try await provider.accessToken(audience: audience, scopes: ["read:timesheets"], fault: fault)
      #expect(try await client.ask(token) == Self.rejection(reason))
    }
  }

  /// A change to a token, and the expected reason for the rejection.
  struct Change: Sendable, CustomTestStringConvertible {
    var claims: [String: JSONValue] = [:]
    var header: [String: JSONValue] = [:]
    let reason: String

    var testDescription: String { reason }
  }

  static let changes: [Change] = [
    Change(claims: ["exp": .null], reason: "the claim exp is missing"),
    Change(claims: ["exp": "tomorrow"], reason: "the claim exp isn't \(Date.claimExpectation)"),
    Change(claims: ["nbf": .number(soon)], reason: "the access token isn't valid yet"),
    Change(claims: ["iat": .number(soon)], reason: "the access token isn't valid yet"),
    Change(claims: ["iss": .null], reason: "the access token comes from another issuer"),
    Change(claims: ["aud": .null], reason: "the access token is meant for another API"),
    Change(claims: ["sub": .null], reason: "the claim sub is missing"),
    Change(
      claims: ["cnf": ["jkt": "x"]],
      reason: "the access token is bound to a key, but the request doesn't prove possession of it"),
    Change(
      claims: ["nonce": "n"], header: ["typ": "JWT"], reason: "the claim nonce isn't as expected in this access token"),
    Change(
      claims: ["events": [:]], header: ["typ": "JWT"], reason: "the claim events isn't as expected in this access token"
    ),
    Change(header: ["typ": "logout+jwt"], reason: "the access token has the unexpected type logout+jwt"),
    Change(header: ["alg": "none"], reason: "the access token is signed with none, which isn't allowed"),
    Change(header: ["alg": "HS256"], reason: "the access token is signed with HS256, which isn't allowed"),
    Change(header: ["alg": "ES256"], reason: "the access token is signed with ES256, which isn't allowed"),
    Change(header: ["kid": "another"], reason: "the provider doesn't publish the key of the access token"),
    Change(header: ["crit": ["exp"]], reason: "the access token has a critical header extension"),
  ]

  private static let soon = Date().timeIntervalSince1970.rounded() + 3600

  @Test(arguments: changes)
  func `The API rejects every token that breaks a rule`(change: Change) async throws {
    try await withAPI { provider, client in
      let token = try await provider.accessToken(
        audience: audience, scopes: ["read:timesheets"], claims: change.claims, header: change.header)
      #expect(try await client.ask(token) == Self.rejection(change.reason))
    }
  }

  @Test(arguments: [("JWT", "azp", "client_id"), ("at+jwt", "client_id", "azp")])
  func `The API accepts both of Auth0's access token profiles`(type: String, client name: String, other: String)
    async throws
  {
    try await withAPI { provider, client in
      let token = try await provider.accessToken(
        audience: audience, scopes: ["read:timesheets"], claims: [other: .null], header: ["typ": .string(type)])
      #expect(try await client.ask(token) == Response(status: 200, body: "[]"))
    }
  }

  @Test func `The API rejects a request with two tokens`() async throws {
    try await withAPI { provider, client in
      let token = "Bearer \(try await provider.accessToken(audience: audience, scopes: ["read:timesheets"]).reveal())"
      let response = try await client.ask(authorization: token, token)
      #expect((response.status, response.body) == (400, "Malformed request"))
    }
  }

  @Test(arguments: [nil, "Basic YTpi", ""] as [String?])
  func `A caller without a token learns only that it's missing`(authorization: String?) async throws {
    try await withAPI { _, client in
      let response = try await client.ask(authorization: authorization)
      #expect(response == Self.rejection(nil))
    }
  }

  @Test(arguments: [
    ("a.b.c", "the access token can't be read: the header isn't valid base64url"),
    ("abc", "the access token can't be read: it isn't a signed JWT"),
    ("a.b.c.d.e", "the access token is encrypted, which isn't supported"),
  ])
  func `The API rejects a string that isn't a token`(text: String, reason: String) async throws {
    try await withAPI { _, client in
      let response = try await client.ask(authorization: "Bearer \(text)")
      #expect(response == Self.rejection(reason))
    }
  }

  @Test(arguments: [(HTTPRequest.Method.get, "create:timesheets"), (.post, "read:timesheets")])
  func `The API requires the scope of the request`(method: HTTPRequest.Method, granted: String) async throws {
    try await withAPI { provider, client in
      let token = try await provider.accessToken(audience: audience, scopes: [granted])
      let needed = method == .get ? "read:timesheets" : "create:timesheets"
      let challenge =
        #"Bearer realm="timesheets", error="insufficient_scope", scope="\#(needed)", "# + Self.metadata
      #expect(
        try await client.ask(token, method, body: entry)
          == Response(status: 403, body: "Insufficient scope", challenge: challenge))
    }
  }

  @Test func `The API doesn't let a machine add to a user's timesheets`() async throws {
    try await withAPI { provider, client in
      let token = try await provider.accessToken(for: nil, audience: audience, scopes: ["create:timesheets"])
      #expect(try await client.ask(token, .post, body: entry).status == 403)
    }
  }

  @Test func `The API explains why a timesheet is invalid`() async throws {
    try await withAPI { provider, client in
      let token = try await provider.accessToken(audience: audience, scopes: ["create:timesheets"])
      for body in ["", "[]", entry.replacing("8}", with: "25}"), entry.replacing("2026-11-21", with: "today")] {
        #expect(try await client.ask(token, .post, body: body).status == 400, "\(body)")
      }
    }
  }

  @Test func `The API responds that it can't verify tokens while the provider is unavailable`() async throws {
    try await withAPI { provider, client in
      await provider.inject(.response(.rateLimited(retryAfter: .seconds(600)), of: .keys))
      let token = try await provider.accessToken(audience: audience, scopes: ["read:timesheets"])
      #expect(try await client.ask(token).status == 503)
      await provider.clearFaults()
    }
  }

  @Test func `The API publishes its resource and its scopes for clients`() async throws {
    try await withAPI { provider, client in
      let path = "/.well-known/oauth-protected-resource/timesheets"
      let body = try await client.execute(uri: path, method: .get) { String(buffer: $0.body) }
      let document = JSONValue(parsing: Data(body.utf8))?.object
      #expect(document?["resource"] == "https://api.acme.example/timesheets")
      #expect(document?["scopes_supported"] == ["read:timesheets", "create:timesheets"])
    }
  }
}
