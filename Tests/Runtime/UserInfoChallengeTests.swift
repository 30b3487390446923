import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// OpenID Connect Core 1.0 §5.3.3, RFC 6750 §3.
@Suite struct `A userinfo error in the WWW-Authenticate header` {
  private func outcome(_ challenge: String, status: Int = 401, body: String = "") async throws -> StepFailure? {
    var scenario = SignInScenario()
    scenario.respond("/token", #"{"access_token":"hunter2-hunter2"}"#)
    scenario.respond("/userinfo", ScriptedResponse(status, headers: ["WWW-Authenticate": challenge], body: body))
    return try await scenario.rejection().failure
  }

  @Test(
    arguments: [
      (#"Bearer error="insufficient_scope", error_description="ask for more""#, "insufficient_scope", "ask for more"),
      (#"bearer realm="x",error=invalid_token"#, "invalid_token", nil),
      (#"Basic realm="a, Bearer error=b", Bearer error = "invalid_token""#, "invalid_token", nil),
      (#"Negotiate YWJj==, Bearer scope="a" , , ERROR="e", error="f""#, "e", nil),
      (#"Bearer realm="x", Bearer error="e", error_description="say \"no\"", Basic error="g""#, "e", #"say "no""#),
      (#"Bearer error="e", error_description="hunter2-hunter2 is gone"#, "e", "<redacted> is gone"),
    ] as [(String, String, String?)])
  func `An error in the WWW-Authenticate header is reported`(challenge: String, code: String, text: String?)
    async throws
  {
    guard case .server(_, let error) = try await outcome(challenge) else {
      Issue.record("a different failure")
      return
    }
    #expect((error.code, error.text, error.status) == (code, text, 401))
  }

  @Test(arguments: [
    "Bearer", #"Bearer realm="x""#, #"Basic error="e""#, #"Bearer error="""#, "=", "\"", "Bearer =e", ",,,",
    "Bearer \(String(repeating: "a=b,", count: 3000))error=e",
  ])
  func `A WWW-Authenticate header without a bearer error is ignored`(challenge: String) async throws {
    #expect(try await outcome(challenge) == .response(.unexpectedStatus(401, endpoint: .userInfo)))
  }

  @Test(
    arguments: [
      (#"Bearer error=invalid_token , scope="a""#, ["error": "invalid_token", "scope": "a"]),
      (#"Bearer error=invalid_token,scope=a"#, ["error": "invalid_token", "scope": "a"]),
      (#"Bearer error="", Bearer error="e""#, ["error": "e"]), (#"Bearer error="""#, nil),
    ] as [(String, [String: String]?)])
  func `An unquoted value ends at a space or a comma, and an empty error doesn't count`(
    field: String, expected: [String: String]?
  ) {
    #expect(BearerError(field)?.parameters == expected)
  }

  @Test func `Only the first 32 challenges of a field are read`() {
    #expect(AuthenticationChallenge.all(in: String(repeating: "Basic, ", count: 40)).count == 32)
  }

  @Test func `An error in the body takes precedence over the header`() async throws {
    let found = try await outcome(#"Bearer error="a""#, status: 403, body: #"{"error":"b"}"#)
    #expect(found?.caseName == "b")
  }

  @Test func `A challenge in a successful response is ignored`() async throws {
    var scenario = SignInScenario()
    let headers = ["Content-Type": "application/json", "WWW-Authenticate": #"Bearer error="invalid_token""#]
    scenario.respond("/userinfo", ScriptedResponse(200, headers: headers, body: #"{"id":1}"#))
    let outcome = try await scenario.signIn()
    #expect(outcome.user.id == "1")
  }

  @Test func `A challenge that this package's API creates can be parsed`() throws {
    let field = try #require(
      AccessFailure.insufficientScope(["a", "b"]).challenge(realm: "x").headers["WWW-Authenticate"])
    let expected = ["realm": "x", "error": "insufficient_scope", "scope": "a b"]
    #expect(BearerError(field)?.parameters == expected)
  }
}
