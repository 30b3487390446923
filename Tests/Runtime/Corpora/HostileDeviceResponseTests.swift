import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A response of a device authorization endpoint, and the expected outcome of the sign-in.
struct HostileDeviceResponse: Sendable, CustomTestStringConvertible {
  enum Verdict: Sendable, Equatable {
    /// The code is shown. Its lifetime and the pause before the first token request are in seconds.
    case shown(lifetime: Double, wait: Int)
    case failure(StepFailure)
  }

  let response: ScriptedResponse
  let verdict: Verdict

  init(_ response: ScriptedResponse, _ verdict: Verdict) {
    (self.response, self.verdict) = (response, verdict)
  }

  /// A response with a valid code and these members.
  static func with(_ members: String, lifetime: Double = 600, wait: Int = 5) -> Self {
    let body = #"{"device_code":"dc","user_code":"WDJB","verification_uri":"https://id.example/go"\#(members)}"#
    return Self(.json(body), .shown(lifetime: lifetime, wait: wait))
  }

  static func no(_ body: String, _ failure: StepFailure, status: Int = 200) -> Self {
    Self(.json(body, status: status), .failure(failure))
  }

  var testDescription: String { "\(response.status) \(String(decoding: response.body, as: UTF8.self).suffix(60))" }
}

@Suite struct `A hostile device authorization response` {
  private typealias Case = HostileDeviceResponse
  private static let place = Endpoint.deviceAuthorization
  private static let noJSON = StepFailure.response(.notJSON(endpoint: place, status: 200))

  private static func lacks(_ name: String) -> StepFailure {
    .response(.missingField(name, endpoint: place, status: 200))
  }

  private static func rejection(_ code: String, status: Int) -> StepFailure {
    let known = ProviderConfiguration.openIDConnect(issuer: "https://id.example").errors[code]
    return .server(
      AnyErrorCode(rawValue: code),
      ServerError(code: code, endpoint: .deviceAuthorization, status: status, known: known))
  }

