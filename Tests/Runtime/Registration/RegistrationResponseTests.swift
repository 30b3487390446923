import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A response to a registration` {
  private static let long = String(repeating: "x", count: 8193)

  private static let hostile: [(response: String, failure: StepFailure)] = [
    ("[]", missing("client_id")), ("{}", missing("client_id")), (#"{"client_id":null}"#, missing("client_id")),
    (#"{"client_id":""}"#, missing("client_id")), (#"{"client_id":{"id":"a"}}"#, unexpected("client_id")),
    (#"{"client_id":"a\u0000b"}"#, unexpected("client_id")),
    (#"{"client_id":"a\r\nSet-Cookie: b=c"}"#, unexpected("client_id")),
    (#"{"client_id":"\u202eabc"}"#, unexpected("client_id")), (#"{"client_id":"ä"}"#, unexpected("client_id")),
    (#"{"client_id":"\#(long)"}"#, unexpected("client_id")),
    (#"{"client_id":"a","client_secret":"b\n"}"#, unexpected("client_secret")),
    (#"{"client_id":"a","client_secret":["b"]}"#, unexpected("client_secret")),
    (#"{"client_id":"a","client_secret":"\#(long)"}"#, unexpected("client_secret")),
    (
      #"{"client_id":"a","client_secret":"b","client_secret_expires_at":-1}"#,
      unexpected("client_secret_expires_at")
    ),
    (
      #"{"client_id":"a","client_secret":"b","client_secret_expires_at":"soon"}"#,
      unexpected("client_secret_expires_at")
    ),
    (
      #"{"client_id":"a","client_secret":"b","client_secret_expires_at":"inf"}"#,
      unexpected("client_secret_expires_at")
    ),
    (
      #"{"client_id":"a","token_endpoint_auth_method":"tls_client_auth"}"#,
      unexpected("token_endpoint_auth_method")
    ),
    (#"{"client_id":"a","token_endpoint_auth_method":7}"#, unexpected("token_endpoint_auth_method")),
    (#"{"client_id":"a","token_endpoint_auth_method":"client_secret_basic"}"#, missing("client_secret")),
    (#"{"client_id":"a","redirect_uris":["https://evil.example/callback"]}"#, unexpected("redirect_uris")),
    (
      #"{"client_id":"a","registration_access_token":"t","registration_client_uri":"ftp://id.example/a"}"#,
      unexpected("registration_client_uri")
    ),
    (
      #"{"client_id":"a","registration_access_token":"t","registration_client_uri":"http://evil.example/a"}"#,
      unexpected("registration_client_uri")
    ),
    (
      #"{"client_id":"a","registration_access_token":"t\n","registration_client_uri":"https://id.example/a"}"#,
      unexpected("registration_access_token")
    ),
  ]

  private static func missing(_ name: String) -> StepFailure {
    .response(.missingField(name, endpoint: .registration, status: 201))
  }

  private static func unexpected(_ name: String) -> StepFailure {
    .response(.unexpectedValue(name, endpoint: .registration))
  }

  @Test(arguments: hostile)
  func `An invalid response is rejected before the browser opens, and nothing is stored`(
    response: String, failure: StepFailure
  ) async throws {
    var script = ScriptedProvider.Script()
    script.instead = { $0.path == "/register" ? .json(response, status: 201) : nil }
    try await withRegistration(script: script) { provider in
      let store = FailingStore()
      #expect(await provider.client(keeping: store).signInFailure() == failure)
      #expect(provider.authorizedClients.isEmpty)
      #expect(await store.saves.isEmpty)
    }
  }

  /// Reads the response to a client that requested this method.
  private func read(
    _ response: String, requested: ClientRegistration.Method, isConfidential: Bool = false
  ) throws -> ClientRegistration {
    let made = try configuration(dynamicRegistration).with { $0.client.registration.isConfidential = isConfidential }
    let provider = try ResolvedProvider(made, variables: [:], clientID: "")
    let body = try #require(JSONValue(parsing: Data(response.utf8)))
    return try ClientRegistration(
      body, to: RegistrationRequest(provider, redirectURIs: [], signedOutURIs: []), by: made.client.registration,
      requested: requested, issuer: "https://id.example.com",
      endpoint: try SecureURL.parse("https://id.example.com/register"), status: 201)
  }

  @Test func `A member that is null counts as missing`() throws {
    let registration = try read(
      #"{"client_id":"a","client_secret":"b","client_secret_expires_at":null,"token_endpoint_auth_method":null}"#,
      requested: .clientSecretPost)
    #expect(registration.secret == Secret("b") && registration.secretExpiresAt == nil)
    #expect(registration.method == .clientSecretPost)
  }

  @Test func `A response without a method registers the requested one, or one that fits the secret`() throws {
    let (bare, withSecret) = (#"{"client_id":"a"}"#, #"{"client_id":"a","client_secret":"b"}"#)
    #expect(try read(bare, requested: .clientSecretPost).method == ClientRegistration.Method.none)
    #expect(try read(bare, requested: .privateKeyJWT).method == .privateKeyJWT)
    #expect(try read(withSecret, requested: .clientSecretPost).method == .clientSecretPost)
    #expect(try read(withSecret, requested: .none).method == .clientSecretBasic)
  }

  @Test func `A response without callback URLs is accepted, and one with other callback URLs isn't`() throws {
    for list in ["[]", "null", "[7]"] {
      #expect(try read(#"{"client_id":"a","redirect_uris":\#(list)}"#, requested: .none).clientID == "a")
    }
    #expect(throws: Self.unexpected("redirect_uris")) {
      try read(#"{"client_id":"a","redirect_uris":["https://a.example/"]}"#, requested: .none)
    }
  }

  @Test func `A server can't register a public client if the provider's clients are confidential`() throws {
    let response = #"{"client_id":"a","token_endpoint_auth_method":"none"}"#
    #expect(throws: Self.missing("client_secret")) {
      try read(response, requested: .clientSecretPost, isConfidential: true)
    }
    #expect(try read(response, requested: .clientSecretPost).method == ClientRegistration.Method.none)
    #expect(try read(response, requested: .none, isConfidential: true).method == ClientRegistration.Method.none)
  }

  @Test func `A URL on another host never receives the registration access token`() async throws {
    var script = ScriptedProvider.Script()
    script.registration = { $0["registration_client_uri"] = "https://evil.example/register" }
    try await withRegistration(script: script) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      try await client.begin()
      await #expect(throws: StepFailure.configuration(.missingEndpoint(.registration))) {
        try await client.forgetRegistration(deletesAtServer: true)
      }
      #expect(provider.requests.allSatisfy { $0.method != "DELETE" })
    }
  }

  @Test func `An error of the server names the endpoint and hides the initial access token`() async throws {
    let snippet = dynamicRegistration.replacing(
      "kind: dynamic,", with: #"kind: dynamic, headers: { Authorization: "Bearer {settings.initial}" },"#
    ).replacing("client: {", with: "client: { settings: { initial: { type: string, secret: true } },")
    var script = ScriptedProvider.Script()
    script.instead = { request in
      guard request.path == "/register" else { return nil }
      return .json(
        #"{"error":"invalid_client_metadata","error_description":"not with \#(request.headers["authorization"] ?? "")"}"#,
        status: 400)
    }
    try await withRegistration(snippet, script: script) { provider in
      let client = provider.client(settings: ["initial": Secret("initial-token-1")])
      let failure = try #require(await client.signInFailure())
      guard case .server(_, let error) = failure else {
        Issue.record("\(failure)")
        return
      }
      #expect(error.endpoint == .registration && error.code == "invalid_client_metadata" && error.status == 400)
      #expect(!"\(failure)".contains("initial-token-1"))
      #expect(provider.requests.first?.headers["authorization"] == "Bearer initial-token-1")
    }
  }

  @Test(arguments: [
    (ScriptedResponse(404), StepFailure.response(.unexpectedStatus(404, endpoint: .registration))),
    (ScriptedResponse.html("sign in"), .response(.notJSON(endpoint: .registration, status: 200))),
    (.redirect(to: "https://evil.example/"), .response(.redirected(endpoint: .registration, status: 302))),
  ])
  func `A response that isn't a registration is rejected`(
    response: ScriptedResponse, expected: StepFailure
  ) async throws {
    var script = ScriptedProvider.Script()
    script.instead = { $0.path == "/register" ? response : nil }
    try await withRegistration(script: script) { provider in
      #expect(await provider.client().signInFailure() == expected)
    }
  }

  @Test func `A server without a registration endpoint fails before the browser opens`() async throws {
    let snippet = dynamicRegistration.replacing(registrationEndpoint, with: "")
    var script = ScriptedProvider.Script()
    script.instead = { request in
      request.path.hasPrefix("/.well-known") ? .json(#"{"issuer":"http://\#(request.headers["host"] ?? "")"}"#) : nil
    }
    try await withRegistration(snippet, over: .oidc, script: script) { provider in
      #expect(await provider.client().signInFailure() == .configuration(.missingEndpoint(.registration)))
      await #expect(throws: StepFailure.configuration(.missingEndpoint(.registration))) {
        try await provider.client().checkReadiness()
      }
      #expect(provider.authorizedClients.isEmpty)
    }
  }
}
