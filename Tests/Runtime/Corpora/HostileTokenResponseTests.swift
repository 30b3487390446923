import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A response of a token endpoint, and the expected failure of a sign-in.
struct HostileTokenResponse: Sendable, CustomTestStringConvertible {
  let response: ScriptedResponse
  let verdict: StepFailure?

  init(_ body: String, _ verdict: StepFailure?, status: Int = 200, type: String? = "application/json") {
    response = ScriptedResponse(status, headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
    self.verdict = verdict
  }

  init(_ response: ScriptedResponse, _ verdict: StepFailure?) {
    (self.response, self.verdict) = (response, verdict)
  }

  /// A response with the server's error.
  static func no(
    _ body: String, _ code: String, _ text: String? = nil, uri: String? = nil, requestID: String? = nil,
    status: Int = 400, type: String? = "application/json"
  ) -> Self {
    let known = ProviderConfiguration.openIDConnect(issuer: "https://id.example").errors[code]
    let error = ServerError(
      code: code, endpoint: .token, text: text, uri: uri.flatMap { URL(string: $0) }, requestID: requestID,
      status: status, known: known)
    return Self(body, .server(AnyErrorCode(rawValue: code), error), status: status, type: type)
  }

  var testDescription: String { "\(response.status) \(String(decoding: response.body, as: UTF8.self).prefix(80))" }
}

@Suite struct `A hostile token response` {
  private typealias Case = HostileTokenResponse
  private static let place = Endpoint.token
  private static func notString(_ name: String) -> StepFailure { .response(.unexpectedValue(name, endpoint: place)) }
  private static let noToken = StepFailure.response(.missingField("access_token", endpoint: place, status: 200))
  private static let noJSON = StepFailure.response(.notJSON(endpoint: place, status: 200))
  private static let wrongToken = StepFailure.response(.unexpectedValue("access_token", endpoint: place))

  private static func type(_ name: String) -> StepFailure { .response(.unsupportedTokenType(name)) }

