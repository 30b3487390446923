import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

private let now = Date(timeIntervalSince1970: 1_700_000_000)

/// One dimension of token responses: a descriptor, the provider's response, and the expected values.
struct TokenResponseRow: Sendable, CustomTestStringConvertible {
  var dimension: String
  var snippet: String
  var body: String
  /// The access token, the refresh token, the seconds until the token expires, and the scopes.
  var token = "t"
  var refresh: String?
  var seconds: Double?
  var scopes = ["a", "b"]
  var response: ScriptedResponse { .json(body) }

  init(_ dimension: String, _ snippet: String, _ body: String, _ change: (inout TokenResponseRow) -> Void = { _ in }) {
    (self.dimension, self.snippet, self.body) = (dimension, snippet, body)
    change(&self)
  }

  var testDescription: String { dimension }
}

@Suite struct `The values of a token response` {
  private static let places = [
    TokenResponseRow(
      "D62 below a root", "token: { response: { root: data.oauth } }", #"{"data":{"oauth":{"access_token":"t"}}}"#),
    TokenResponseRow(
      "D63 under other names",
      "token: { response: { rename: { access_token: accessToken, refresh_token: '.', expires_in: life, scope: perms } } }"
        .replacing("'.'", with: "'tokens[0].value'"),
      #"{"accessToken":"t","tokens":[{"value":"r"}],"life":60,"perms":"x"}"#
    ) { ($0.refresh, $0.seconds, $0.scopes) = ("r", 60, ["x"]) },
    TokenResponseRow("D65 no token type", "", #"{"access_token":"t"}"#),
    TokenResponseRow(
      "D65 any token type", "token: { response: { token_type: any } }",
      #"{"access_token":"t","token_type":"user"}"#),
    TokenResponseRow("D67 scopes as a list", "", #"{"access_token":"t","scope":["x","y z"]}"#) {
      $0.scopes = ["x", "y z"]
    },
    TokenResponseRow(
      "D67 scopes with another delimiter", "token: { response: { scope: { delimiter: ';' } } }",
      #"{"access_token":"t","scope":"x y;z"}"#
    ) { $0.scopes = ["x y", "z"] },
    TokenResponseRow(
      "D67 scopes that are ignored", "token: { response: { scope: none } }", #"{"access_token":"t","scope":"?"}"#),
  ]

  @Test(arguments: places)
  func `The values of a token response are read from the descriptor's paths`(row: TokenResponseRow) async throws {
    try await check(row)
  }

  private static let expiries = [
    TokenResponseRow("D64 a string", "", #"{"access_token":"t","expires_in":"60"}"#) { $0.seconds = 60 },
    TokenResponseRow("D64 zero means now", "", #"{"access_token":"t","expires_in":0}"#) { $0.seconds = 0 },
    TokenResponseRow(
      "D64 zero with a default lifetime", "lifetimes: { access_token: 90 }", #"{"access_token":"t","expires_in":0}"#
    ) {
      $0.seconds = 0
    },
    TokenResponseRow(
      "D64 zero of a token that never expires", "token: { response: { expires: { default: never } } }",
      #"{"access_token":"t","expires_in":0}"#),
    TokenResponseRow(
      "D64 missing, with a default", "token: { response: { expires: { default: 90 } } }", #"{"access_token":"t"}"#
    ) {
      $0.seconds = 90
    },
    TokenResponseRow(
      "D64 missing, never", "token: { response: { expires: { default: never } } }", #"{"access_token":"t"}"#),
    TokenResponseRow(
      "D64 milliseconds", "token: { response: { expires: { as: milliseconds } } }",
      #"{"access_token":"t","expires_in":1500}"#
    ) { $0.seconds = 1.5 },
    TokenResponseRow(
      "D64 a time in seconds", "token: { response: { expires: { field: expires_at, as: unix } } }",
      #"{"access_token":"t","expires_at":1700000007}"#
    ) { $0.seconds = 7 },
    TokenResponseRow(
      "D64 a time of zero", "token: { response: { expires: { field: expires_at, as: unix, default: 90 } } }",
      #"{"access_token":"t","expires_at":0}"#
    ) { $0.seconds = 90 },
    TokenResponseRow(
      "D64 a time in milliseconds", "token: { response: { expires: { as: unix_ms } } }",
      #"{"access_token":"t","expires_in":"1700000007500"}"#
    ) { $0.seconds = 7.5 },
    TokenResponseRow(
      "D64 a time in ISO 8601", "token: { response: { expires: { field: until, as: iso8601 } } }",
      #"{"access_token":"t","until":"2023-11-14T22:13:27Z"}"#
    ) { $0.seconds = 7 },
    TokenResponseRow("D64 an impossible lifetime", "", #"{"access_token":"t","expires_in":1e300}"#),
  ]

  @Test(arguments: expiries)
  func `The access token's expiry is read in the descriptor's format`(row: TokenResponseRow) async throws {
    try await check(row)
  }

  private func check(_ row: TokenResponseRow) async throws {
    var scenario = SignInScenario(row.snippet)
    scenario.now = { now }
    scenario.respond("/token", row.body)
    let credential = try #require(try await scenario.signIn().credential)
    #expect(credential.accessToken == Secret(row.token))
    #expect(credential.refreshToken == row.refresh.map { Secret($0) })
    #expect(credential.expiresAt?.timeIntervalSince(now) == row.seconds)
    #expect(credential.scopes == row.scopes)
  }

  @Test(arguments: [
    ("D66 a form", "", "access_token=t%2B&scope=a,b", "application/x-www-form-urlencoded"),
    ("D66 a form labeled HTML", "", "access_token=t%2B&expires_in=60", "text/html"),
    ("D66 a form only", "token: { response: { format: form } }", "access_token=t%2B", "application/json"),
    ("D66 JSON labeled plain text", "", #"{"access_token":"t+"}"#, "text/plain"),
    (
      "D66 after a prefix", "token: { response: { prefix: 'for (;;);' } }", #"for (;;);{"access_token":"t+"}"#,
      "text/javascript"
    ),
    (
      "D103 D66 JSONP", "token: { response: { format: jsonp } }", #"cb({"access_token":"t+"});"#,
      "text/javascript"
    ),
  ])
  func `A token response may have another format than JSON`(
    dimension: String, snippet: String, body: String, type: String
  ) async throws {
    var scenario = SignInScenario(snippet)
    scenario.respond("/token", ScriptedResponse(200, headers: ["Content-Type": type], body: body))
    let userInfo = dimension.hasPrefix("D103") ? #"cb({"id":7});"# : #"{"id":7}"#
    scenario.respond("/userinfo", userInfo)
    let outcome = try await scenario.signIn()
    #expect(outcome.credential?.accessToken == Secret("t+"))
    #expect(outcome.user.id == "7")
  }

  @Test(arguments: [201, 202, 299])
  func `A token response may have any status of success (D75)`(status: Int) async throws {
    var scenario = SignInScenario()
    scenario.respond("/token", #"{"access_token":"t"}"#, status: status)
    #expect(try await scenario.signIn().credential?.accessToken == Secret("t"))
  }

  @Test(arguments: [
    #"access_token=t&access_token=u"#, #"<a href="x=y">"#, "[]", #""t""#, "", #"{"access_token":"t"} x"#,
    "access_token=%FF",
  ])
  func `A body that isn't a token response is rejected`(body: String) async throws {
    var scenario = SignInScenario()
    scenario.respond("/token", ScriptedResponse(200, headers: ["Content-Type": "text/html"], body: body))
    let failure = try #require(try await scenario.rejection().failure)
    let rejections: [StepFailure] = [
      .response(.notJSON(endpoint: .token, status: 200)),
      .response(.missingField("access_token", endpoint: .token, status: 200)),
    ]
    #expect(rejections.contains(failure))
  }
}
