import AuthRuntime
import AuthTesting
import Testing

@testable import Greetings

@Suite struct `A session` {
  @Test func `A session survives a lost response`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      await provider.rewrite { $0.rotation = .reuseDetected(overlap: .seconds(60)) }
      let auth = provider.client(Auth0.self)
      _ = try await auth.signIn(scopes: [.openid, .offlineAccess])
      await provider.inject(.response(.lost, of: .token), times: 1)
      _ = try await auth.refresh()
      #expect(try await auth.user()?.name == "Ada")
    }
  }
}
