import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// The scripted provider plays the protocols of unusual providers.
@Suite struct `A scripted provider with an unusual protocol` {
  private static func configuration(_ change: (inout ProviderConfiguration) -> Void) -> ProviderConfiguration {
    var it = ProviderConfiguration(id: "odd", name: "Odd")
    it.server.authorizationEndpoint = "https://odd.example/"
    it.server.tokenEndpoint = "https://odd.example/token"
    it.userInfo.sources = []
    (it.idToken, it.discovery.mode) = (nil, .none)
    change(&it)
    return it
  }

  /// A browser that stops at the callback, which isn't a page.
  private struct DeliveringBrowser: Browser {
    let deliver: @Sendable (URL) async -> Void

    func open(_ url: URL) async throws(BrowserFailure) {
      let route = URL(string: url.absoluteString.replacing("/#/authorize?", with: "/?")) ?? url
      let response = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: route))
      if let location = response?.headers[.location].flatMap({ URL(string: $0) }) { await deliver(location) }
    }
  }

  @Test func `A client signs in with an alias, a route, scopes in the callback, and a second exchange`() async throws {
    let configuration = Self.configuration { it in
      it.client.redirectAlias = "{client_id}-callback"
      it.authorization.placement = .fragmentRoute
      it.authorization.fragment = "/authorize"
      it.callback.scope = "granted"
      it.refresh = nil
      var second = ProviderConfiguration.SecondExchange()
      second.endpoint = "https://odd.example/long"
      second.parameters = ["short": "{access_token}"]
      var response = ProviderConfiguration.ResponseRules()
      response.root = "data"
      response.tokenType = .optionalBearer
      second.response = response
      it.token.secondExchange = second
    }
    var script = ScriptedProvider.Script()
    script.redirectAliases = ["app-callback": "com.example.app:/callback"]
    let provider = try await ScriptedProvider.start(as: configuration, script: script)
    defer { Task { await provider.stop() } }
    let (urls, feed) = AsyncStream.makeStream(of: URL.self)
    let client = AuthClient<DynamicProvider>(
      configuration: provider.configuration, variables: [:], clientID: "app",
      redirect: .url("com.example.app:/callback"),
      environment: AuthEnvironment(browser: DeliveringBrowser { feed.yield($0) }))
    let signIn = Task {
      defer { feed.finish() }
      return try await client.grantAccess(scopes: ["read"], parameters: .init(), timeout: .seconds(60))
    }
    for await url in urls {
      #expect(url.query()?.contains("granted=read") == true)
      try await client.handle(url)
    }
    #expect(try await signIn.value.scopes == ["read"])
    let token = try #require(provider.requests.first { $0.path == "/token" })
    #expect(token.text.contains("redirect_uri=app-callback"))
    #expect(provider.requests.contains { $0.path == "/long" })
  }

  @Test func `A browser without a user follows a route in the fragment`() async throws {
    let configuration = Self.configuration { it in
      it.authorization.placement = .fragmentRoute
      it.authorization.fragment = "/authorize"
    }
    let provider = try await ScriptedProvider.start(as: configuration)
    defer { Task { await provider.stop() } }
    let client = AuthClient<DynamicProvider>(
      configuration: provider.configuration, variables: [:], clientID: "app",
      redirect: .loopback(ports: 20_000...29_999),
      environment: AuthEnvironment(browser: FollowingBrowser()))
    _ = try await client.grantAccess(scopes: [], parameters: .init(), timeout: .seconds(60))
    #expect(provider.requests.map(\.path) == ["/", "/token"])
  }

  @Test func `A device response without a page leaves it to the descriptor`() async throws {
    let configuration = Self.configuration { it in
      it.server.deviceAuthorizationEndpoint = "https://odd.example/device"
      it.device.verificationPage = "https://odd.example/go?code={user_code}"
    }
    let provider = try await ScriptedProvider.start(as: configuration)
    defer { Task { await provider.stop() } }
    let client = AuthClient<DynamicProvider>(
      configuration: provider.configuration, variables: [:], clientID: "app",
      redirect: .loopback(ports: 20_000...29_999),
      environment: AuthEnvironment(clock: ImmediateClock()))
    let (pages, feed) = AsyncStream.makeStream(of: URL.self)
    _ = try await client.grantAccessOnAnotherDevice(scopes: [], parameters: .init()) { feed.yield($0.verificationURI) }
    var iterator = pages.makeAsyncIterator()
    #expect(await iterator.next()?.query() == "code=WDJB-MJHT")
  }
}
