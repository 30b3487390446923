import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Token requests` {
  /// Signs in and returns the token request that the server received.
  private func tokenRequest(
    secret: Secret?, _ change: (inout ProviderConfiguration) -> Void
  ) async throws -> RecordedRequest {
    try await withProvider(ProviderConfiguration.plain.with(change)) { provider in
      let client = provider.client(clientID: "app:1", clientSecret: secret)
      _ = try await client.signIn(scopes: [], parameters: .init())
      return try #require(provider.requests.first { $0.path == "/token" })
    }
  }

  @Test func `A public client sends a form with its client ID and the code verifier`() async throws {
    let request = try await tokenRequest(secret: nil) { _ in }
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
    #expect(request.headers["authorization"] == nil)
    let pattern =
      #/grant_type=authorization_code&code=code-1&redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A2\d{4}%2Fcallback&code_verifier=[\w\-]{43}&client_id=app%3A1/#
    #expect(request.text.wholeMatch(of: pattern) != nil)
  }

  @Test func `A token request is JSON if the descriptor says so`() async throws {
    let request = try await tokenRequest(secret: nil) { $0.token.encoding = .json }
    #expect(request.headers["content-type"] == "application/json")
    let fields = try #require(JSONValue(parsing: request.body)?.object)
    #expect(fields.keys.sorted() == ["client_id", "code", "code_verifier", "grant_type", "redirect_uri"])
    #expect(fields["client_id"] == .string("app:1"))
    #expect(fields["grant_type"] == .string("authorization_code"))
  }

  @Test func `A client secret is sent with HTTP Basic, and both parts are escaped first`() async throws {
    let request = try await tokenRequest(secret: Secret("s p:ä")) { _ in }
    #expect(request.headers["authorization"] == "Basic " + Data("app%3A1:s%20p%3A%C3%A4".utf8).base64EncodedString())
    #expect(!request.text.contains("client_"))
  }

  @Test func `A client secret is sent in the body if the descriptor says so`() async throws {
    let request = try await tokenRequest(secret: Secret("s p")) { $0.client.authentication = [.clientSecretPost] }
    #expect(request.headers["authorization"] == nil)
    #expect(request.text.hasSuffix("&client_id=app%3A1&client_secret=s%20p"))
  }
}

@Suite struct `Token responses` {
  private func failure(for response: ScriptedResponse) async throws -> StepFailure? {
    let script = ScriptedProvider.Script { $0.instead = { $0.path == "/token" ? response : nil } }
    return try await withProvider(script: script) { provider in
      await AuthRuntimeTests.failure(of: try await provider.client().signIn(scopes: [], parameters: .init()))
    }
  }

  @Test func `An HTML page is rejected as a token response`() async throws {
    let failure = try await failure(for: .html("<h1>secret-page</h1>"))
    #expect(failure == .response(.notJSON(endpoint: .token, status: 200)))
    #expect(failure?.description == "notJSON: the token endpoint responded with status 200 and a body that isn't JSON")
  }

  @Test func `A truncated token response is reported as an interrupted connection`() async throws {
    let failure = try await failure(for: .json(#"{"access_token":"abc","token_type":"Bearer"}"#).truncated)
    #expect(failure == .network(.interrupted(host: "127.0.0.1"), endpoint: .token))
  }

  @Test func `A response whose body never ends is canceled at the time limit`() async throws {
    let server = try await ScriptedServer.start { _ in ScriptedResponse.json(#"{"access_token":"abc"}"#).stalled }
    let request = TransportRequest(url: try SecureURL.parse(server.url), timeout: .milliseconds(200))
    await #expect(throws: TransportFailure.network(.noResponse(host: "127.0.0.1"))) {
      try await AuthEnvironment.platformTransport.send(request)
    }
    await server.stop()
  }

  @Test func `Incomplete JSON is rejected with the response's status`() async throws {
    #expect(
      try await failure(for: .json(#"{"access_token":"abc""#))
        == .response(.notJSON(endpoint: .token, status: 200)))
  }

  @Test func `A response of more than 1 MiB is rejected`() async throws {
    let large = ScriptedResponse.json(#"{"access_token":"\#(String(repeating: "a", count: 1 << 20))"}"#)
    #expect(
      try await failure(for: large) == .response(.tooLarge(endpoint: .token, limit: 1 << 20)))
  }

  @Test(arguments: [#"{}"#, #"{"access_token":""}"#, #"{"access_token":true}"#, #"{"access_token":null}"#])
  func `A token response without an access token is rejected with its status`(body: String) async throws {
    #expect(
      try await failure(for: .json(body))
        == .response(.missingField("access_token", endpoint: .token, status: 200)))
  }

  @Test func `A redirect of a token request is never followed`() async throws {
    #expect(
      try await failure(for: .redirect(to: "http://127.0.0.1:1/token"))
        == .response(.redirected(endpoint: .token, status: 302)))
  }

  @Test func `An unsupported token type is rejected`() async throws {
    #expect(
      try await failure(for: .json(#"{"access_token":"a","token_type":"mac"}"#))
        == .response(.unsupportedTokenType("mac")))
  }

  @Test(
    arguments: [
      (.bearer, nil, false), (.bearer, .null, false), (.bearer, "Bearer", true), (.bearer, "BEARER", true),
      (.bearer, "", false), (.bearer, 1, false), (.optionalBearer, nil, true), (.optionalBearer, .null, true),
      (.optionalBearer, "mac", false), (.optionalBearer, .object([:]), false), (.any, "user", true), (.any, nil, true),
      (.any, .integer(1), false), (.any, .array([.string("Bearer")]), false),
    ] as [(ProviderConfiguration.ResponseRules.TokenType, JSONValue?, Bool)])
  func `A token type must be a string that the descriptor supports`(
    rule: ProviderConfiguration.ResponseRules.TokenType, type: JSONValue?, isTaken: Bool
  ) {
    var rules = ProviderConfiguration.ResponseRules()
    rules.tokenType = rule
    var members: [String: JSONValue] = ["access_token": "a"]
    members["token_type"] = type
    let response = try? TokenResponseBody(.object(members), as: rules)
    #expect((response != nil) == isTaken)
  }

  @Test(arguments: ["refresh_token", "id_token"])
  func `A token that isn't a string is rejected, and null is treated as missing`(name: String) async throws {
    for value in ["1", "true", "{}", #"["r"]"#] {
      let body = #"{"access_token":"a","token_type":"Bearer","\#(name)":\#(value)}"#
      #expect(
        try await failure(for: .json(body)) == .response(.unexpectedValue(name, endpoint: .token)))
    }
    let rules = ProviderConfiguration.ResponseRules()
    let none = try TokenResponseBody(.object(["access_token": "a", "token_type": "Bearer", name: .null]), as: rules)
    #expect((none.idToken, none.tokens.refreshToken) == (nil, nil))
  }

  @Test(arguments: [200, 400, 401])
  func `An OAuth error is recognized with any status`(status: Int) async throws {
    let failure = try await failure(for: .json(#"{"error":"access_denied"}"#, status: status))
    #expect(failure?.caseName == "accessDenied")
  }

  @Test func `A response with status 429 says when to retry`() async throws {
    let response = ScriptedResponse(429, headers: ["Retry-After": "7"])
    let failure = try await failure(for: response)
    #expect(failure?.recovery == .retry(after: .seconds(7)))
  }

  @Test func `An OAuth error with status 429 keeps its name and its retry time`() async throws {
    let response = ScriptedResponse(429, headers: ["Retry-After": "9"], body: #"{"error":"access_denied"}"#)
    let failure = try await failure(for: response)
    #expect(failure?.caseName == "accessDenied")
    #expect(failure?.recovery == .retry(after: .seconds(9)))
  }

  @Test func `A server error isn't reported as a configuration error`() async throws {
    #expect(
      try await failure(for: .html("bad gateway", status: 502))
        == .response(.unexpectedStatus(502, endpoint: .token)))
  }

  @Test(arguments: [
    (#"{"access_token":"a","expires_in":60}"#, Duration.seconds(60) as Duration?, nil as [String]?),
    (#"{"access_token":"a","expires_in":"60"}"#, .seconds(60), nil),
    (#"{"access_token":"a","expires_in":0}"#, .zero, nil),
    (#"{"access_token":"a","expires_in":"0"}"#, .zero, nil),
    (#"{"access_token":"a","expires_in":-1}"#, nil, nil),
    (#"{"access_token":"a","expires_in":"soon"}"#, nil, nil),
    (#"{"access_token":"a","token_type":"bearer","scope":"a b"}"#, nil, ["a", "b"]),
    (#"{"access_token":"a","token_type":null,"scope":"a"}"#, nil, ["a"]),
    (#"{"access_token":"a","scope":"a,b"}"#, nil, ["a", "b"]),
    (#"{"access_token":"a","scope":["a","b"]}"#, nil, ["a", "b"]),
  ])
  func `Numbers in strings, comma-separated scopes, and missing token types are accepted`(
    body: String, expiry: Duration?, scopes: [String]?
  ) throws {
    let json = try #require(JSONValue(parsing: Data(body.utf8)))
    let now = Date(timeIntervalSince1970: 1_000_000)
    var rules = ProviderConfiguration.ResponseRules()
    rules.tokenType = .optionalBearer
    let response = try TokenResponse(json, by: rules, status: 200, lifetimes: .init(), now: now)
    #expect(response.accessToken == Secret("a"))
    #expect(response.expiresAt == expiry.map { now.addingTimeInterval($0.seconds) })
    #expect(response.scopes == scopes)
  }
}

@Suite struct `Canceled token and key requests` {
  @Test(arguments: ["/token", "/keys"])
  func `Canceling a sign-in closes the connection of its pending request`(path: String) async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path == path ? .json(#"{"keys":[]}"#).stalled : nil }
    }
    try await withProvider(.plain, script: script) { provider in
      let client = provider.client()
      let signIn = await failureTask(of: try await client.signIn(scopes: [], parameters: .init()))
      await provider.waitForRequests { $0.path == path }
      signIn.cancel()
      #expect(await signIn.value == .cancelled)
      await provider.waitForClosedConnections()
    }
  }
}
