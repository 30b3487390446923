import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A web app's sign-in with a described provider. The test is the browser.
private struct WebSignIn {
  var snippet: String
  var settings: [String: Secret?] = [:]
  var responses: [String: String] = [:]
  /// The query of the callback, in addition to the state.
  var callback = "code=code-1"

  struct Outcome {
    /// The page that the browser opens, without its origin.
    let page: String
    let requests: [RecordedRequest]
    let credential: Credential
  }

  func run() async throws -> Outcome {
    let bodies = responses
    let server = try await ScriptedServer.start { request in
      bodies[request.path].map { ScriptedResponse.json($0) } ?? ScriptedResponse(404)
    }
    defer { Task { await server.stop() } }
    let configuration = try configuration(snippet).moved(to: server.url)
    let backend = BackendExchange<DynamicProvider>(
      configuration: configuration, variables: [:], clientID: "app", settings: settings)
    let pending = try await backend.start(redirectURI: "https://app.example/callback", scopes: ["a"])
    let state = try #require(pending.request.state)
    let grant = try backend.grant(from: "\(callback)&state=\(state)", for: pending)
    let signedIn = try await backend.exchange(grant)
    let page = pending.url.absoluteString.replacing(server.url, with: "").replacing(state, with: "STATE")
      .replacing(pending.request.pkce.codeChallenge, with: "CHALLENGE")
    return Outcome(page: page, requests: server.requests, credential: signedIn.credential)
  }
}

