import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The request of a refresh` {
  private static let response = #"{"access_token":"t","refresh_token":"r","expires_in":60}"#

  private static let rows = [
    TokenRequestRow("D80 the refresh token", "", form("grant_type=refresh_token&refresh_token=r&client_id=app")),
    TokenRequestRow(
      "D76 to another URL", #"refresh: { endpoint: "https://id.example.com/renew/{client_id}" }"#, at: "/renew/app",
      form("grant_type=refresh_token&refresh_token=r&client_id=app").replacing("/token", with: "/renew/app")),
    TokenRequestRow(
      "D82 the access token",
      #"""
      refresh:
        exchanged_token: access_token
        endpoint: "https://id.example.com/renew"
        method: GET
        grant_type: fb_exchange_token
        omit: [access_token]
        parameters: { fb_exchange_token: "{access_token}", client_secret: "{client_secret}" }
      client: { authentication: none }
      """#, at: "/renew",
      "GET /renew?grant_type=fb_exchange_token&client_id=app&client_secret=s&fb_exchange_token=t\naccept: application/json"
    ) { $0.clientSecret = Secret("s") },
    TokenRequestRow(
      "D83 as JSON, with other parameters, and without a grant type",
      #"""
      refresh:
        encoding: json
        grant_type: none
        headers: { X-Old: "{access_token}" }
        parameters: { redirect_uri: "{redirect_uri}", scope: "{scope}" }
      """#,
      """
      POST /token
      accept: application/json
      content-type: application/json
      x-old: t

      {"client_id":"app","redirect_uri":"http://127.0.0.1:PORT/callback","refresh_token":"r","scope":"a b"}
      """),
  ]

  @Test(arguments: rows)
  func `A refresh is sent as the descriptor says`(row: TokenRequestRow) async throws {
    var scenario = row.scenario
    scenario.respond("/token", Self.response)
    scenario.respond(row.path, Self.response)
    let transcript = try await scenario.signIn { client, _ in try await client.refresh() }.transcript
    #expect(transcript.request(row.path, row.path == "/token" ? 1 : 0) == row.request)
  }

  @Test(arguments: ["auto", "rotate", "none"])
  func `A refresh sends the newest refresh token that the server returned (D80 D81)`(rotation: String) async throws {
    var scenario = SignInScenario("refresh: { rotation: \(rotation) }")
    scenario.respond("/token", Self.response)
    let transcript = try await scenario.signIn { client, provider in
      await provider.rewrite {
        $0.instead = { $0.path == "/token" ? .json(#"{"access_token":"u","refresh_token":"r2"}"#) : nil }
      }
      try await client.refresh()
      await provider.rewrite { $0.instead = { $0.path == "/token" ? .json(#"{"access_token":"v"}"#) : nil } }
      try await client.refresh()
      try await client.refresh()
    }.transcript
    let sent = transcript.requests.filter { $0.path == "/token" }.dropFirst().map(\.text)
    #expect(sent == ["r", "r2", "r2"].map { "grant_type=refresh_token&refresh_token=\($0)&client_id=app" })
  }

  @Test func `Without refresh tokens, no refresh is sent (D79)`() async throws {
    var scenario = SignInScenario("refresh: none")
    scenario.respond("/token", Self.response)
    let transcript = try await scenario.signIn { client, _ in
      #expect(await failure(of: try await client.refresh()) == .notSignedIn)
      _ = try await client.accessToken(validFor: .seconds(1))
    }.transcript
    #expect(transcript.paths == ["GET /authorize", "POST /token", "GET /userinfo"])
  }

  @Test func `A token is refreshed as early as the descriptor says (D83)`() async throws {
    var scenario = SignInScenario("refresh: { early: 3600 }")
    scenario.respond("/token", Self.response)
    let transcript = try await scenario.signIn { client, _ in
      _ = try await client.accessToken(validFor: .seconds(1))
    }.transcript
    #expect(transcript.requests.filter { $0.path == "/token" }.count == 2)
  }
}

@Suite struct `A second exchange` {
  private let snippet = #"""
    token:
      response: { fields: { userID: { path: user_id, type: string, optional: true } } }
      second_exchange:
        endpoint: "https://id.example.com/long"
        method: GET
        headers: { X-Short: "{token.user_id}" }
        parameters: { grant_type: exchange, exchange_token: "{access_token}", client_secret: "{client_secret}" }
    """#

  @Test func `The session uses the second exchange's token and keeps the first one's other values (D74)`() async throws
  {
    var scenario = SignInScenario(snippet)
    scenario.clientSecret = Secret("s")
    scenario.respond("/token", #"{"access_token":"short","user_id":7,"scope":"x","refresh_token":"r"}"#)
    scenario.respond("/long", #"{"access_token":"long","expires_in":60}"#)
    let outcome = try await scenario.signIn()
    #expect(
      outcome.transcript.request("/long")
        == "GET /long?client_secret=s&exchange_token=short&grant_type=exchange\naccept: application/json\nx-short: 7")
    let credential = try #require(outcome.credential)
    #expect(credential.accessToken == Secret("long"))
    #expect(credential.refreshToken == Secret("r"))
    #expect(credential.scopes == ["x"])
    #expect(credential.fields == ["userID": .integer(7)])
    #expect(outcome.transcript.request("/userinfo")?.contains("Bearer long") == true)
  }

  @Test func `A failed second exchange fails the sign-in (D74)`() async throws {
    var scenario = SignInScenario(snippet)
    scenario.clientSecret = Secret("s")
    scenario.respond("/token", #"{"access_token":"short-s3cret","user_id":7}"#)
    scenario.respond("/long", #"{"error":"invalid_grant"}"#, status: 400)
    let (failure, transcript) = try await scenario.rejection()
    #expect(failure?.caseName == "invalidGrant")
    #expect(transcript.paths == ["GET /authorize", "POST /token", "GET /long"])
    #expect(failure?.description.contains("s3cret") == false)
  }
}
