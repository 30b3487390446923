import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import Testing

// The samples of the article "Test without the cloud". These tests run them, and the tests of the documentation's code
// compare them with the article.

@Suite struct Samples {
  // greeter begins
  struct Greeter {
    var auth: Auth0.Client

    func greet() async throws(Auth0.Failure) -> String {
      let user = try await auth.signIn(scopes: [.openid, .profile, .offlineAccess], audience: "https://api.acme.com")
      return "hello \(user.name ?? "you") of \(user.organizationID ?? "nowhere")"
    }
  }
  // greeter ends

  // app begins
  @Test func `The app greets its user`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { script in
        script.user = TestUser("auth0|7", claims: ["name": "Grace", "org_id": "org_42"])
      }
      let app = Greeter(auth: provider.client(Auth0.self))
      let greeting = try await app.greet()
      #expect(greeting == "hello Grace of org_42")
      #expect(provider.requests.first?.query.contains("audience=https%3A%2F%2Fapi.acme.com") == true)
    }
  }
  // app ends

  // trouble begins
  @Test(arguments: [
    (ScriptedFault.denial, "accessDenied"), (.idToken(.expired), "expired"),
    (.response(.unavailable, of: .token), "unexpectedStatus"),
  ])
  func `The app shows what went wrong`(fault: ScriptedFault, name: String) async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.inject(fault)
      let app = Greeter(auth: provider.client(Auth0.self))
      await #expect { try await app.greet() } throws: { ($0 as? Auth0.Failure)?.caseName == name }
      await provider.clearFaults()
      let greeting = try await app.greet()
      #expect(greeting == "hello Ada of nowhere")
    }
  }
  // trouble ends

  // api begins
  @Test func `The API rejects a token for another API`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let api = provider.api(Auth0.self, audiences: ["https://api.acme.com"])
      let right = try await provider.accessToken(audience: "https://api.acme.com", scopes: ["read:timesheets"])
      try await api.caller(bearing: right).require(.scope("read:timesheets"))
      let wrong = try await provider.accessToken(audience: "https://other.acme.com")
      await #expect(throws: AccessFailure.invalidToken(.audienceMismatch)) { try await api.caller(bearing: wrong) }
    }
  }
  // api ends

  // backend begins
  @Test func `The app's server exchanges the app's grant`() async throws {
    try await ScriptedProvider.run(as: GitHub.self) { provider in
      await provider.rewrite { $0.clientSecret = Secret("test-secret") }
      let grant = try await provider.client(GitHub.self).authorize(scopes: [.readUser, .userEmail])
      // The app chooses how to send the grant to its server. This test passes only the bytes.
      let received = try #require(AuthorizationGrant(encoded: grant.encoded()))
      let thief = provider.backend(GitHub.self, clientSecret: Secret("another"))
      await #expect(throws: GitHub.Failure.self) { try await thief.exchange(received) }
      let signedIn = try await provider.backend(GitHub.self).exchange(received)
      #expect(signedIn.user?.id == "user-1")
    }
  }
  // backend ends
}
