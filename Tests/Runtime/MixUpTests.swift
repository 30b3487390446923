import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// An app that uses two servers: RFC 9700 §4.4.
@Suite struct `Mix-up` {
  private static let path = "/mix-up"

  private static func server(_ script: ScriptedProvider.Script = .init()) async throws -> ScriptedProvider {
    let known = ProviderConfiguration.openIDConnect(issuer: "https://id.example") { it in
      it.server.authorizationEndpoint = "https://id.example/authorize"
      it.server.tokenEndpoint = "https://id.example/token"
      it.server.jwksURI = "https://id.example/keys"
    }
    return try await ScriptedProvider.start(as: known, script: script)
  }

  private static func issuer(_ provider: ScriptedProvider) throws -> String {
    try #require(provider.configuration.server.issuer?.text)
  }

  private static func client(
    _ issuer: String, _ redirect: Redirect, _ environment: AuthEnvironment
  ) -> AuthClient<DynamicProvider> {
    AuthClient(issuer: issuer, clientID: "app", redirect: redirect, environment: environment)
  }

  /// Redirects the browser to the honest server with the app's client ID there. An honest server accepts registered redirect URIs
  /// only, so the hostile one uses the honest client's if it differs.
  private static func forward(
    to honest: ScriptedProvider, as registered: String? = nil
  ) -> @Sendable (RecordedRequest) -> ScriptedResponse? {
    let endpoint = honest.configuration.server.authorizationEndpoint?.text ?? ""
    return { request in
      guard request.path.hasSuffix("/authorize") else { return nil }
      let pairs = (FormEncoding.decode(request.query) ?? []).map { pair in
        pair.name == "redirect_uri" ? (name: pair.name, value: registered ?? pair.value) : pair
      }
      return .redirect(to: "\(endpoint)?\(FormEncoding.encode(pairs))")
    }
  }

  @Test func `Redirect URIs that differ only in their query are the same, and others aren't`() throws {
    let key = try #require(RedirectKey("https://app.example/caf%C3%A9?state=1"))
    #expect(RedirectKey("https://app.example/caf%C3%A9?state=2") == key)
    #expect(RedirectKey("https://app.example/cafe%CC%81?state=1") != key)
    // These two strings are equal in Swift.
    let composed = try #require(RedirectKey("https://app.example/caf\u{e9}"))
    #expect(RedirectKey("https://app.example/cafe\u{301}")?.text.utf8.elementsEqual(composed.text.utf8) == false)
  }

