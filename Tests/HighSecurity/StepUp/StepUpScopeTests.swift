import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The scopes of a step-up` {
  @Test func `A scope that the server doesn't list in its responses is requested again, also after a refresh`()
    async throws
  {
    try await StepUpFixture.run([StepUpFixture.authentication]) { fixture in
      await fixture.provider.rewrite { $0.tokens = { $0["scope"] = "openid" } }
      _ = try await fixture.client.signIn(
        scopes: ["openid", "offline_access"], parameters: AuthorizationParameters())
      let refreshed = try await fixture.client.refresh()
      #expect(refreshed.scopes == ["openid"] && refreshed.requestedScopes == ["openid", "offline_access"])
      #expect(try await fixture.client.data(from: fixture.api, stepUp: .ask()).1.status == .ok)
      #expect(fixture.signIns.map { $0["scope"] } == ["openid offline_access", "openid offline_access"])
      #expect(try await fixture.client.credential()?.requestedScopes == ["openid", "offline_access"])
    }
  }

  @Test func `If an older version stored the session, a step-up requests the granted scopes`() async throws {
    try await StepUpFixture.run { fixture in
      _ = try await fixture.client.signIn(
        scopes: ["openid", "offline_access"], parameters: AuthorizationParameters())
      let credential = try #require(try await fixture.client.credential())
      #expect(try Credential(encoded: credential.encoded()).requestedScopes == ["openid", "offline_access"])
      var members = try #require(JSONValue(parsing: credential.encoded())?.object)
      members["requested_scopes"] = nil
      members["scopes"] = ["openid", "email"]
      let older = try Credential(encoded: JSONEncoder().encode(members))
      #expect(older.requestedScopes == nil && older.scopes(adding: ["payments"]) == ["openid", "email", "payments"])
    }
  }
}
