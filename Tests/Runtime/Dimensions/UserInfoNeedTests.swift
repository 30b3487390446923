import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A sign-in's need for the userinfo endpoint` {
  typealias Change = @Sendable (inout ProviderConfiguration) -> Void

  /// The failure of a sign-in at a server without a userinfo endpoint.
  private func failure(
    _ script: ScriptedProvider.Script = .init(), _ change: Change
  ) async throws -> StepFailure? {
    try await withServer(script: script) { it in
      change(&it)
      it.discovery.removed = ["userinfo_endpoint"]
    } _: { client, _ in
      await AuthRuntimeTests.failure(of: try await client.signIn())
    }
  }

  @Test func `If the ID token isn't a source, the endpoint is required`() async throws {
    let found = try await failure { $0.userInfo.sources = [.endpoint] }
    #expect(found == .configuration(.missingEndpoint(.userInfo)))
  }

  @Test func `If the server returns no ID token, the endpoint is required`() async throws {
    let found = try await failure(.init { $0.tokens = { $0["id_token"] = nil } }) { $0.idToken?.required = false }
    #expect(found == .configuration(.missingEndpoint(.userInfo)))
  }

  @Test func `Without discovery, a missing endpoint is a mistake of the descriptor`() async throws {
    let configuration = ProviderConfiguration.plain.with { it in
      (it.discovery.mode, it.userInfo.sources) = (.none, [.idToken, .endpoint])
    }
    try await withScriptedProvider(configuration) { provider in
      let found = await AuthRuntimeTests.failure(
        of: try await provider.client().signIn(scopes: [], parameters: .init()))
      #expect(found == .configuration(.missingEndpoint(.userInfo)))
    }
  }

  @Test func `Without an access token, the client sends no userinfo request`() async throws {
    let configuration = ProviderConfiguration.plain.with { it in
      it.server.userInfoEndpoint = "https://{domain}/userinfo"
      it.userInfo.sources = [.idToken, .endpoint]
      it.token.response.hasAccessToken = false
    }
    let script = ScriptedProvider.Script { $0.tokens = { $0["access_token"] = nil } }
    try await withScriptedProvider(configuration, script: script) { provider in
      let user = try await provider.client().signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
      #expect(!provider.requests.contains { $0.path == "/userinfo" })
    }
  }
}

@Suite struct `A further userinfo request that fails` {
  private struct Signer: UserInfoRequestSigning {
    func sign(_ request: inout HTTPRequest, body: inout Data?) async throws {}
  }

  @Test(arguments: ["POST", "GET"])
  func `It's sent once if it isn't a GET request, or if the app signs it`(method: String) async throws {
    let hooks = method == "GET" ? "hooks: [signUserInfoRequest]\n" : ""
    let call = #"{ endpoint: "https://api.example.com/emails", method: \#(method), map: { email: email } }"#
    var scenario = SignInScenario(hooks + "userinfo: { further_requests: [\(call)] }")
    if method == "GET" { scenario.userInfoSigner = Signer() }
    scenario.respond("/token", #"{"access_token":"t"}"#)
    scenario.respond("/userinfo", #"{"id":1}"#)
    scenario.respond("/emails", "{}", status: 503)
    let outcome = try await scenario.signIn()
    #expect((outcome.user.id, outcome.claims("email")) == ("1", [nil]))
    #expect(outcome.transcript.paths.filter { $0 == "\(method) /emails" }.count == 1)
  }
}
