import AuthRuntime
import AuthTesting
import Testing

@testable import TimesheetsService

@Suite struct `The timesheets` {
  private static let audience = "https://api.acme.com"

  @Test func `The read scope allows reading but not adding timesheets`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let timesheets = Timesheets(api: provider.api(Auth0.self, audiences: [Self.audience]))
      let token = try await provider.accessToken(audience: Self.audience, scopes: ["read:timesheets"])
      let bearer = ["Bearer \(token.reveal())"]
      #expect(await timesheets.response("GET", authorization: bearer).body == "the timesheets of user-1")
      #expect(await timesheets.response("POST", authorization: bearer).status == 403)
    }
  }

  @Test(arguments: [
    (ScriptedFault.TokenFault.signature, "the signature of the access token is invalid"),
    (.issuer, "the access token comes from another issuer"),
    (.audience, "the access token is meant for another API"),
    (.expired, "the access token has expired"),
  ])
  func `An invalid token is rejected with a reason`(fault: ScriptedFault.TokenFault, reason: String) async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let timesheets = Timesheets(api: provider.api(Auth0.self, audiences: [Self.audience]))
      let token = try await provider.accessToken(
        audience: Self.audience, scopes: ["read:timesheets"], fault: fault)
      let response = await timesheets.response("GET", authorization: ["Bearer \(token.reveal())"])
      #expect(response.status == 401)
      #expect(response.headers["WWW-Authenticate"]?.contains(reason) == true)
    }
  }
}
