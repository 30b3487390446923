import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import Testing

/// A generated client that registers itself.
@Suite struct `A generated client without an ID` {
  @Test func `The client registers at the instance, and signs in`() async throws {
    try await ScriptedProvider.run(as: Fediverse.self) { provider in
      let environment = AuthEnvironment(browser: FollowingBrowser())
      let user = try await provider.client(Fediverse.self, environment: environment).signIn(scopes: [.read])
      #expect(user.id == "user-1")
      _ = try await provider.client(Fediverse.self, environment: environment).signIn()
      let paths = provider.requests.map(\.path)
      #expect(paths.filter { $0 == "/api/v1/apps" }.count == 1)
      #expect(paths.first == "/api/v1/apps")
      let tokens = provider.requests.filter { $0.path == "/oauth/token" }
      #expect(tokens.allSatisfy { $0.text.contains("client_id=client-1&client_secret=secret-of-client-1") })
    }
  }

  @Test func `The initializer takes the ID of a registered client, or none`() async throws {
    let none = Fediverse.Client(instance: "social.example", redirect: .loopback())
    #expect(try none.callbackURLs().count == 5)
    let registered = Fediverse.Client(
      instance: "social.example", clientID: "a", clientSecret: Secret("b"), redirect: .loopback())
    #expect(try registered.callbackURLs().count == 5)
    let any = AuthClient<DynamicProvider>(
      issuer: "https://id.example.com", registration: .dynamic, redirect: .loopback())
    #expect(try any.callbackURLs().count == 5)
  }

  @Test func `A server that forgets its clients registers them again`() async throws {
    try await ScriptedProvider.run(as: Fediverse.self) { provider in
      let client = provider.client(Fediverse.self)
      _ = try await client.signIn()
      await provider.forgetClients()
      _ = try await client.signIn()
      #expect(provider.requests.filter { $0.path == "/api/v1/apps" }.count == 2)
    }
  }
}
