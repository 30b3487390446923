import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The query of the callback to which a server redirects the browser.
func returned(from page: URL) async throws -> String {
  let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: page))
  let location = try #require(response.headers[.location].flatMap { URL(string: $0) })
  return location.query(percentEncoded: true) ?? ""
}

extension ScriptedProvider {
  /// A web app's server. Each of its processes creates its own.
  nonisolated func webApp(secret: Secret? = nil) -> BackendExchange<DynamicProvider> {
    BackendExchange(configuration: configuration, variables: [:], clientID: "app", clientSecret: secret)
  }
}

@Suite struct `A pending sign-in in a web app's session` {
  private static let address = "https://app.example/cb"

  /// A pending sign-in as a session stores it, with changes.
  private func kept(
    _ pending: PendingAuthorization, _ change: (inout [String: JSONValue]) -> Void = { _ in }
  ) throws -> PendingAuthorization {
    let bytes = try JSONEncoder().encode(pending)
    var members = try #require(JSONValue(parsing: bytes)?.object)
    var request = try #require(members["request"]?.object)
    change(&request)
    members["request"] = .object(request)
    return try JSONDecoder().decode(PendingAuthorization.self, from: JSONEncoder().encode(members))
  }

  @Test func `Another process can finish a pending sign-in`() async throws {
    let script = ScriptedProvider.Script {
      $0.claims = { $0["auth_time"] = .integer(Int64(Date().timeIntervalSince1970)) }
    }
    try await withScriptedProvider(.plain, script: script) { provider in
      var parameters = AuthorizationParameters()
      parameters.set("max_age", 600)
      let pending = try await provider.webApp().start(
        redirectURI: Self.address, scopes: ["profile"], parameters: parameters)
      let query = try await returned(from: pending.url)
      let other = provider.webApp()
      let grant = try other.grant(from: query, for: try kept(pending))
      #expect((grant.redirectURI, grant.scopes) == (Self.address, ["openid", "profile"]))
      #expect(grant.maximumAge == .seconds(600))
      #expect(grant.nonce == pending.request.nonce)
      #expect(try await other.exchange(grant).user?.subject == "user-1")
    }
  }

  @Test func `A pending sign-in accepts only its own state`() async throws {
    let backend = BackendExchange<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example"], clientID: "app")
    let pending = try await backend.start(redirectURI: Self.address, scopes: [])
    let state = try #require(pending.request.state)
    let bent = try kept(pending) { $0["state"] = .string(state + "x") }
    #expect(throws: StepFailure.callback(.stateMismatch)) {
      try backend.grant(from: "code=c&state=\(state)", for: bent)
    }
    for lost in [JSONValue.string(""), .null, nil] {
      let bare = try kept(pending) { $0["state"] = lost }
      #expect(throws: StepFailure.callback(.stateMismatch)) {
        try backend.grant(from: "code=c&state=\(state)", for: bare)
      }
    }
    #expect(try backend.grant(from: "code=c&state=\(state)", for: try kept(pending)).code == Secret("c"))
  }

  @Test(arguments: ["", "short", String(repeating: "ä", count: 43)])
  func `A pending sign-in with an invalid code verifier can't be decoded`(verifier: String) async throws {
    let backend = BackendExchange<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example"], clientID: "app")
    let pending = try await backend.start(redirectURI: Self.address, scopes: [])
    #expect(throws: DecodingError.self) { try kept(pending) { $0["code_verifier"] = .string(verifier) } }
  }

  @Test func `A pending sign-in contains its random values, but not the client secret`() async throws {
    let configuration = ProviderConfiguration.plain.with { it in
      it.derived = ["trace": "uuid()", "proof": "sha256hex({client_secret})"]
      it.authorization.parameters.append(.init("trace", .string, constant: "{derive.trace}"))
      it.callback.fields = [.init(name: "trace", equals: "{derive.trace}")]
    }
    let backend = BackendExchange<DynamicProvider>(
      configuration: configuration, variables: ["domain": "id.example"], clientID: "app",
      clientSecret: Secret("hunter2"))
    let pending = try await backend.start(redirectURI: Self.address, scopes: [])
    #expect(!String(decoding: try JSONEncoder().encode(pending), as: UTF8.self).contains("hunter2"))
    let state = try #require(pending.request.state)
    let trace = try #require(pending.request.sent["trace"])
    let waiting = try kept(pending)
    let response = "code=c&state=\(state)&trace="
    // Each process remembers the callbacks that it accepted.
    let other = BackendExchange<DynamicProvider>(
      configuration: configuration, variables: ["domain": "id.example"], clientID: "app",
      clientSecret: Secret("hunter2"))
    #expect(throws: StepFailure.callback(.unexpectedField("trace"))) {
      try other.grant(from: response + "x", for: waiting)
    }
    #expect(try backend.grant(from: response + trace, for: waiting).fields == ["trace": trace])
  }

  @Test func `A pending sign-in's description shows no state, nonce, or code verifier`() async throws {
    let backend = BackendExchange<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example"], clientID: "app")
    let pending = try kept(try await backend.start(redirectURI: Self.address, scopes: []))
    var text = "\(pending) \(String(reflecting: pending))"
    dump(pending, to: &text)
    let request = pending.request
    for secret in [request.state, request.nonce, request.pkce.codeVerifier.reveal()] {
      let word = try #require(secret)
      #expect(!text.contains(word))
    }
  }

  @Test func `A pending sign-in accepts one callback`() async throws {
    let backend = BackendExchange<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example"], clientID: "app")
    let pending = try await backend.start(redirectURI: Self.address, scopes: [])
    let state = try #require(pending.request.state)
    let copy = backend
    // An invalid callback doesn't use up the state.
    #expect(throws: StepFailure.callback(.stateMismatch)) { try backend.grant(from: "code=c&state=x", for: pending) }
    _ = try backend.grant(from: "code=c&state=\(state)", for: pending)
    for again in ["code=c", "code=d", "error=access_denied"] {
      #expect(throws: StepFailure.callback(.unexpected)) {
        try copy.grant(from: "\(again)&state=\(state)", for: try kept(pending))
      }
    }
  }

  @Test func `An error callback uses up a pending sign-in`() async throws {
    let backend = BackendExchange<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example"], clientID: "app")
    let pending = try await backend.start(redirectURI: Self.address, scopes: [])
    let state = try #require(pending.request.state)
    let no = await failure(of: try backend.grant(from: "error=access_denied&state=\(state)", for: pending))
    #expect(no?.caseName == "accessDenied")
    #expect(throws: StepFailure.callback(.unexpected)) {
      try backend.grant(from: "code=c&state=\(state)", for: pending)
    }
  }
}
