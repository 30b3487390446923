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
}