  @Test func `A hostile issuer that forwards the browser to an honest one gets no code`() async throws {
    let honest = try await Self.server()
    let hostile = try await Self.server()
    let environment = AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects
    let redirect = Redirect.loopback(ports: 20_000...29_999, path: Self.path)
    let good = Self.client(try Self.issuer(honest), redirect, environment)
    let bad = Self.client(try Self.issuer(hostile), redirect, environment)
    let forward = Self.forward(to: honest)
    await hostile.rewrite { $0.instead = forward }
    let found = await failure(of: try await bad.signIn())
    let other = try Self.issuer(honest)
    #expect(found == .configuration(.sharedRedirect("http://127.0.0.1\(Self.path)", otherIssuer: other)))
    let second = await failure(of: try await good.signIn())
    #expect(
      second == .configuration(.sharedRedirect("http://127.0.0.1\(Self.path)", otherIssuer: try Self.issuer(hostile))))
    for server in [honest, hostile] {
      #expect(!server.requests.contains { $0.path.hasSuffix("/authorize") || $0.path.hasSuffix("/token") })
      await server.stop()
    }
  }

  @Test func `With a redirect URI per issuer the honest server's code never reaches the hostile client`() async throws {
    let honest = try await Self.server()
    let hostile = try await Self.server()
    let clock = GatedClock()
    let arrived = Locked<[String]>([])
    let browser = VisitingBrowser { url in
      // The browser goes to the hostile page, then to the honest one, and then to the callback URL.
      guard let first = try? await returnAddress(url), let second = try? await returnAddress(first) else { return }
      arrived.withLock { $0.append(second.path) }
      _ = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: second))
      clock.open()
    }
    var environment = AuthEnvironment(browser: browser, clock: clock).withOwnRedirects
    let redirect = Redirect.loopback(ports: 20_000...29_999, path: Self.path).perIssuer
    let bad = Self.client(try Self.issuer(hostile), redirect, environment)
    (environment.browser, environment.clock) = (FollowingBrowser(), ContinuousClock())
    let good = Self.client(try Self.issuer(honest), redirect, environment)
    let component = Redirect.component(for: try Self.issuer(honest))
    await hostile.rewrite { script in
      script.instead = { request in
        guard request.path.hasSuffix("/authorize") else { return nil }
        // The receiver's own port, with the path that is registered with the honest server.
        let sent = (FormEncoding.decode(request.query) ?? []).first { $0.name == "redirect_uri" }?.value ?? ""
        let own = sent.split(separator: "/").dropLast().joined(separator: "/") + "/" + component
        return Self.forward(to: honest, as: own.replacing("http:/", with: "http://", maxReplacements: 1))(request)
      }
    }
    let found = await failure(of: try await bad.signIn())
    #expect(found == .browser(.timedOut(lastRejection: nil)))
    #expect(arrived.value == ["\(Self.path)/\(component)"])
    #expect(honest.requests.contains { $0.path.hasSuffix("/authorize") })
    for server in [honest, hostile] { #expect(!server.requests.contains { $0.path.hasSuffix("/token") }) }
    // The honest server still signs users in, at its own callback URL.
    #expect(try await good.signIn().subject == "user-1")
    for server in [honest, hostile] { await server.stop() }
  }

  private static let uri = "https://app.example/cb"
  private static func use(
    _ issuer: String, _ choice: RedirectUse.Choice = .app, promises: Bool? = false
  ) -> RedirectUse {
    RedirectUse(issuer: issuer, choice: choice, promisesIssuer: promises)
  }

  @Test(
    arguments: [
      (use("https://a"), use("https://b"), true), (use("https://a"), use("https://a"), false),
      (use("https://a", promises: true), use("https://b", promises: true), false),
      (use("https://a", promises: true), use("https://b"), true),
      (use("https://a"), use("https://b", promises: true), true),
      (use("https://a", promises: true), use("https://b", promises: nil), false),
      (use("https://a"), use("https://b", .descriptor), true), (use("https://a", .descriptor), use("https://b"), false),
      (use("https://a", .variable(descriptor: "x")), use("https://b", .variable(descriptor: "x")), true),
      (use("https://a", .variable(descriptor: "x")), use("https://b", .variable(descriptor: "y")), false),
      (use("https://a", .variable(descriptor: "x")), use("https://b", .descriptor), false),
    ])
  func `An issuer that was chosen at run time shares a redirect URI only if both promise iss`(
    mine: RedirectUse, other: RedirectUse, isRejected: Bool
  ) throws {
    let registry = RedirectRegistry()
    let key = try #require(RedirectKey(Self.uri))
    registry.record(other, at: key)
    var found: StepFailure?
    do throws(StepFailure) { try registry.check(mine, at: key) } catch { found = error }
    #expect(found == (isRejected ? .configuration(.sharedRedirect(key.text, otherIssuer: other.issuer)) : nil))
    // A rejected issuer doesn't block the other one.
    if isRejected { try registry.check(other, at: key) }
    // Another redirect URI isn't affected.
    try registry.check(mine, at: try #require(RedirectKey("https://app.example/other")))
  }

  @Test func `A web app's redirect URI that two run-time issuers share is rejected before the browser is sent`()
    async throws
  {
    let honest = try await Self.server()
    let hostile = try await Self.server()
    let environment = AuthEnvironment.default.withOwnRedirects
    let issuer = try Self.issuer(honest)
    let first = BackendExchange<DynamicProvider>(issuer: issuer, clientID: "app", environment: environment)
    let second = BackendExchange<DynamicProvider>(
      issuer: try Self.issuer(hostile), clientID: "app", environment: environment)
    let pending = try await first.start(redirectURI: Self.uri, scopes: [])
    let shared = StepFailure.configuration(.sharedRedirect("https://app.example/cb", otherIssuer: issuer))
    #expect(
      await failure(of: try await second.start(redirectURI: Self.uri, scopes: []))
        == shared)
    // No browser was sent to the rejected server, so it doesn't block the first one's users.
    _ = try await first.start(redirectURI: Self.uri, scopes: [])
    #expect(throws: Never.self) {
      try first.grant(from: "code=c&state=\(pending.request.state ?? "")", for: pending)
    }
    let own = try second.callbackURL(below: Self.uri)
    #expect(own == "\(Self.uri)/\(Redirect.component(for: try Self.issuer(hostile)))")
    let other = try await second.start(redirectURI: own, scopes: [])
    // A response to one server's sign-in is never accepted for another's.
    #expect(throws: StepFailure.callback(.issuerMixUp)) {
      try first.grant(from: "code=c&state=\(other.request.state ?? "")", for: other)
    }
    for server in [honest, hostile] { await server.stop() }
  }

  @Test func `An issuer's callback URL is stable, and can be computed with sha256sum`() throws {
    let issuer = "https://id.example.com"
    let component = "3d38e146cf9fbc8cec9ac1a3b041c934"
    #expect(Redirect.component(for: issuer) == component)
    let loopback = Redirect.loopback(ports: 8765...8766).perIssuer
    #expect(
      loopback.callbackURLs(for: issuer)
        == ["http://127.0.0.1:8765/callback/\(component)", "http://127.0.0.1:8766/callback/\(component)"])
    #expect(
      Redirect.url("com.example.app:/callback").perIssuer.callbackURLs(for: issuer)
        == ["com.example.app:/callback/\(component)"])
    let client = Self.client(issuer, loopback, .default.withOwnRedirects)
    #expect(try client.callbackURLs() == loopback.callbackURLs(for: issuer))
    #expect(
      Redirect.callbackURL("https://app.example/cb?a=b", for: issuer) == "https://app.example/cb/\(component)?a=b")
  }

  @Test func `The registry of redirect URIs has a limit`() throws {
    let registry = RedirectRegistry()
    let first = try #require(RedirectKey("https://app.example/0"))
    registry.record(Self.use("https://a"), at: first)
    for number in 1...4096 {
      registry.record(Self.use("https://a"), at: try #require(RedirectKey("https://app.example/\(number)")))
    }
    // The first redirect URI was forgotten.
    try registry.check(Self.use("https://b"), at: first)
    let last = try #require(RedirectKey("https://app.example/4096"))
    #expect(throws: StepFailure.configuration(.sharedRedirect(last.text, otherIssuer: "https://a"))) {
      try registry.check(Self.use("https://b"), at: last)
    }
  }

  @Test func `A callback string that isn't a URL fails as invalid, and a valid one is sent as written`() async {
    let broken = Self.client("https://id.example", .url("com.example.app:/call back"), .default.withOwnRedirects)
    #expect(
      await failure(of: try await broken.user())
        == .configuration(.invalidURL("com.example.app:/call back")))
    #expect(Redirect.url("com.example.app:/callback").callbackURLs(for: "x") == ["com.example.app:/callback"])
  }
}

/// The URL to which a page redirects the browser.
private func returnAddress(_ page: URL) async throws -> URL {
  let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: page))
  return try #require(response.headers[.location].flatMap { URL(string: $0) })
}
