import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The request of a revocation` {
  private static let form = "accept: application/json\ncontent-type: application/x-www-form-urlencoded"
  private static let authorized =
    "accept: application/json\nauthorization: \(basic("app:s"))\ncontent-type: application/x-www-form-urlencoded"
  private static let custom = #"style: custom, endpoint: "https://id.example.com/revoke""#

  /// The name, the rules, the path, and the expected requests.
  private static let rows: [(String, String, String, [String])] = [
    (
      "D84 by RFC 7009", "style: rfc7009", "/revoke",
      [
        "POST /revoke\n\(authorized)\n\ntoken=r%20%26&token_type_hint=refresh_token",
        "POST /revoke\n\(authorized)\n\ntoken=t&token_type_hint=access_token",
      ]
    ),
    (
      "D84 with another client authentication", "client: client_secret_post, tokens: [access_token]", "/revoke",
      ["POST /revoke\n\(form)\n\ntoken=t&token_type_hint=access_token&client_id=app&client_secret=s"]
    ),
    (
      "D85 without client authentication", "\(custom), client: none, tokens: [refresh_token]", "/revoke",
      ["POST /revoke\n\(form)\n\ntoken=r%20%26"]
    ),
    (
      "D85 without client authentication, but with the client ID",
      "\(custom), client: none, tokens: [access_token], parameters: { client_id: '{client_id}', t: '{token}' }",
      "/revoke", ["POST /revoke\n\(form)\n\nclient_id=app&t=t"]
    ),
    (
      "D85 with the token as the bearer token", "\(custom), client: none, token: bearer", "/revoke",
      ["r &", "t"].map {
        "POST /revoke\naccept: application/json\nauthorization: Bearer \($0)\ncontent-type: application/x-www-form-urlencoded"
      }
    ),
    (
      "D85 by DELETE with JSON",
      #"style: custom, method: DELETE, endpoint: "https://id.example.com/apps/{client_id}/grant", client: client_secret_basic, encoding: json, tokens: [access_token], headers: { Accept: "a/b" }, parameters: { access_token: "{token}" }"#,
      "/apps/app/grant",
      [
        "DELETE /apps/app/grant\naccept: a/b\nauthorization: \(basic("app:s"))\ncontent-type: application/json\n\n{\"access_token\":\"t\"}"
      ]
    ),
    (
      "D85 by GET", "\(custom), method: GET, client: none, tokens: [access_token]", "/revoke",
      ["GET /revoke?token=t\naccept: application/json"]
    ),
    (
      "D85 with the token in the query and in a header",
      "\(custom), client: none, tokens: [access_token], token: { query: t }, headers: { X-T: '{token}' }",
      "/revoke", ["POST /revoke?t=t\n\(form)\nx-t: t"]
    ),
  ]

  @Test(arguments: rows)
  func `A revocation is sent as the descriptor says`(dimension: String, rules: String, path: String, requests: [String])
    async throws
  {
    let server = "server: { revocation_endpoint: 'https://id.example.com/revoke' }\n"
    var scenario = SignInScenario((rules.contains("endpoint") ? "" : server) + "revocation: { \(rules) }")
    scenario.clientSecret = Secret("s")
    scenario.respond("/token", #"{"access_token":"t","refresh_token":"r &"}"#)
    scenario.respond(path, "{}")
    let transcript = try await scenario.run { client, provider in
      _ = try await client.signIn(scopes: [], parameters: .init())
      try await client.revokeTokens()
      #expect(try await client.credential() == nil)
      return RequestTranscript(provider.requests)
    }
    #expect(transcript.requests.indices.compactMap { transcript.request(path, $0) } == requests)
  }

  @Test func `Without revocation in the descriptor, no request is sent (D121)`() async throws {
    let scenario = SignInScenario(
      "revocation: { style: none }\nserver: { revocation_endpoint: 'https://id.example.com/revoke' }")
    try await scenario.run { client, provider in
      _ = try await client.signIn(scopes: [], parameters: .init())
      let failure = await failure(of: try await client.revokeTokens())
      #expect(failure == .configuration(.missingEndpoint(.revocation)))
      #expect(try await client.credential() != nil)
      try await client.signOut()
      #expect(try await client.credential() == nil)
      #expect(provider.requests.map(\.path) == ["/authorize", "/token", "/userinfo"])
    }
  }

  @Test(arguments: [#"{"ok":false,"error":"token_revoked"}"#, #"{"error":"invalid_request"}"#])
  func `A failed revocation keeps the session (D85)`(body: String) async throws {
    var scenario = SignInScenario("revocation: { \(Self.custom), client: none, token: bearer }")
    scenario.respond("/revoke", body)
    try await scenario.run { client, _ in
      _ = try await client.signIn(scopes: [], parameters: .init())
      let failure = await failure(of: try await client.revokeTokens())
      guard case .server? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(try await client.credential() != nil)
    }
  }
}

@Suite struct `The sign-out page` {
  private func page(_ snippet: String, base: Base = .oidc, flags: [String] = []) async throws -> String? {
    let scenario = SignInScenario(snippet + "\nrevocation: { style: none }", over: base)
    return try await scenario.run { client, provider in
      _ = try await client.signIn(scopes: [], parameters: .init())
      let idToken = try await client.credential()?.idToken?.reveal() ?? "-"
      try await client.signOut(flags: flags, timeout: .seconds(60))
      let transcript = RequestTranscript(provider.requests)
      return transcript.request("/logout")?.replacing(idToken, with: "ID_TOKEN")
    }
  }

  private let back = "http%3A%2F%2F127.0.0.1%3APORT%2Fsigned-out"

  @Test func `A sign-out opens the standard page (D86)`() async throws {
    let page = try await page("server: { end_session_endpoint: 'https://id.example.com/logout' }")
    #expect(page == "GET /logout?id_token_hint=ID_TOKEN&post_logout_redirect_uri=\(back)&state=STATE")
  }

  @Test func `A sign-out opens the provider's custom page (D87)`() async throws {
    let page = try await page(
      #"""
      logout:
        style: custom
        endpoint: "https://id.example.com/logout"
        redirect_parameter: returnTo
        id_token_hint: never
        parameters: { client_id: "{client_id}", hint: "{id_token.email}", none: "{id_token.login_hint}" }
        flags: { federated: {} }
      """#, flags: ["federated"])
    #expect(page == "GET /logout?client_id=app&hint=ada%40example.test&returnTo=\(back)&federated")
  }

  @Test func `Without a sign-out page, none is opened (D88)`() async throws {
    #expect(try await page("", base: .oauth) == nil)
  }
}
