import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// If a check shows that the tokens may belong to someone else, they are revoked. After another failure they stay valid, because a
/// revocation could end the user's other sessions.
@Suite struct `Tokens that no caller receives` {
  private static func revoked(_ provider: ScriptedProvider) -> [String] {
    provider.requests.filter { $0.path.hasSuffix("/revoke") }.map { request in
      FormEncoding.decode(request.text)?.first { $0.name == "token_type_hint" }?.value ?? ""
    }
  }

  @Test(
    arguments: [
      (.init { script in script.userInfo = { $0["sub"] = "user-2" } }, "subjectMismatch"),
      (.init { script in script.claims = { $0["aud"] = "other" } }, "audienceMismatch"),
    ] as [(ScriptedProvider.Script, String)])
  func `The tokens of a sign-in that fails a security check are revoked`(script: ScriptedProvider.Script, name: String)
    async throws
  {
    try await withServer(script: script) { client, provider in
      let found = await failure(of: try await client.signIn())
      #expect(found?.caseName == name)
      #expect(Self.revoked(provider) == ["refresh_token", "access_token"])
    }
  }

  @Test func `The tokens of a successful sign-in aren't revoked`() async throws {
    try await withServer { client, provider in
      try await client.signIn()
      #expect(Self.revoked(provider) == [])
    }
  }

  @Test func `The tokens of a sign-in that fails for another reason stay valid`() async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path.hasSuffix("/userinfo") ? ScriptedResponse(404) : nil }
    }
    try await withServer(script: script) { client, provider in
      let found = await failure(of: try await client.signIn())
      #expect(found == .response(.unexpectedStatus(404, endpoint: .userInfo)))
      #expect(Self.revoked(provider) == [])
    }
  }

  @Test(.timeLimit(.minutes(1))) func `The tokens of a canceled sign-in stay valid`() async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { $0.path.hasSuffix("/userinfo") ? ScriptedResponse.json(#"{"sub":"user-1"}"#).stalled : nil }
    }
    try await withServer(script: script) { client, provider in
      let task = await failureTask(of: try await client.signIn())
      await provider.waitForRequests { $0.path.hasSuffix("/userinfo") }
      task.cancel()
      #expect(await task.value == .cancelled)
      #expect(Self.revoked(provider) == [])
      let user = try await client.user()
      #expect(user == nil)
    }
  }

  @Test func `The tokens that an app's server rejects are revoked`() async throws {
    let script = ScriptedProvider.Script { script in script.claims = { $0["aud"] = "other" } }
    try await withServer(script: script) { _, provider in
      let server = BackendExchange<DynamicProvider>(
        issuer: provider.configuration.server.issuer?.text ?? "", clientID: "app",
        environment: AuthEnvironment.default.withOwnRedirects)
      let redirectURI = "http://127.0.0.1:20000/callback"
      let pending = try await server.start(redirectURI: redirectURI, scopes: ["openid"])
      let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: pending.url))
      let callback = try #require(URL(string: response.headers[.location] ?? ""))
      let grant = try server.grant(from: callback.query ?? "", for: pending)
      let found = await failure(of: try await server.exchange(grant))
      #expect(found == .idToken(.audienceMismatch))
      #expect(Self.revoked(provider) == ["refresh_token", "access_token"])
    }
  }
}
