import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime
@testable import AuthTesting

@Suite struct `A grant that a device has changed` {
  private static let snippet = """
    client:
      types: [confidential]
      exchange: backend
      authentication: client_secret_post
    """
  private static let hybrid = snippet + "\nflows: [hybrid]\nauthorize: { response_type: code id_token }"

  private func authorized(_ provider: ScriptedProvider) async throws -> AuthorizationGrant {
    try await provider.device().authorize(scopes: ["openid"], parameters: .init())
  }

  private func changed(
    _ grant: AuthorizationGrant, _ change: (inout [String: JSONValue]) -> Void
  ) throws -> AuthorizationGrant {
    var members = try #require(JSONValue(parsing: grant.encoded())?.object)
    change(&members)
    return try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
  }

  @Test(arguments: [(RequestedAccess.maximumCount, false), (RequestedAccess.maximumCount + 1, true)])
  func `A grant with too many resources is rejected before the code is sent`(count: Int, isRejected: Bool) async throws
  {
    try await withScriptedProvider(try configuration(Self.snippet, over: .oidc)) { provider in
      let grant = try changed(try await authorized(provider)) { members in
        members["resources"] = .array((0..<count).map { .string("https://api.example/\($0)") })
      }
      let failure = await failure(of: try await provider.server().exchange(grant))
      #expect((failure == .configuration(.unusableGrant)) == isRejected)
      #expect(provider.requests.contains { $0.path == "/token" } != isRejected)
    }
  }

  @Test func `An exchange rejects a genuine ID token without the code that belongs to it`() async throws {
    try await withScriptedProvider(try configuration(Self.hybrid, over: .oidc)) { provider in
      let grant = try changed(try await authorized(provider)) { $0["code"] = nil }
      let failure = await failure(of: try await provider.server().exchange(grant))
      #expect(failure == .configuration(.unusableGrant))
    }
  }

  @Test func `An access token that no ID token proves is rejected`() async throws {
    let implicit = try configuration(Self.snippet).with { $0.authorization.responseType = .token }
    try await withScriptedProvider(implicit) { provider in
      let grant = try changed(try await authorized(provider)) { $0["id_token"] = "a.b.c" }
      let failure = await failure(of: try await provider.server().exchange(grant))
      #expect(failure == .configuration(.unusableGrant))
      #expect(!provider.requests.contains { $0.path == "/userinfo" })
    }
  }

  @Test func `A code that was sent before is rejected before anything else about the grant is checked`() async throws {
    try await withScriptedProvider(try configuration(Self.hybrid, over: .oidc)) { provider in
      let grant = try await authorized(provider)
      let server = provider.server()
      _ = try await server.exchange(grant)
      let again = try changed(grant) { $0["nonce"] = "other" }
      #expect(await failure(of: try await server.exchange(again)) == .callback(.codeAlreadyUsed))
    }
  }

  @Test func `An ID token that the provider didn't send through the browser isn't used`() async throws {
    let optional = try configuration(Self.snippet, over: .oidc).with { $0.idToken?.required = false }
    let script = ScriptedProvider.Script { $0.tokens = { $0["id_token"] = nil } }
    try await withScriptedProvider(optional, script: script) { provider in
      let grant = try changed(try await authorized(provider)) { $0["id_token"] = "a.b.c" }
      #expect(try await provider.server().exchange(grant).credential.idToken == nil)
    }
  }
}