  private static let times: [Case] = [
    .with(""), .with(#","interval":7"#, wait: 7), .with(#","interval":"7""#, wait: 7),
    .with(#","interval":0.25"#, wait: 1),
    .with(#","interval":1e300"#, wait: 300), .with(#","interval":"1e999""#), .with(#","interval":"nan""#),
    .with(#","interval":"-nan""#), .with(#","interval":"inf""#), .with(#","interval":"-inf""#),
    .with(#","interval":-1"#), .with(#","interval":0"#), .with(#","interval":{}"#),
    .with(#","interval":[7]"#), .with(#","interval":null"#), .with(#","interval":true"#), .with(#","interval":"soon""#),
    .with(#","expires_in":900"#, lifetime: 900), .with(#","expires_in":"900""#, lifetime: 900),
    .with(#","expires_in":1e300"#, lifetime: 86_400), .with(#","expires_in":"nan""#), .with(#","expires_in":"inf""#),
    .with(#","expires_in":-1"#), .with(#","expires_in":0"#), .with(#","expires_in":{}"#),
    .with(#","expires_in":"soon""#),
  ]

  private static let members: [Case] = [
    .no("{}", lacks("device_code")),
    .no(#"{"device_code":"dc","verification_uri":"https://id.example/go"}"#, lacks("user_code")),
    .no(#"{"device_code":"dc","user_code":"","verification_uri":"https://id.example/go"}"#, lacks("user_code")),
    .no(#"{"device_code":7,"user_code":"W","verification_uri":"https://id.example/go"}"#, lacks("device_code")),
    .no(#"{"device_code":"dc","user_code":"W"}"#, lacks("verification_uri")),
    .no(#"{"device_code":"dc","user_code":"W","verification_uri":7}"#, lacks("verification_uri")),
    .no(
      #"{"device_code":"dc","user_code":"W","verification_uri":"http://id.example/go"}"#,
      .configuration(.insecureURL("http://id.example"))),
    .no(
      #"{"device_code":"dc","user_code":"W","verification_uri":"javascript://id.example/%0aalert(1)"}"#,
      .configuration(.insecureURL("javascript://id.example"))),
    .no(#"{"device_code":"dc","user_code":"W","verification_uri":"/go"}"#, .configuration(.invalidURL("/go"))),
    .with(#","verification_uri_complete":"http://id.example/go?user_code=WDJB""#),
    .with(#","verification_uri_complete":7"#),
  ]

  private static let texts: [Case] = [
    .no("", noJSON), .no("null", noJSON), .no("[]", noJSON), .no(#"{"device_code":"dc""#, noJSON),
    .no(#"{"device_code":"dc","interval":NaN}"#, noJSON), .no(#"{"device_code":"a","device_code":"b"}"#, noJSON),
    .no(#"{"error":"unauthorized_client"}"#, rejection("unauthorized_client", status: 200)),
    .no(#"{"error":"invalid_scope"}"#, rejection("invalid_scope", status: 400), status: 400),
    .no("{}", .response(.unexpectedStatus(404, endpoint: place)), status: 404),
    Case(
      ScriptedResponse(
        200, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "device_code=dc&user_code=WDJB&verification_uri=https%3A%2F%2Fid.example%2Fgo&expires_in=900&interval=7"),
      .shown(lifetime: 900, wait: 7)),
    Case(
      ScriptedResponse(
        200, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: "device_code=dc&user_code=WDJB&verification_uri=https%3A%2F%2Fid.example%2Fgo&interval=nan"),
      .shown(lifetime: 600, wait: 5)),
    Case(.html("<html>busy</html>", status: 200), .failure(noJSON)),
    .no(
      #"{"device_code":""# + String(repeating: "x", count: 1 << 20) + #""}"#,
      .response(.tooLarge(endpoint: place, limit: 1 << 20))),
    Case(
      .redirect(to: "https://evil.example/device"), .failure(.response(.redirected(endpoint: place, status: 302)))),
    Case(
      ScriptedResponse(429, headers: ["Retry-After": "7"]),
      .failure(.response(.rateLimited(retryAfter: .seconds(7), endpoint: .deviceAuthorization)))),
  ]

  @Test(arguments: times + members + texts)
  func `Every hostile device authorization response leads to exactly the expected outcome`(row: HostileDeviceResponse)
    async throws
  {
    let tokens = ScriptedResponse.json(#"{"access_token":"t","token_type":"Bearer","sub":"U1"}"#)
    let server = try await ScriptedServer.start { $0.path == "/device" ? row.response : tokens }
    let clock = WaitingClock()
    let now = Date(timeIntervalSince1970: 1_000_000)
    let client = AuthClient<DynamicProvider>(
      issuer: server.url, clientID: "app", redirect: .loopback(),
      environment: AuthEnvironment(now: { now }, clock: clock)
    ) { it in
      it.idToken = nil
      it.discovery.mode = .none
      it.server.tokenEndpoint = TextTemplate(server.url + "/token")
      it.server.deviceAuthorizationEndpoint = TextTemplate(server.url + "/device")
      it.userInfo.sources = [.token(".")]
    }
    let shown = Locked<DeviceCode?>(nil)
    let failure = await failure(
      of: try await client.signInOnAnotherDevice(scopes: []) { code in shown.withLock { $0 = code } })
    let code = shown.withLock { $0 }
    switch row.verdict {
    case .shown(let lifetime, let wait):
      #expect(failure == nil)
      #expect(code?.expiresAt == now.addingTimeInterval(lifetime))
      #expect(code?.completeVerificationURI == nil)
      #expect(clock.waited == [.seconds(wait)])
    case .failure(let expected):
      #expect(failure == expected)
      #expect(code == nil)
      #expect(server.requests.map(\.path) == ["/device"])
    }
    await server.stop()
  }
}
