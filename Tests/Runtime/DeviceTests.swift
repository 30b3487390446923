import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A provider for devices that gives these responses to the token requests, one after another.
private func withDeviceProvider<Value>(
  _ responses: [ScriptedResponse], clientSecret: Secret? = nil,
  sources: [ProviderConfiguration.UserInfoRules.Source] = [.token(".")],
  _ body: (AuthClient<DynamicProvider>, ScriptedServer, WaitingClock) async throws -> Value
) async throws -> Value {
  let left = Locked(responses)
  let address = Locked("")
  let server = try await ScriptedServer.start { request in
    let base = address.withLock { $0 }
    switch request.path {
    case "/.well-known/openid-configuration":
      return .json(
        """
        {"issuer":"\(base)","token_endpoint":"\(base)/token","device_authorization_endpoint":"\(base)/device",
        "introspection_endpoint":"\(base)/introspect","jwks_uri":"\(base)/keys",
        "userinfo_endpoint":"\(base)/userinfo"}
        """)
    case "/device":
      return .json(
        #"{"device_code":"dc","user_code":"WDJB-MJHT","verification_uri":"\#(base)/go","expires_in":900,"interval":7}"#)
    default: return left.withLock { $0.isEmpty ? ScriptedResponse(404) : $0.removeFirst() }
    }
  }
  address.withLock { $0 = server.url }
  let clock = WaitingClock()
  let client = AuthClient<DynamicProvider>(
    issuer: server.url, clientID: "app", clientSecret: clientSecret, redirect: .loopback(),
    environment: AuthEnvironment(clock: clock)
  ) { it in
    it.idToken = nil
    it.userInfo.sources = sources
  }
  defer { Task { await server.stop() } }
  return try await body(client, server, clock)
}

/// A clock on which every wait ends immediately and is recorded.
final class WaitingClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let waits = Locked<[Duration]>([])
  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }
  var waited: [Duration] { waits.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let seconds = (deadline - now).components.seconds
    waits.withLock { $0.append(.seconds(seconds + 1)) }
    try Task.checkCancellation()
  }
}

/// A clock whose waits end immediately and advance the test's own time.
private final class SteppingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let step: @Sendable (Duration) -> Void
  init(_ step: @escaping @Sendable (Duration) -> Void) { self.step = step }
  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { step(deadline.offset) }
}

