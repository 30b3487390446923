import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import Testing

@Suite struct `Access tokens of a scripted provider` {
  private static let audience = "https://api.acme.com"

  @Test func `A token for an API is a JWT, and one without an API is opaque`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { script in
        script.user = TestUser("auth0|7", accessTokenClaims: ["permissions": ["approve"], "org_id": "org_1"])
      }
      let client = provider.client(Auth0.self)
      _ = try await client.signIn(scopes: [.openid, "read:timesheets"], audience: Self.audience)
      let caller = try await provider.api(Auth0.self, audiences: [Self.audience])
        .caller(bearing: try await client.accessToken())
      #expect((caller.subject, caller.permissions, caller.organizationID) == ("auth0|7", ["approve"], "org_1"))
      try caller.require(.all([.scope("read:timesheets"), .user]))
      _ = try await client.signIn()
      let token = try await client.accessToken()
      #expect(!token.reveal().contains("."))
    }
  }

  @Test func `A client's own token lacks the claims of users' tokens`() async throws {
    var configuration = Auth0.configuration
    configuration.accessToken.scopes = "scp"
    configuration.accessToken.userChecks = ["scp": "present"]
    let provider = try await ScriptedProvider.start(as: configuration)
    let api = provider.api(Auth0.self, audiences: [Self.audience])
    let user = try await provider.accessToken(audience: Self.audience, scopes: ["read"])
    #expect(try await api.caller(bearing: user).scopes == ["read"])
    try await api.caller(bearing: user).require(.user)
    let own = try await provider.accessToken(for: nil, audience: Self.audience, scopes: ["read"])
    #expect(try await api.caller(bearing: own).scopes.isEmpty)
    try await api.caller(bearing: own).require(.machine)
    await provider.stop()
  }
}
