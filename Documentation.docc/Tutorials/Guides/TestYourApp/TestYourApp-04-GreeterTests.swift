import AuthRuntime
import AuthTesting
import Testing

@testable import Greetings

@Suite struct `The greeter` {
  @Test func `The greeter uses the signed-in user's name`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let greeter = Greeter(auth: provider.client(Auth0.self))
      #expect(await greeter.greeting() == "hello Ada")
    }
  }
}