private let user = ["/token": #"{"access_token":"t","scope":"a"}"#, "/userinfo": #"{"id":"7"}"#]

@Suite struct `The shape of requests` {
  @Test func `Header fields of every request are sent to each endpoint, and a request's own take precedence`()
    async throws
  {
    let snippet = """
      headers: { X-Version: "2", X-Client: "{client_id}" }
      userinfo: { headers: { x-version: "3" } }
      """
    let outcome = try await WebSignIn(snippet: snippet, responses: user).run()
    #expect(outcome.requests.map(\.path) == ["/token", "/userinfo"])
    #expect(outcome.requests.map { $0.headers["x-version"] } == ["2", "3"])
    #expect(outcome.requests.map { $0.headers["x-client"] } == ["app", "app"])
  }

  @Test func `A request to an API has the header fields of every request`() async throws {
    let scenario = SignInScenario(#"headers: { X-Version: "2" }"#) { $0.respond("/things", "{}") }
    try await scenario.run { client, provider in
      _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      _ = try await client.data(
        from: provider.configuration.server.tokenEndpoint?.text.replacing("/token", with: "/things") ?? "")
      #expect(provider.requests.last?.headers["x-version"] == "2")
    }
  }

  @Test func `The parameters continue the query of a route in the fragment`() throws {
    let configuration = try configuration(
      "authorize: { placement: fragment_route, fragment: \"/oauth?tab=1\" }", over: .oauth)
    let provider = try ResolvedProvider(configuration, variables: ["domain": "id.example.com"], clientID: "app")
    let request = try AuthorizationRequest(
      provider: provider, redirectURI: "https://app.example/callback", scopes: [], parameters: .init(),
      endpoint: try #require(URL(string: "https://id.example.com/")))
    #expect(request.url.absoluteString.hasPrefix("https://id.example.com/#/oauth?tab=1&response_type=code&"))
    #expect(request.url.absoluteString.filter { $0 == "?" }.count == 1)
  }

  @Test func `The parameters follow a route in the fragment`() async throws {
    let snippet = "authorize: { placement: fragment_route, fragment: /oauth/authorize }"
    let outcome = try await WebSignIn(snippet: snippet, responses: user).run()
    #expect(
      outcome.page
        == "/authorize#/oauth/authorize?response_type=code&client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback"
        + "&scope=a&state=STATE&code_challenge=CHALLENGE&code_challenge_method=S256")
  }

  @Test func `Requests contain the provider's name of the callback URL instead of the URL`() async throws {
    let snippet = """
      client: { redirect_alias: "{settings.ru_name}", settings: { ru_name: { type: string } } }
      token: { parameters: { again: "{redirect_uri}" } }
      """
    let outcome = try await WebSignIn(snippet: snippet, settings: ["ru_name": Secret("Acme-App-1")], responses: user)
      .run()
    #expect(outcome.page.contains("&redirect_uri=Acme-App-1&"))
    #expect(!outcome.page.contains("app.example"))
    let body = outcome.requests[0].text
    #expect(body.hasPrefix("grant_type=authorization_code&code=code-1&redirect_uri=Acme-App-1&"))
    #expect(body.hasSuffix("&again=Acme-App-1"))
    #expect(outcome.credential.redirectURI == "https://app.example/callback")
  }

  @Test func `A default scope can contain the client ID`() async throws {
    let scenario = SignInScenario(#"scopes: { default: ["{client_id}", x], values: { x: {} } }"#) {
      $0.scopes = ["{client_id}", "x", "{other}"]
    }
    let outcome = try await scenario.signIn()
    #expect(outcome.transcript.authorization?.contains("&scope=app%20x%20%7Bother%7D&") == true)
  }

  @Test func `The granted scopes are read from the callback`() async throws {
    let responses = user.merging(["/token": #"{"access_token":"t"}"#]) { $1 }
    let signIn = WebSignIn(
      snippet: "callback: { scope: granted }\nclient: { types: [confidential], exchange: backend }",
      responses: responses,
      callback: "code=code-1&granted=a,c")
    #expect(try await signIn.run().credential.scopes == ["a", "c"])
    let silent = WebSignIn(snippet: "callback: { scope: granted }", responses: responses)
    #expect(try await silent.run().credential.scopes == ["a"])
  }

  @Test func `A token response can contain only an ID token`() async throws {
    let snippet = "access_token: none\nuserinfo: { source: id_token }"
    let scenario = SignInScenario(snippet, over: .oidc) { scenario in
      scenario.script.tokens = { $0 = $0.filter { $0.key == "id_token" } }
    }
    let outcome = try await scenario.signIn()
    #expect(outcome.user.id == "user-1")
    #expect(outcome.credential?.accessToken == Secret(""))
    var strict = scenario
    strict.snippet = "userinfo: { source: id_token }"
    #expect(
      try await strict.rejection().failure == .response(.missingField("access_token", endpoint: .token, status: 200)))
  }

  @Test func `A second exchange has its own root, error, and fields`() async throws {
    let snippet = """
      token:
        second_exchange:
          endpoint: "https://id.example.com/session"
          parameters: { token: "{access_token}" }
          response:
            root: result.session
            rename: { access_token: key }
            error: { when: "has(problem)", code: problem.code }
            fields: { shard: { path: result.shard, type: string } }
      """
    let responses = user.merging(
      ["/session": #"{"result":{"session":{"key":"second"},"shard":"eu-1"}}"#]) { $1 }
    let outcome = try await WebSignIn(snippet: snippet, responses: responses).run()
    #expect(outcome.requests.map { "\($0.path) \($0.text)" }.dropFirst().first == "/session token=t")
    #expect(outcome.credential.accessToken == Secret("second"))
    #expect(outcome.credential.fields["shard"] == .string("eu-1"))

    let broken = responses.merging(["/session": #"{"problem":{"code":"no_session"},"error":"other"}"#]) { $1 }
    await #expect { _ = try await WebSignIn(snippet: snippet, responses: broken).run() } throws: { error in
      guard case .server(_, let error)? = error as? AuthFailure<AnyErrorCode> else { return false }
      return error.code == "no_session"
    }
  }

  @Test func `If the response lacks the page, the client uses the descriptor's`() async throws {
    let configuration = try configuration(
      """
      flows: [authorization_code, device_code]
      device: { verification_uri: "https://id.example.com/activate?code={user_code}" }
      server: { device_authorization_endpoint: "https://id.example.com/device" }
      """)
    let server = try await ScriptedServer.start { request in
      request.path == "/device"
        ? .json(#"{"device_code":"dc","user_code":"A B/1"}"#) : .json(#"{"error":"access_denied"}"#)
    }
    defer { Task { await server.stop() } }
    let client = AuthClient<DynamicProvider>(
      configuration: configuration.moved(to: server.url), variables: [:], clientID: "app", redirect: .loopback(),
      environment: AuthEnvironment(clock: WaitingClock()))
    let shown = Locked<DeviceCode?>(nil)
    _ = try? await client.signInOnAnotherDevice(scopes: []) { code in shown.withLock { $0 = code } }
    let code = try #require(shown.withLock { $0 })
    let page = "\(server.url)/activate?code=A%20B%2F1"
    #expect((code.verificationURI.absoluteString, code.completeVerificationURI?.absoluteString) == (page, page))
  }
}
