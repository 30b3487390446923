import AuthConfiguration
import AuthTesting
import Foundation
import ReferenceClients
import Testing

@testable import AuthRuntime

/// Signs in with the implicit flow of Auth0's older guide. Its API is deprecated.
@available(*, deprecated)
private func signIn<Provider: DescribedProvider & DirectSignIn>(
  _: Provider.Type, script: ScriptedProvider.Script = .init(),
  _ body: (AuthClient<Provider>, ScriptedProvider) async throws -> Void
) async throws {
  try await withScriptedProvider(Provider.configuration.with { $0.idToken?.algorithms = [.es256] }, script: script) {
    provider in
    let client = AuthClient<Provider>(
      configuration: provider.configuration, variables: [:], clientID: "app",
      redirect: .loopback(ports: 20_000...29_999), environment: AuthEnvironment(browser: FollowingBrowser()))
    try await body(client, provider)
  }
}

/// The parameters of the authorization request. Random values are left out.
private func asked(_ provider: ScriptedProvider) -> [String] {
  let query = provider.requests.first { $0.path == "/authorize" }?.query ?? ""
  return (FormEncoding.decode(query) ?? []).map { pair in
    ["state", "nonce", "redirect_uri"].contains(pair.name) ? pair.name : "\(pair.name)=\(pair.value)"
  }
}

@Suite struct `The implicit flow of an older guide` {
  private static let profile: @Sendable (inout [String: JSONValue]) -> Void = { claims in
    claims["picture"] = .string("https://example.com/ada.png")
  }

  @available(*, deprecated)
  @Test func `A typed user signs in with both tokens from the browser`() async throws {
    try await signIn(OlderAuth0.self, script: .init { $0.frontClaims = Self.profile }) { client, provider in
      let user = try await client.signIn(connection: "github")
      #expect((user.name, user.email) == ("Ada", "ada@example.test"))
      #expect(user.picture?.absoluteString == "https://example.com/ada.png")
      #expect(
        asked(provider) == [
          "response_type=id_token token", "client_id=app", "redirect_uri", "scope=openid name picture email", "state",
          "nonce", "connection=github",
        ])
      #expect(provider.requests.allSatisfy { $0.method == "GET" || $0.path == "/callback" })
      let token = try await client.accessToken()
      #expect(token.reveal().hasPrefix("access-front-"))
    }
  }

  @available(*, deprecated)
  @Test func `A sign-in accepts an ID token that the response type doesn't mention`() async throws {
    let script = ScriptedProvider.Script { it in
      // The callback is `#id_token=…&token_type=Bearer` with the state.
      it.callback = { $0.removeAll { ["access_token", "expires_in"].contains($0.name) } }
      it.frontClaims = { $0["at_hash"] = nil }
    }
    try await signIn(OlderAuth0Token.self, script: script) { client, provider in
      let user = try await client.signIn()
      #expect(user.name == "Ada")
      #expect(
        asked(provider) == [
          "response_type=token", "client_id=app", "redirect_uri", "scope=openid name picture email", "state", "nonce",
        ])
      let credential = try #require(try await client.credential())
      #expect(credential.idToken != nil)
      #expect(credential.accessToken == Secret(""))
    }
  }

  @available(*, deprecated)
  @Test func `A client that follows the guide literally sends no other parameters`() async throws {
    try await signIn(OlderAuth0Plain.self) { client, provider in
      let user = try await client.signIn(connection: "google-oauth2")
      #expect(user.name == "Ada")
      #expect(
        asked(provider) == [
          "response_type=token", "client_id=app", "redirect_uri", "scope=openid name picture email", "state",
          "connection=google-oauth2",
        ])
    }
  }

  private static let bends: [(String, JSONValue?, TokenRejection)] = [
    ("nonce", nil, .nonceMismatch), ("nonce", .string("another"), .nonceMismatch),
    ("at_hash", nil, .missingHash("at_hash")), ("at_hash", .string("AAAA"), .hashMismatch("at_hash")),
    ("aud", .string("another"), .audienceMismatch), ("exp", .integer(1), .expired),
  ]

  @available(*, deprecated)
  @Test(arguments: bends)
  func `An implicit sign-in rejects an ID token of another sign-in`(
    claim: String, value: JSONValue?, rejection: TokenRejection
  ) async throws {
    let script = ScriptedProvider.Script { $0.frontClaims = { $0[claim] = value } }
    try await signIn(OlderAuth0.self, script: script) { client, _ in
      await #expect(throws: OlderAuth0.Failure.idToken(rejection)) { try await client.signIn() }
      let kept = try await client.credential()
      #expect(kept == nil)
    }
    try await signIn(OlderAuth0Token.self, script: script) { client, _ in
      await #expect(throws: OlderAuth0Token.Failure.idToken(rejection)) { try await client.signIn() }
    }
  }

  @available(*, deprecated)
  @Test func `An implicit sign-in without an ID token fails`() async throws {
    let script = ScriptedProvider.Script { $0.callback = { $0.removeAll { $0.name == "id_token" } } }
    try await signIn(OlderAuth0Plain.self, script: script) { client, _ in
      await #expect(throws: OlderAuth0Plain.Failure.idToken(.missingIDToken)) { try await client.signIn() }
    }
  }

  @available(*, deprecated)
  @Test func `An access token must match the ID token's hash even without a nonce`() async throws {
    let script = ScriptedProvider.Script { $0.frontClaims = { $0["at_hash"] = .string("AAAA") } }
    try await signIn(OlderAuth0Plain.self, script: script) { client, _ in
      await #expect(throws: OlderAuth0Plain.Failure.idToken(.hashMismatch("at_hash"))) { try await client.signIn() }
    }
  }
}
