import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A proxy resets the connections between the client and the token endpoint.
@Suite struct `A refresh over a network that resets connections` {
  private func withProxy(
    _ rotation: RefreshRotation = .reuseDetected(overlap: .seconds(36_000)),
    _ body: (ScriptedProvider, FaultProxy, AuthClient<DynamicProvider>) async throws -> Void
  ) async throws {
    try await withProvider(script: .init { $0.rotation = rotation }) { provider in
      let issuer = try #require(provider.configuration.server.issuer?.text)
      let port = try #require(URL(string: issuer)?.port)
      let proxy = try await FaultProxy.start(before: port)
      let configuration = provider.configuration.with {
        $0.server.tokenEndpoint = TextTemplate("http://127.0.0.1:\(proxy.port)/token")
      }
      let client = AuthClient<DynamicProvider>(
        configuration: configuration, variables: [:], clientID: "test-client",
        redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser(), clock: ImmediateClock()))
      _ = try await client.signIn(scopes: [], parameters: .init())
      do { try await body(provider, proxy, client) } catch {
        await proxy.stop()
        throw error
      }
      await proxy.stop()
    }
  }

  @Test(arguments: FaultProxy.Reset.allCases)
  func `A refresh that a reset interrupts is retried immediately`(moment: FaultProxy.Reset) async throws {
    try await withProxy { provider, proxy, client in
      let old = try await client.accessToken()
      proxy.reset(moment)
      #expect(await client.refreshFailure() == nil)
      #expect(try await client.accessToken() != old)
      #expect(await client.refreshFailure() == nil, "the session is intact")
    }
  }

  @Test(arguments: FaultProxy.Reset.allCases)
  func `If a retried refresh returns the first tokens with an ID token that doesn't match, the session continues`(
    moment: FaultProxy.Reset
  ) async throws {
    try await withProxy(.repeated(within: .seconds(36_000))) { provider, proxy, client in
      let old = try #require(try await client.credential())
      proxy.reset(moment)
      #expect(await client.refreshFailure() == nil)
      let new = try #require(try await client.credential())
      #expect(new.accessToken != old.accessToken)
      #expect(await client.refreshFailure() == nil, "the session is intact")
    }
  }

  @Test(arguments: FaultProxy.Reset.allCases)
  func `Repeated connection resets never end the session`(moment: FaultProxy.Reset) async throws {
    try await withProxy { provider, proxy, client in
      proxy.reset(moment, times: 100)
      let failure = await client.refreshFailure()
      // After the whole response, the reset may come too late to be noticed.
      #expect(failure?.caseName == "offline" || (moment == .afterResponse && failure == nil), "\(failure as Any)")
      let user = try await client.user()
      #expect(user?.subject == "user-1")
      proxy.reset(moment, times: 0)
      #expect(await client.refreshFailure() == nil)
      #expect(await client.refreshFailure() == nil, "the session is intact")
    }
  }
}