  private static let tokens: [Case] = [
    Case(#"{"access_token":"t"}"#, nil), Case(#"{"access_token":"t","token_type":"Bearer"}"#, nil),
    Case(#"{"access_token":"t","token_type":"bEARER"}"#, nil), Case(#"{"access_token":"t","token_type":null}"#, nil),
    Case(#"{"access_token":"t","token_type":"mac"}"#, type("mac")),
    Case(#"{"access_token":"t","token_type":"DPoP"}"#, type("DPoP")),
    Case(#"{"access_token":"t","token_type":""}"#, type("")),
    Case(#"{"access_token":"t","token_type":" Bearer"}"#, type(" Bearer")),
    Case(#"{"access_token":"t","token_type":"N_A"}"#, type("N_A")),
    Case(#"{"access_token":"t","token_type":1}"#, type("that isn't a string")),
    Case(#"{"access_token":"t","token_type":["Bearer"]}"#, type("that isn't a string")),
    Case("{}", noToken), Case(#"{"access_token":""}"#, noToken), Case(#"{"access_token":null}"#, noToken),
    Case(#"{"access_token":7}"#, noToken), Case(#"{"access_token":true}"#, noToken),
    Case(#"{"access_token":["t"]}"#, noToken), Case(#"{"access_token":{"value":"t"}}"#, noToken),
    Case(#"{"Access_Token":"t"}"#, noToken), Case(#"{"data":{"access_token":"t"}}"#, noToken),
    Case(#"[{"access_token":"t"}]"#, noToken), Case("[]", noToken),
    Case(#"{"access_token":"t\r\nX-Admin: 1"}"#, wrongToken), Case(#"{"access_token":"t\u0000"}"#, wrongToken),
    Case(#"{"access_token":"t\u007f"}"#, wrongToken), Case(#"{"access_token":"tö"}"#, wrongToken),
    Case(#"{"access_token":"t\ud83d\ude00"}"#, wrongToken),
    Case(#"{"access_token":"\#(String(repeating: "t", count: 10_000))"}"#, nil),
  ]

  private static let texts: [Case] = [
    Case("", noJSON), Case(" ", noJSON), Case("null", noJSON), Case("true", noJSON), Case("\"t\"", noJSON),
    Case(#"{"access_token":"t""#, noJSON), Case(#"{"access_token":"t"}}"#, noJSON),
    Case(#"{"access_token":"t",}"#, noJSON), Case(#"{'access_token':'t'}"#, noJSON),
    Case(#"{access_token:"t"}"#, noJSON), Case(#"{"access_token":"t"} // done"#, noJSON),
    Case(#"{"access_token":"t","access_token":"u"}"#, noJSON),
    Case(#"{"access_token":"t","acc\u0065ss_token":"u"}"#, noJSON),
    Case(#"{"access_token":"\ud800"}"#, noJSON), Case(#"{"access_token":"\x41"}"#, noJSON),
    Case(#"{"access_token":"t","expires_in":01}"#, noJSON), Case(#"{"access_token":"t","expires_in":NaN}"#, noJSON),
    Case(#"{"access_token":"t","x":"# + String(repeating: "[", count: 100_000), noJSON),
    Case(
      #"{"access_token":"t","x":"# + String(repeating: #"{"x":"#, count: 40) + "1" + String(repeating: "}", count: 41),
      noJSON),
    Case("\u{FEFF}" + #"{"access_token":"t"}"#, nil), Case(" \r\n\t" + #"{"access_token":"t"}"# + "\n", nil),
    Case("<html>busy</html>", noJSON, type: "text/html"), Case(#"{"access_token":"t"}"#, nil, type: "text/html"),
    Case(#"{"access_token":"t"}"#, nil, type: nil),
    Case(#"{"access_token":"t"}"#, nil, type: "APPLICATION/JSON; charset=x"),
    Case("access_token=t&token_type=bearer", nil, type: "application/x-www-form-urlencoded"),
    Case("access_token=t&token_type=bearer", nil, type: "text/plain;charset=utf-8"),
    Case("access_token=t&token_type=bearer", noJSON, type: "application/json"),
    Case("access_token=t&access_token=u", noJSON, type: "text/plain"),
    Case("access_token=%FF", noJSON, type: "text/plain"), Case("access_token", noJSON, type: "text/plain"),
    // Searching this text for `=` would take seconds.
    Case("access_token=t&a=" + String(repeating: "\u{301}\u{316}", count: 20_000), noJSON, type: "text/plain"),
    Case(
      #"{"access_token":"t","x":""# + String(repeating: "x", count: 1 << 20) + #""}"#,
      .response(.tooLarge(endpoint: place, limit: 1 << 20))),
  ]

  private static let members: [Case] = [
    Case(#"{"access_token":"t","expires_in":"3600"}"#, nil), Case(#"{"access_token":"t","expires_in":-1}"#, nil),
    Case(#"{"access_token":"t","expires_in":1e400}"#, noJSON), Case(#"{"access_token":"t","expires_in":1e300}"#, nil),
    Case(#"{"access_token":"t","expires_in":9223372036854775808}"#, nil),
    Case(#"{"access_token":"t","expires_in":{}}"#, nil), Case(#"{"access_token":"t","expires_in":"soon"}"#, nil),
    Case(#"{"access_token":"t","scope":["a","b"]}"#, nil), Case(#"{"access_token":"t","scope":"a,b c"}"#, nil),
    Case(#"{"access_token":"t","scope":{"a":true}}"#, nil), Case(#"{"access_token":"t","scope":7}"#, nil),
    Case(#"{"access_token":"t","refresh_token":7}"#, notString("refresh_token")),
    Case(#"{"access_token":"t","refresh_token":""}"#, nil),
    Case(#"{"access_token":"t","id_token":7}"#, notString("id_token")),
    Case(#"{"access_token":"t","__proto__":{"admin":true}}"#, nil),
  ]

  private static let errors: [Case] = [
    .no(#"{"error":"invalid_grant"}"#, "invalid_grant"),
    .no(#"{"error":"invalid_grant"}"#, "invalid_grant", status: 200),
    .no(#"{"error":"invalid_grant","access_token":"t"}"#, "invalid_grant", status: 200),
    .no(#"{"error":"invalid_client"}"#, "invalid_client", status: 401),
    .no(#"{"error":"server_error"}"#, "server_error", status: 503),
    .no(#"{"error":"teapot"}"#, "teapot", status: 418), .no(#"{"error":7}"#, "7"),
    .no(
      #"{"error":"a","error_description":"b","error_uri":"https://id.example/e"}"#, "a", "b",
      uri: "https://id.example/e"),
    .no(#"{"error":"a","error_uri":"file:///etc/passwd"}"#, "a"),
    .no(#"{"error":"a","error_description":{"x":1}}"#, "a"),
    .no(#"{"error":"a","trace_id":"r-1"}"#, "a", requestID: "r-1"),
    .no(
      "error=invalid_grant&error_description=no+way", "invalid_grant", "no way",
      type: "application/x-www-form-urlencoded"),
    .no("error=incorrect_client_credentials", "incorrect_client_credentials", status: 200, type: "text/plain"),
    Case(#"{"error":null,"access_token":"t"}"#, nil), Case(#"{"message":"no"}"#, noStatus(400), status: 400),
    Case("nope", noStatus(500), status: 500), Case("", noStatus(401), status: 401),
    Case(#"{"access_token":"t"}"#, noStatus(400), status: 400), Case(#"{"access_token":"t"}"#, nil, status: 201),
    Case("", .response(.notJSON(endpoint: place, status: 204)), status: 204),
    Case(#"{"access_token":"t"}"#, .response(.rateLimited(retryAfter: nil, endpoint: .token)), status: 429),
    Case(
      ScriptedResponse(429, headers: ["Retry-After": "7"]),
      .response(.rateLimited(retryAfter: .seconds(7), endpoint: .token))),
    Case(
      ScriptedResponse(429, headers: ["Retry-After": "-7"]), .response(.rateLimited(retryAfter: nil, endpoint: .token))),
    Case(
      ScriptedResponse(429, headers: ["Retry-After": "1e9"]), .response(.rateLimited(retryAfter: nil, endpoint: .token))
    ),
    Case(
      ScriptedResponse(429, headers: ["Retry-After": "1000000000"]),
      .response(.rateLimited(retryAfter: .seconds(86_400), endpoint: .token))),
    Case(.redirect(to: "https://evil.example/token"), .response(.redirected(endpoint: place, status: 302))),
    Case(
      ScriptedResponse(307, headers: ["Location": "/token2"], body: #"{"access_token":"t"}"#),
      .response(.redirected(endpoint: place, status: 307))),
    Case(
      ScriptedResponse(308, headers: ["Location": "/token2"]), .response(.redirected(endpoint: place, status: 308))),
    Case(
      ScriptedResponse.json(#"{"access_token":"t"}"#).truncated,
      .network(.interrupted(host: "127.0.0.1"), endpoint: .token)),
  ]

  /// A response of a server that doesn't use UTF-8.
  private static func latin(_ body: String, _ type: String, status: Int = 400) -> ScriptedResponse {
    var response = ScriptedResponse(status, headers: ["Content-Type": type])
    response.body = body.data(using: .isoLatin1) ?? Data()
    return response
  }

  private static func expired(_ text: String) -> StepFailure? {
    Case.no("", "invalid_grant", text).verdict
  }

  private static let charsets: [Case] = [
    Case(latin(no, "application/json; charset=ISO-8859-1"), expired("expiré")),
    Case(latin(no, #"application/json;charset="iso-8859-1""#), expired("expiré")),
    Case(latin(no, "application/json"), expired("expir\u{FFFD}")),
    Case(latin(no, "application/json; charset=utf-8"), expired("expir\u{FFFD}")),
    Case(latin(yes, "application/json; charset=ISO-8859-1", status: 200), nil),
    Case(latin(yes, "application/json", status: 200), noJSON),
  ]

  private static let no = #"{"error":"invalid_grant","error_description":"expiré"}"#
  private static let yes = #"{"access_token":"t","name":"é"}"#

  private static func noStatus(_ status: Int) -> StepFailure { .response(.unexpectedStatus(status, endpoint: place)) }

  @Test(arguments: tokens + texts + members + errors + charsets)
  func `Every hostile token response causes exactly the expected failure, or none`(row: HostileTokenResponse)
    async throws
  {
    let script = ScriptedProvider.Script { $0.instead = { $0.path == "/token" ? row.response : nil } }
    let configuration = ProviderConfiguration.openIDConnect(issuer: "https://id.example") { it in
      it.idToken = nil
      it.userInfo.sources = [.endpoint]
      it.token.response.tokenType = .optionalBearer
      it.server.userInfoEndpoint = "https://id.example/userinfo"
    }
    try await withScriptedProvider(configuration, script: script) { provider in
      let failure = await failure(
        of: try await provider.client().signIn(scopes: [], parameters: .init()))
      #expect(failure == row.verdict)
      #expect(provider.requests.count { $0.path == "/token" } == 1)
      #expect(provider.requests.count { $0.path == "/userinfo" } == (row.verdict == nil ? 1 : 0))
    }
  }
}