private func error(_ code: String, status: Int = 400) -> ScriptedResponse {
  .json(#"{"error":"\#(code)"}"#, status: status)
}

private let tokens = ScriptedResponse.json(
  #"{"access_token":"t","token_type":"Bearer","refresh_token":"r","sub":"U1","name":"Ada"}"#)

@Suite struct `A sign-in on another device` {
  @Test func `The client polls at the server's pace until the user approves`() async throws {
    let responses = [
      error("authorization_pending"), error("slow_down", status: 429), error("authorization_pending", status: 403),
    ]
    try await withDeviceProvider(responses + [tokens]) { client, server, clock in
      let shown = Locked<DeviceCode?>(nil)
      let user = try await client.signInOnAnotherDevice(scopes: ["openid", "a"]) { code in shown.withLock { $0 = code }
      }
      #expect(user.subject == "U1")
      let code = try #require(shown.withLock { $0 })
      #expect(code.userCode == "WDJB-MJHT")
      #expect(code.verificationURI.path == "/go")
      #expect(clock.waited == [.seconds(7), .seconds(7), .seconds(12), .seconds(12)])
      let asked = server.requests.filter { $0.method == "POST" }.map { "\($0.path) \($0.text)" }
      #expect(asked.first == "/device scope=openid%20a&client_id=app")
      let grant = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=dc&client_id=app"
      #expect(asked.dropFirst() == ArraySlice(repeating: "/token " + grant, count: 4))
      #expect(try await client.credential()?.refreshToken == Secret("r"))
    }
  }

  @Test(arguments: ["access_denied", "expired_token", "invalid_grant"])
  func `A rejection by the server ends the polling`(code: String) async throws {
    try await withDeviceProvider([error("authorization_pending"), error(code)]) { client, _, _ in
      let failure = await failure(of: try await client.signInOnAnotherDevice(scopes: ["openid"]) { _ in })
      guard case .server(_, let error)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(error.code == code)
    }
  }

  @Test func `The client doesn't poll again after the code was used`() async throws {
    let lost = ScriptedResponse.json(#"{"sub":"U1"}"#).truncated
    try await withDeviceProvider([tokens, lost, lost, lost, tokens], sources: [.endpoint]) { client, server, _ in
      let failure = await failure(of: try await client.signInOnAnotherDevice(scopes: []) { _ in })
      guard case .network? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(server.requests.filter { $0.path == "/token" }.count == 1)
    }
  }

  @Test func `The client keeps polling while the server is busy`() async throws {
    let busy = ScriptedResponse(503)
    try await withDeviceProvider([error("authorization_pending"), busy, busy, tokens]) { client, _, clock in
      let user = try await client.signInOnAnotherDevice(scopes: []) { _ in }
      #expect(user.subject == "U1")
      #expect(clock.waited == [7, 7, 14, 28].map { .seconds($0) })
    }
  }

  @Test func `The standard parameters are sent, and the ID token is checked against them`() async throws {
    let known = ProviderConfiguration.openIDConnect(issuer: "https://id.example.com") { it in
      it.server.deviceAuthorizationEndpoint = "https://id.example.com/device"
    }
    try await withScriptedProvider(known) { provider in
      let issuer = try #require(provider.configuration.server.issuer?.text)
      let client = AuthClient<DynamicProvider>(
        issuer: issuer, clientID: "app", redirect: .loopback(),
        environment: AuthEnvironment(clock: WaitingClock()).withOwnRedirects)
      var parameters = AuthorizationParameters()
      parameters.set("max_age", .seconds(300))
      parameters.set("acr_values", ["phr", "mfa"])
      let old = await failure(of: try await client.signInOnAnotherDevice(scopes: [], parameters: parameters) { _ in })
      #expect(old == .idToken(.authenticationTooOld))
      let sent = provider.requests.first { $0.path == "/device" }?.text ?? ""
      #expect(FormEncoding.decode(sent)?.contains { $0 == ("acr_values", "phr mfa") } == true)
      #expect(FormEncoding.decode(sent)?.contains { $0 == ("max_age", "300") } == true)
      await provider.rewrite { $0.claims = { $0["auth_time"] = $0["iat"] } }
      let user = try await client.signInOnAnotherDevice(scopes: [], parameters: parameters) { _ in }
      #expect(user.subject == "user-1")
      parameters.set("prompt", ["login"])
      let undeclared = await failure(
        of: try await client.signInOnAnotherDevice(scopes: [], parameters: parameters) { _ in })
      guard case .configuration(.unknownParameter("prompt", _))? = undeclared else {
        Issue.record("\(String(describing: undeclared))")
        return
      }
    }
  }

  @Test(arguments: [(1, 0), (5, 1), (600, 15)])
  func `Polling ends when the device code expires, even if the server asks to wait longer`(
    expiresIn: Int, polls: Int
  ) async throws {
    let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    let slept = Locked(Duration.zero)
    let server = try await ScriptedServer.start { request in
      guard request.path == "/device" else { return error("slow_down") }
      return .json(
        #"{"device_code":"d","user_code":"u","verification_uri":"https://a.example","expires_in":\#(expiresIn),"interval":4}"#
      )
    }
    let configuration = ProviderConfiguration.plain.with {
      $0.server.deviceAuthorizationEndpoint = TextTemplate(server.url + "/device")
      $0.server.tokenEndpoint = TextTemplate(server.url + "/token")
    }
    let clock = SteppingClock { step in
      slept.withLock { $0 += step }
      time.withLock { $0 += step.seconds }
    }
    let client = AuthClient<DynamicProvider>(
      configuration: configuration, variables: ["domain": "id.example"], clientID: "app", redirect: .loopback(),
      environment: AuthEnvironment(now: { time.value }, clock: clock))
    let failure = await failure(of: try await client.signInOnAnotherDevice(scopes: []) { _ in })
    await server.stop()
    #expect(failure?.caseName == "expired_token")
    #expect(slept.value == .seconds(expiresIn))
    #expect(server.requests.count { $0.path == "/token" } == polls)
  }

  @Test func `Canceling the task ends the polling`() async throws {
    try await withDeviceProvider(Array(repeating: error("authorization_pending"), count: 10_000)) { client, _, _ in
      let task = Task { try await client.signInOnAnotherDevice(scopes: []) { _ in } }
      task.cancel()
      await #expect(throws: StepFailure.self) { try await task.value }
    }
  }
}

@Suite struct `A token for the client itself` {
  @Test func `The client gets its own token with its secret, and the session doesn't change`() async throws {
    try await withDeviceProvider([tokens], clientSecret: Secret("s")) { client, server, _ in
      let credential = try await client.clientCredential(scopes: ["api"], parameters: ["audience": "https://api"])
      #expect(credential.accessToken == Secret("t"))
      #expect(credential.scopes == ["api"])
      let request = try #require(server.requests.last)
      #expect(request.text == "grant_type=client_credentials&scope=api&audience=https%3A%2F%2Fapi")
      #expect(request.headers["authorization"] == basic("app:s"))
      #expect(try await client.credential() == nil)
    }
  }

  @Test(arguments: [
    (#"{"active":true,"scope":"a"}"#, true), (#"{"active":false}"#, false), (#"{"active":"true"}"#, true),
    (#"{"active":"false"}"#, false),
  ])
  func `The server can be asked whether a token is active`(body: String, isActive: Bool) async throws {
    try await withDeviceProvider([.json(body)], clientSecret: Secret("s")) { client, server, _ in
      let response = try await client.introspect(Secret("x y"), hint: "access_token")
      #expect(response.isActive == isActive)
      #expect(server.requests.last?.text == "token=x%20y&token_type_hint=access_token")
    }
  }
}
