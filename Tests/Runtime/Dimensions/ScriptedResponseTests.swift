import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A scripted provider follows its descriptor` {
  @Test(arguments: [
    "format: form", "format: jsonp", "prefix: 'for(;;);'", "root: data", "root: 'data[0].x'",
    "rename: { access_token: t.token, refresh_token: r }", "expires: { field: ttl, as: milliseconds }",
    "expires: { field: until, as: unix }", "expires: { field: until, as: iso8601 }", "scope: { delimiter: ',' }",
    "tokens: { user: { root: people.me, primary: true } }",
    "fields: { instance: { path: 'team[0].url', type: string } }",
  ]) func `Token responses follow the descriptor`(rule: String) async throws {
    let scenario = SignInScenario("token: { response: { \(rule) } }") { $0.now = { Date() } }
    let credential = try #require(try await scenario.signIn { client, _ in try await client.refresh() }.credential)
    #expect(credential.accessToken.reveal().hasPrefix("access-"))
    #expect(credential.scopes == ["a", "b"])
    let left = try #require(credential.expiresAt).timeIntervalSinceNow
    #expect((3000...3600).contains(left), "\(left)")
  }

  @Test func `Userinfo has the descriptor's root`() async throws {
    #expect(try await SignInScenario("userinfo: { root: 'response.user' }").signIn().claims("name") == ["Ada"])
  }

  @Test func `A second exchange gets a response`() async throws {
    let scenario = SignInScenario(
      #"token: { second_exchange: { endpoint: "https://id.example.com/then", parameters: { a: b } } }"#)
    #expect(try await scenario.signIn().transcript.paths.contains("POST /then"))
  }

  @Test func `The discovery document has the descriptor's URL and issuer`() async throws {
    let yaml = """
      server: { issuer: "https://id.example.com/token-issuer", jwks_uri: "https://id.example.com/keys" }
      discovery: { url: "https://id.example.com/meta", issuer: "https://id.example.com/other" }
      id_token: { algorithms: [ES256] }
      """
    var configuration = try configuration(yaml, over: .oidc)
    (configuration.server.authorizationEndpoint, configuration.server.tokenEndpoint) = (nil, nil)
    try await withScriptedProvider(configuration) { provider in
      let client = provider.client()
      let user = try await client.signIn(scopes: ["openid"], parameters: .init(), timeout: .seconds(60))
      #expect(user.subject == "user-1")
      #expect(provider.requests.contains { $0.path == "/meta" })
    }
  }
}
