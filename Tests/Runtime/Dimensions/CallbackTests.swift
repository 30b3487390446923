import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The parameters of a callback` {
  private func scenario(_ snippet: String, _ callback: (name: String, value: String)...) -> SignInScenario {
    SignInScenario(snippet) { $0.script.callback = { pairs in pairs += callback } }
  }

  @Test func `The code may have another name (D39)`() async throws {
    let outcome = try await SignInScenario("callback: { code: auth_code }").signIn()
    #expect(outcome.transcript.tokenBody?.contains("&code=code-1&") == true)
    var wrong = SignInScenario("callback: { code: auth_code }")
    wrong.script.callback = { pairs in pairs[0].name = "code" }
    #expect(try await wrong.rejection().failure == .callback(.missingCode))
  }

  @Test func `The error may have other names (D42)`() async throws {
    var scenario = SignInScenario(
      """
      callback: { error: error_code, error_description: error_message }
      errors: { "200": { case: denied, recovery: request_consent, doc: Denied. } }
      """)
    scenario.script.callback = { pairs in
      pairs[0] = (name: "error_code", value: "200")
      pairs.append((name: "error_message", value: "Permissions error"))
    }
    let (failure, transcript) = try await scenario.rejection()
    let failed = try #require(failure)
    #expect(failed.description == "denied: Denied. [200] (Permissions error)")
    #expect(failed.recovery == .requestConsent)
    #expect(transcript.paths == ["GET /authorize"])
  }

  private static let fields = """
    callback:
      fields:
        realm: { type: int }
        tag: { type: string, optional: true, equals: "{client_id}.x" }
        ok: { type: bool, optional: true }
        at: { type: url, optional: true }
        more: { type: json, optional: true }
    token: { parameters: { realm: "{callback.realm}" } }
    """

  @Test func `A callback may contain fields that the app needs (D40 D60)`() async throws {
    let scenario = scenario(
      Self.fields, ("realm", "7"), ("tag", "app.x"), ("ok", "true"), ("at", "https://a.example"),
      ("more", #"{"a":[1]}"#))
    #expect(try await scenario.signIn().transcript.tokenBody?.hasSuffix("&client_id=app&realm=7") == true)
  }

  @Test(arguments: [
    ("realm", "", CallbackRejection.missingField("realm")), ("realm", "7x", .unexpectedField("realm")),
    ("tag", "app.y", .unexpectedField("tag")), ("ok", "yes", .unexpectedField("ok")),
    ("at", "x", .unexpectedField("at")),
    ("more", "{", .unexpectedField("more")),
  ])
  func `A callback field of the wrong type is rejected before a request is sent (D40)`(
    name: String, value: String, rejection: CallbackRejection
  ) async throws {
    let scenario =
      name == "realm" ? scenario(Self.fields, (name, value)) : scenario(Self.fields, ("realm", "7"), (name, value))
    let (failure, transcript) = try await scenario.rejection()
    #expect(failure == .callback(rejection))
    #expect(transcript.paths == ["GET /authorize"])
  }

  @Test func `The state may have another name, or be missing if the descriptor says so (D26)`() async throws {
    var scenario = SignInScenario("callback: { state: memo }")
    scenario.script.callback = { pairs in pairs.append((name: "state", value: "x")) }
    #expect(try await scenario.signIn().user.id == "user-1")
    scenario.script.callback = { pairs in pairs[1].value = "x" }
    let query = try AuthorizationRequest.made(by: try configuration(scenario.snippet))
    #expect(throws: StepFailure.callback(.stateMismatch)) { try query.read("code=c&memo=x") }
    #expect(throws: StepFailure.callback(.stateMismatch)) { try query.read("code=c&state=\(query.state ?? "")") }
    #expect(try query.read("code=c&memo=\(query.state ?? "")").code == Secret("c"))
    let without = try AuthorizationRequest.made(by: try configuration("authorize: { state: none }"))
    #expect(try without.read("code=c").code == Secret("c"))
    #expect(throws: StepFailure.callback(.invalidCharacter("state"))) { try without.read("code=c&state=a%0A") }
  }

  @Test func `A request with a state requires it in the callback, even if the descriptor no longer does (D26)`() throws
  {
    let earlier = try AuthorizationRequest.made(by: try configuration(""))
    let provider = try ResolvedProvider(
      try configuration("authorize: { state: none }"), variables: [:], clientID: "app")
    let prepared = AuthorizationRequest.PreparedSignIn(request: earlier.request, provider: provider)
    #expect(throws: StepFailure.callback(.stateMismatch)) { try prepared.read("code=c") }
    #expect(throws: StepFailure.callback(.stateMismatch)) { try prepared.read("code=c&state=x") }
    #expect(try prepared.read("code=c&state=\(earlier.state ?? "")").code == Secret("c"))
  }

  @Test func `A code or an ID token that the response type doesn't include is ignored`() throws {
    let ofCode = try AuthorizationRequest.made(by: try configuration("", over: .oidc))
    let response = try ofCode.read("code=c&id_token=x&state=\(ofCode.state ?? "")")
    #expect((response.code, response.idToken) == (Secret("c"), nil))
    let ofToken = try AuthorizationRequest.made(
      by: try configuration("authorize: { response_type: token }\nflows: [implicit]"))
    let implicit = try ofToken.read("access_token=t&token_type=Bearer&code=c&state=\(ofToken.state ?? "")")
    #expect((implicit.code, implicit.tokens?.accessToken) == (nil, Secret("t")))
  }

  @Test func `Renaming the state of requests doesn't rename the state of callbacks (D26)`() async throws {
    let scenario = SignInScenario("rename: { state: memo }")
    let outcome = try await scenario.signIn()
    #expect(outcome.user.id == "user-1")
    #expect(outcome.transcript.request("/authorize")?.contains("memo=") == true)
    let query = try AuthorizationRequest.made(by: try configuration(scenario.snippet))
    #expect(try query.read("code=c&state=\(query.state ?? "")").code == Secret("c"))
    #expect(throws: StepFailure.callback(.stateMismatch)) { try query.read("code=c&memo=\(query.state ?? "")") }
  }

  @Test func `A fragment after the callback is ignored (D44)`() async throws {
    let configuration = try configuration("client: { callbacks: { loopback: forbidden } }")
    try await withScriptedProvider(configuration) { provider in
      let browser = ReturningBrowser()
      let environment = AuthEnvironment(browser: browser)
      let client = AuthClient<DynamicProvider>(
        configuration: provider.configuration, variables: [:], clientID: "app",
        redirect: .url(try #require(URL(string: "com.acme.app:/cb"))), environment: environment)
      async let user = client.signIn(scopes: [], parameters: .init())
      let back = try await browser.callback()
      try await client.handle(try #require(URL(string: back.absoluteString + "#_=_")))
      #expect(try await user.id == "user-1")
    }
  }
}

/// A browser that stops at the redirect to the app.
struct ReturningBrowser: Browser {
  private let stream: AsyncStream<URL>
  private let continuation: AsyncStream<URL>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream(of: URL.self) }

  func open(_ url: URL) async throws(BrowserFailure) {
    let response = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
    guard let location = response?.headers[.location].flatMap({ URL(string: $0) }) else {
      throw .noBrowser("no callback")
    }
    continuation.yield(location)
    continuation.finish()
  }

  func callback() async throws -> URL {
    var iterator = stream.makeAsyncIterator()
    guard let url = await iterator.next() else { throw BrowserFailure.noBrowser("no callback") }
    return url
  }
}

extension AuthorizationRequest {
  /// A request of a client that has the given secret.
  static func made(
    by configuration: ProviderConfiguration, secret: Secret? = nil, _ parameters: AuthorizationParameters = .init()
  ) throws -> PreparedSignIn {
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app", clientSecret: secret)
    let request = try AuthorizationRequest(
      provider: provider, redirectURI: "https://app.example/cb", scopes: [], parameters: parameters,
      endpoint: try SecureURL.parse("https://id.example.com/authorize"))
    return PreparedSignIn(request: request, provider: provider)
  }

  struct PreparedSignIn {
    let request: AuthorizationRequest
    let provider: ResolvedProvider
    var state: String? { request.state }

    func read(_ query: String) throws -> AuthorizationResponse {
      try AuthorizationResponse(
        try AuthorizationResponse.fields(of: query), to: request, from: provider, issuerIsPromised: false, now: Date())
    }
  }
}
