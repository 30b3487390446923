import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Errors of a token endpoint` {
  @Test(arguments: [
    (
      "D68 D69 ok = false", "error: { when: ok = false }", #"{"ok":false,"error":"no_scopes"}"#, 200, "no_scopes",
      String?.none
    ),
    (
      "D69 numbers", "error: { when: has(errcode) and errcode != 0, code: errcode, description: errmsg }",
      #"{"errcode":40029,"errmsg":"bad code"}"#, 200, "40029", "bad code"
    ),
    (
      "D69 nested", "error: { when: has(error.code), code: error.code, description: error.message }",
      #"{"error":{"code":190,"message":"m"}}"#, 400, "190", "m"
    ),
    (
      "D69 a list", "error: { when: has(errors), code: 'errors[0].errorType', description: 'errors[0].message' }",
      #"{"errors":[{"errorType":"invalid_client","message":"m"}]}"#, 401, "invalid_client", "m"
    ),
    ("D69 as a form", "error: { when: has(error) }", "error=bad_verification_code", 200, "bad_verification_code", nil),
    (
      "D69 without a code", "error: { when: missing(access_token), code: reason }", #"{"x":1}"#, 200, "unknown_error",
      nil
    ),
  ])
  func `Errors are recognized by the descriptor's rules, with any status (D68 D69)`(
    dimension: String, rule: String, body: String, status: Int, code: String, text: String?
  ) async throws {
    var scenario = SignInScenario("token: { response: { \(rule) } }")
    scenario.respond("/token", ScriptedResponse(status, headers: ["Content-Type": "text/plain"], body: body))
    let (failure, transcript) = try await scenario.rejection()
    guard case .server(_, let error)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect((error.code, error.text, error.status) == (code, text, status))
    #expect(transcript.paths == ["GET /authorize", "POST /token"])
  }

  @Test func `An error with an ambiguous code is recognized by other members (D69)`() async throws {
    var scenario = SignInScenario(
      #"""
      errors:
        expired_code: { recovery: reauthenticate, match: "error = invalid_request and error_subcode = 36007", doc: Too late. }
      """#)
    scenario.respond("/token", #"{"error":"invalid_request","error_subcode":36007}"#, status: 400)
    let failure = try #require(try await scenario.rejection().failure)
    #expect(failure.caseName == "expiredCode")
    #expect(failure.recovery == .reauthenticate)
    scenario.respond("/token", #"{"error":"invalid_request"}"#, status: 400)
    #expect(try await scenario.rejection().failure?.caseName == "invalidRequest")
  }
}

@Suite struct `Members of a token response` {
  private struct Fields: TypedResponseFields {
    var instance: URL
    var level: Int?
    var isOwner: Bool?

    init(fields: ResponseFields) throws(ClaimFailure) {
      instance = try fields.required("instance")
      level = try fields.optional("level")
      isOwner = try fields.optional("isOwner")
    }
  }

  private let snippet = """
    token:
      response:
        refresh_expires: { field: refresh_expires_in }
        fields:
          instance: { path: team.url, type: url }
          level: { path: "['https://x/level']", type: int, optional: true }
          isOwner: { path: "team.people[id=7].owner", type: bool, optional: true }
    """

  @Test func `Members of a token response are read by their types (D70 D73)`() async throws {
    var scenario = SignInScenario(snippet)
    scenario.now = { Date(timeIntervalSince1970: 1_700_000_000) }
    scenario.respond(
      "/token",
      #"{"access_token":"t","refresh_token":"r","refresh_expires_in":9,"https://x/level":"3","team":{"url":"https://a.example","people":[{"id":5},{"id":7,"owner":"true"}]}}"#
    )
    _ = try await scenario.signIn { client, _ in
      let fields: Fields = try #require(try await client.responseFields())
      #expect(fields.instance.absoluteString == "https://a.example")
      #expect((fields.level, fields.isOwner) == (3, true))
      let credential = try #require(try await client.credential())
      #expect(credential.refreshExpiresAt == Date(timeIntervalSince1970: 1_700_000_009))
      // Encoding keeps the values.
      let read = try Credential(encoded: credential.encoded())
      #expect(read == credential)
      #expect(read.fields.count == 3)
    }
  }

  @Test func `A member that is null is missing (D70)`() throws {
    let fields = ResponseFields(["level": .null])
    let level: String? = try fields.optional("level")
    #expect(level == nil)
    #expect(throws: ClaimFailure.missingClaim("level")) {
      let _: String = try fields.required("level")
    }
  }

  @Test(arguments: [
    #"{"access_token":"t"}"#, #"{"access_token":"t","team":{"url":""}}"#, #"{"access_token":"t","team":null}"#,
  ])
  func `A missing member is a failure unless it is optional (D70)`(body: String) async throws {
    var scenario = SignInScenario(snippet)
    scenario.respond("/token", body)
    let failure = try await scenario.rejection().failure
    #expect(failure == .response(.missingField("team.url", endpoint: .token, status: 200)))
  }
}

@Suite struct `Several tokens in a token response` {
  private let snippet = """
    token:
      response:
        token_type: any
        scope: { delimiter: "," }
        tokens:
          user: { root: authed_user, optional: true, primary: true }
          bot: { root: ".", optional: true }
    refresh: { response: { tokens: { user: { root: "." } } } }
    """

  @Test func `Several tokens are stored by name, and the session refreshes its own (D71)`() async throws {
    var scenario = SignInScenario(snippet)
    scenario.respond(
      "/token",
      #"{"access_token":"bot-1","refresh_token":"bot-r","authed_user":{"access_token":"user-1","refresh_token":"user-r","expires_in":60,"scope":"x,y"}}"#
    )
    let outcome = try await scenario.signIn { client, provider in
      #expect(try await client.accessToken(ofSet: "user") == Secret("user-1"))
      #expect(try await client.accessToken(ofSet: "bot") == Secret("bot-1"))
      await provider.rewrite { script in
        script.instead = { request in
          request.path == "/token" ? .json(#"{"access_token":"user-2","refresh_token":"user-r2","scope":"x"}"#) : nil
        }
      }
      try await client.refresh()
      #expect(try await client.accessToken(ofSet: "user") == Secret("user-2"))
      #expect(try await client.accessToken(ofSet: "bot") == Secret("bot-1"))
    }
    #expect(
      outcome.transcript.request("/token", 1) == form("grant_type=refresh_token&refresh_token=user-r&client_id=app"))
    let credential = try #require(outcome.credential)
    #expect((credential.accessToken, credential.refreshToken) == (Secret("user-2"), Secret("user-r2")))
    #expect(credential.scopes == ["x"])
    #expect(try Credential(encoded: credential.encoded()) == credential)
  }

  @Test(arguments: [
    #"{"access_token":"bot\n1","authed_user":{"access_token":"user-1"}}"#,
    #"{"access_token":"bot-1","authed_user":{"access_token":"user\u00e4"}}"#,
  ])
  func `Each of several tokens must consist of visible ASCII characters (D71)`(body: String) async throws {
    var scenario = SignInScenario(snippet)
    scenario.respond("/token", body)
    let failure = try await scenario.rejection().failure
    #expect(failure == .response(.unexpectedValue("access_token", endpoint: .token)))
  }

  @Test func `Some of several tokens may be missing (D71)`() async throws {
    var scenario = SignInScenario(snippet)
    scenario.respond("/token", #"{"access_token":"bot-1","authed_user":{"id":"U1"}}"#)
    let outcome = try await scenario.signIn { client, _ in
      let user = try await client.accessToken(ofSet: "user")
      #expect(user == nil)
    }
    #expect(outcome.credential?.accessToken == Secret("bot-1"))
    scenario.respond("/token", #"{"authed_user":{"id":"U1"}}"#)
    let failure = try await scenario.rejection().failure
    #expect(failure == .response(.missingField("access_token", endpoint: .token, status: 200)))
  }
}
