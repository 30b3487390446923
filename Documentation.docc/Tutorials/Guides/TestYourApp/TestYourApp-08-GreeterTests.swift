import AuthRuntime
import AuthTesting
import Testing

@testable import Greetings

@Suite struct `The greeter` {
  @Test func `The greeter uses the signed-in user's name`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { $0.user = TestUser("auth0|7", claims: ["name": "Grace"]) }
      let greeter = Greeter(auth: provider.client(Auth0.self))
      #expect(await greeter.greeting() == "hello Grace")
      #expect(provider.requests.first?.query.contains("audience=https%3A%2F%2Fapi.acme.com") == true)
    }
  }

  @Test(arguments: [
    (ScriptedFault.denial, "try again"), (.idToken(.nonce), "sign in again"),
    (.response(.unavailable, of: .token), "try again"),
  ])
  func `The greeter suggests how to recover from a failed sign-in`(fault: ScriptedFault, advice: String) async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.inject(fault)
      let greeter = Greeter(auth: provider.client(Auth0.self))
      #expect(await greeter.greeting() == advice)
      await provider.clearFaults()
      #expect(await greeter.greeting() == "hello Ada")
    }
  }
}
