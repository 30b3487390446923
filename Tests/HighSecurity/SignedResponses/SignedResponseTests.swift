import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Signed authorization responses` {
  typealias Mode = ProviderConfiguration.ResponseMode

  private func run<Value: Sendable>(
    _ mode: Mode = .jwt, script: ScriptedProvider.Script = .init(),
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }, _ test: (MessageFixture) async throws -> Value
  ) async throws -> Value {
    try await MessageFixture.run(
      script: script,
      { it in
        it.authorization.responseMode = mode
        adjust(&it)
      }, test)
  }

  @Test(arguments: [Mode.jwt, .queryJWT, .fragmentJWT, .formPostJWT])
  func `An app signs a user in with a signed response in every mode`(mode: Mode) async throws {
    try await run(mode) { fixture in
      let user = try await fixture.app().signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
      #expect(fixture.requests(to: "/authorize").first?["response_mode"] == mode.rawValue)
    }
  }

  @Test func `A hybrid response is signed in the fragment`() async throws {
    try await run(.jwt, { $0.authorization.responseType = .codeIDToken }) { fixture in
      let user = try await fixture.app().signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
    }
  }

  @Test func `A web app signs a user in with a signed response`() async throws {
    try await run { fixture in
      let pending = try await fixture.start()
      let callback = try await fixture.callback(of: pending)
      #expect(MessageFixture.fields(callback).keys.sorted() == ["response"])
      let backend = fixture.webApp()
      let grant = try await backend.verifiedGrant(from: callback, for: pending)
      let user = try await backend.exchange(grant).user
      #expect(user?.subject == "user-1")
      let again = await messageFailure(of: try await backend.verifiedGrant(from: callback, for: pending))
      #expect(again == .callback(.unexpected))
      let unread = #expect(throws: AuthFailure<AnyErrorCode>.self) { try backend.grant(from: callback, for: pending) }
      #expect(unread?.caseName == "invalidParameter")
    }
  }

  @Test func `A signed response to a sign-in at another server is rejected`() async throws {
    try await run { fixture in
      let pending = try await fixture.start()
      let callback = try await fixture.callback(of: pending)
      let foreign = PendingAuthorization(
        request: pending.request, issuerIsPromised: pending.issuerIsPromised, issuer: "https://other.example")
      let failure = await messageFailure(of: try await fixture.webApp().verifiedGrant(from: callback, for: foreign))
      #expect(failure == .callback(.issuerMixUp))
    }
  }

  @Test func `The leeway of a signed response's expiry is one minute`() async throws {
    for (age, isAccepted) in [(20.0, true), (70.0, false)] {
      let script = ScriptedProvider.Script {
        $0.responseClaims = { $0["exp"] = .number(Date().timeIntervalSince1970.rounded() - age) }
      }
      try await run(script: script) { fixture in
        let pending = try await fixture.start()
        let callback = try await fixture.callback(of: pending)
        let failure = await messageFailure(of: try await fixture.webApp().verifiedGrant(from: callback, for: pending))
        #expect((failure == nil) == isAccepted)
      }
    }
  }

  @Test func `A signed error is the server's error, and an unsigned one is rejected`() async throws {
    try await run { fixture in
      await fixture.provider.inject(.denial)
      guard
        case .server(_, let error) = await messageFailure(
          of: try await fixture.app().signIn(scopes: [], parameters: .init()))
      else { return #expect(Bool(false)) }
      #expect((error.code, error.endpoint) == ("access_denied", .authorization))
      let pending = try await fixture.start()
      let forged = "error=access_denied&state=\(pending.request.state ?? "")"
      let failure = await messageFailure(of: try await fixture.webApp().verifiedGrant(from: forged, for: pending))
      #expect(failure == .callback(.unsignedResponse))
    }
  }

  @Test func `A signed response with both a code and an error is rejected`() async throws {
    let script = ScriptedProvider.Script { $0.responseClaims = { $0["error"] = "access_denied" } }
    try await run(script: script) { fixture in
      let pending = try await fixture.start()
      let callback = try await fixture.callback(of: pending)
      let failure = await messageFailure(of: try await fixture.webApp().verifiedGrant(from: callback, for: pending))
      #expect(failure == .callback(.codeWithError))
    }
  }

  @Test func `A response with another state causes no request for keys`() async throws {
    try await run { fixture in
      let backend = fixture.webApp()
      let (mine, other) = (try await fixture.start(), try await fixture.start())
      let callback = try await fixture.callback(of: other)
      let failure = await messageFailure(of: try await backend.verifiedGrant(from: callback, for: mine))
      #expect(failure == .callback(.stateMismatch))
      #expect(fixture.requests(to: "/keys").isEmpty)
      _ = try await backend.verifiedGrant(from: try await fixture.callback(of: mine), for: mine)
    }
  }

  @Test func `Forged responses keep a sign-in waiting, and the real one completes it`() async throws {
    try await run { fixture in
      let (urls, feed) = AsyncStream.makeStream(of: URL.self)
      let environment = AuthEnvironment(browser: HandingBrowser { feed.yield($0) })
      let redirect = Redirect.url(try #require(URL(string: MessageFixture.callback)))
      let app = fixture.app(environment, redirect: redirect)
      async let user = app.signIn(scopes: [], parameters: .init())
      var opened = urls.makeAsyncIterator()
      let page = try #require(await opened.next())
      let response = try await AuthEnvironment.platformTransport.send(TransportRequest(url: page))
      let right = try #require(response.headers[.location].flatMap { URL(string: $0) })
      let token = try #require(MessageFixture.fields(of: right)["response"])
      let claims = try SignedToken(token).claims()
      let forger = try TokenSigner(.es256, keyID: try #require(try SignedToken(token).keyID))
      func failure(_ query: String) async -> AuthFailure<AnyErrorCode>? {
        guard let url = URL(string: "\(MessageFixture.callback)?\(query)") else { return nil }
        return await messageFailure(of: try await app.handle(url))
      }
      let foreign = try forger.token(claims: claims.merging(["state": "other"]) { $1 })
      #expect(await failure("response=\(foreign)") == .callback(.stateMismatch))
      #expect(await failure("response=x.y") == .callback(.signedResponse(.malformed("it doesn't have three parts"))))
      #expect(await failure("code=c&state=s") == .callback(.unsignedResponse))
      #expect(await failure("response=a&response=b") == .callback(.repeatedParameter("response")))
      let forged = try forger.token(claims: claims)
      #expect(await failure("response=\(forged)") == .callback(.signedResponse(.invalidSignature)))
      try await app.handle(right)
      #expect(try await user.subject == "user-1")
    }
  }

  @Test func `A response of a rotated key is verified with newly fetched keys`() async throws {
    try await run { fixture in
      let backend = fixture.webApp()
      let first = try await fixture.start()
      _ = try await backend.verifiedGrant(from: try await fixture.callback(of: first), for: first)
      try await fixture.provider.rotateKeys(keepingOld: false)
      let second = try await fixture.start()
      _ = try await backend.verifiedGrant(from: try await fixture.callback(of: second), for: second)
      #expect(fixture.requests(to: "/keys").count == 2)
    }
  }

  @Test func `If the keys can't be fetched, the response can be read again`() async throws {
    try await run { fixture in
      let transport = BreakingTransport(path: "/keys", failures: Locked(3))
      let backend = fixture.webApp(AuthEnvironment(transport: transport, clock: InstantClock()))
      let pending = try await fixture.start()
      let callback = try await fixture.callback(of: pending)
      let failure = await messageFailure(of: try await backend.verifiedGrant(from: callback, for: pending))
      #expect(failure == .network(.interrupted(host: "127.0.0.1"), endpoint: .keys))
      _ = try await backend.verifiedGrant(from: callback, for: pending)
    }
  }

  @Test func `An invalid response ends an app's sign-in by its state`() async throws {
    try await run { fixture in
      await fixture.provider.inject(.signedResponse(.expired))
      let failure = await messageFailure(of: try await fixture.app().signIn(scopes: [], parameters: .init()))
      #expect(failure == .callback(.signedResponse(.expired)))
    }
  }

  @Test func `Only algorithms that the metadata lists verify a response`() async throws {
    try await run(.jwt, { $0.server.authorizationAlgorithms = [.ps256] }) { fixture in
      let pending = try await fixture.start()
      let callback = try await fixture.callback(of: pending)
      let failure = await messageFailure(of: try await fixture.webApp().verifiedGrant(from: callback, for: pending))
      #expect(failure == .callback(.signedResponse(.algorithmNotAllowed("ES256"))))
    }
  }

  @Test func `A sign-in whose signed response couldn't be verified fails before the browser opens`() async throws {
    try await run(.jwt, { $0.server.authorizationAlgorithms = [.hs256] }) { fixture in
      let failure = await messageFailure(
        of: try await fixture.webApp().start(redirectURI: MessageFixture.callback, scopes: ["profile"]))
      #expect(failure == .configuration(.noAllowedAlgorithm))
    }
  }

  @Test(
    arguments: [
      { it in it.server.issuer = nil }, { it in it.authorization.state = .none },
      { it in (it.authorization.responseType, it.authorization.responseMode) = (.codeIDToken, .queryJWT) },
    ] as [@Sendable (inout ProviderConfiguration) -> Void])
  func `A configuration whose signed responses can't be trusted fails before any request`(
    adjust: @Sendable (inout ProviderConfiguration) -> Void
  ) async throws {
    var configuration = ProviderConfiguration.openIDConnect(issuer: "https://id.example.com") {
      $0.authorization.responseMode = .jwt
    }
    adjust(&configuration)
    let backend = BackendExchange<DynamicProvider>(configuration: configuration, variables: [:], clientID: "app")
    let failure = await messageFailure(of: try await backend.start(redirectURI: MessageFixture.callback, scopes: []))
    guard case .configuration(.invalidParameter("response_mode", _)) = failure else {
      return #expect(failure == nil, "the configuration is accepted")
    }
  }

  @Test func `A form response needs a loopback redirect`() async throws {
    try await run(.formPostJWT) { fixture in
      let redirect = Redirect.url(try #require(URL(string: MessageFixture.callback)))
      let failure = await messageFailure(
        of: try await fixture.app(redirect: redirect).signIn(scopes: [], parameters: .init()))
      #expect(failure?.caseName == "unsuitableRedirect")
    }
  }

  @Test func `The FAPI 2.0 Message Signing profile works with all its messages`() async throws {
    try await run(.jwt, { $0.authorization.requestObject = .byReference }) { fixture in
      let user = try await fixture.app().signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
      #expect(fixture.requests(to: "/authorize").first?.keys.sorted() == ["client_id", "request_uri"])
    }
  }
}

/// Hands the opened pages to the test.
private struct HandingBrowser: Browser {
  let hand: @Sendable (URL) -> Void

  func open(_ url: URL) async throws(BrowserFailure) { hand(url) }
}

/// A clock on which all time passes at once.
private struct InstantClock: Clock {
  typealias Instant = ContinuousClock.Instant

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
}
