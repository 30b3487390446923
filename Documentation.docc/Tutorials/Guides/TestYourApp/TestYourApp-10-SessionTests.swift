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

  @Test func `A session continues when the provider changes its keys`() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let auth = provider.client(Auth0.self)
      _ = try await auth.signIn(scopes: [.openid, .offlineAccess])
      try await provider.rotateKeys()
      _ = try await auth.refresh()
      #expect(try await auth.user()?.name == "Ada")
    }
  }
}
