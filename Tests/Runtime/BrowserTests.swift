import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Visits pages in order, as a user does.
struct VisitingBrowser: Browser {
  let visit: @Sendable (URL) async -> Void

  func open(_ url: URL) async throws(BrowserFailure) {
    await visit(url)
  }
}

@Suite struct `The browser's part of a sign-in` {
  private static func get(_ url: String) async -> TransportResponse? {
    guard let url = URL(string: url) else { return nil }
    return try? await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
  }

  private static func parameter(_ name: String, of url: URL) -> String {
    FormEncoding.decode(url.query(percentEncoded: true) ?? "")?.first { $0.name == name }?.value ?? ""
  }

  @Test func `A callback with a wrong state gets status 400, and the right callback still arrives`() async throws {
    try await withProvider { provider in
      let seen = ResponseRecorder()
      let browser = VisitingBrowser { url in
        let redirectURI = Self.parameter("redirect_uri", of: url)
        await seen.add(Self.get("\(redirectURI)?code=stolen&state=guess"))
        await seen.add(Self.get("\(redirectURI)?error=access_denied&state=guess"))
        await seen.add(Self.get("\(redirectURI)?code=a&code=b&state=guess"))
        try? await FollowingBrowser().open(url)
      }
      let client = provider.client(environment: AuthEnvironment(browser: browser))
      let user = try await client.signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
      #expect(await seen.statuses == [400, 400, 400])
    }
  }

  @Test func `A timed-out sign-in reports the last rejected callback`() async throws {
    try await withProvider { provider in
      let clock = GatedClock()
      let browser = VisitingBrowser { url in
        _ = await Self.get("\(Self.parameter("redirect_uri", of: url))?code=stolen&state=guess")
        clock.open()
      }
      let client = provider.client(environment: AuthEnvironment(browser: browser, clock: clock))
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(failure == .browser(.timedOut(lastRejection: .stateMismatch)))
    }
  }

  private static func form(to url: URL) -> TransportRequest {
    TransportRequest(
      method: .post, url: url, headers: [.contentType: "application/x-www-form-urlencoded"],
      body: Data("code=c&state=s".utf8))
  }

  @Test(
    arguments: [
      (.codeIDToken, nil, .fragment), (.codeIDToken, .formPost, .formPost), (.code, .formPost, .formPost),
      (.code, nil, .query),
    ] as [(ProviderConfiguration.ResponseType, ProviderConfiguration.ResponseMode?, ProviderConfiguration.ResponseMode)]
  )
  func `A timed-out sign-in reports a response that was sent in the wrong part of the request`(
    type: ProviderConfiguration.ResponseType, mode: ProviderConfiguration.ResponseMode?,
    asked: ProviderConfiguration.ResponseMode
  ) async throws {
    let configuration = ProviderConfiguration.plain.with { it in
      it.authorization.responseType = type
      it.authorization.responseMode = mode
      it.console.callbackURLs = "Allowed Callback URLs"
    }
    try await withProvider(configuration) { provider in
      let (clock, seen) = (GatedClock(), ResponseRecorder())
      let browser = VisitingBrowser { url in
        let redirectURI = Self.parameter("redirect_uri", of: url)
        if asked == .query {
          let form = URL(string: redirectURI).map(Self.form)
          if let form { await seen.add(try? await AuthEnvironment.platformTransport.send(form)) }
        } else {
          await seen.add(Self.get("\(redirectURI)?code=c&id_token=a.b.c&state=s"))
        }
        clock.open()
      }
      let client = provider.client(environment: AuthEnvironment(browser: browser, clock: clock))
      let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
      #expect(failure == .browser(.timedOut(lastRejection: .misplaced(asked))))
      #expect(await seen.statuses == [asked == .query ? 405 : 400])
    }
  }

  @Test func `A user who never returns causes a timeout, and a canceled task ends immediately`() async throws {
    try await withProvider { provider in
      let clock = GatedClock()
      let leaving = AuthEnvironment(browser: VisitingBrowser { _ in clock.open() }, clock: clock)
      let quick = provider.client(environment: leaving)
      #expect(
        await failure(of: try await quick.signIn(scopes: [], parameters: .init()))
          == .browser(.timedOut(lastRejection: nil)))
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let slow = provider.client(environment: AuthEnvironment(browser: VisitingBrowser { _ in start.finish() }))
      let task = await failureTask(of: try await slow.signIn(scopes: [], parameters: .init()))
      for await _ in started {}
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test func `A callback with an error, without a code, or from another issuer ends the sign-in`() async throws {
    typealias Pairs = [(name: String, value: String)]
    let cases: [(@Sendable (inout Pairs) -> Void, String)] = [
      ({ $0[0] = ("error", "access_denied") }, "accessDenied"),
      ({ $0[0] = ("error", "made_up") }, "made_up"),
      ({ $0.removeFirst() }, "missingCode"),
      ({ $0.append(("iss", "https://evil.example")) }, "issuerMixUp"),
      ({ $0.append(("error", "x")) }, "codeWithError"),
    ]
    for (change, caseName) in cases {
      try await withProvider(script: .init { $0.callback = change }) { provider in
        let failure = await failure(of: try await provider.client().signIn(scopes: [], parameters: .init()))
        #expect(failure?.caseName == caseName)
      }
    }
  }

  @Test func `A browser that never returns doesn't block the sign-in`() async throws {
    try await withProvider { provider in
      let (forever, release) = AsyncStream.makeStream(of: Void.self)
      let browser = VisitingBrowser { url in
        try? await FollowingBrowser().open(url)
        // This ignores cancellation.
        await Task { for await _ in forever {} }.value
      }
      let user = try await provider.client(environment: AuthEnvironment(browser: browser))
        .signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
      release.finish()
    }
  }

  @Test(arguments: [
    Redirect.loopback(port: 80), .loopback(path: "callback"), .loopback(path: "/a?b"), .loopback(path: "/a b"),
    .loopback(path: "/favicon.ico"), .loopback(path: "/same", signedOutPath: "/same"),
  ])
  func `A redirect that no callback could match is rejected immediately`(redirect: Redirect) async throws {
    let client = AuthClient<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example.com"], clientID: "app", redirect: redirect)
    let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    #expect(failure?.caseName == "unsuitableRedirect")
  }

  @Test func `The longest possible time limit works`() async throws {
    try await withProvider { provider in
      let user = try await provider.client().signIn(scopes: [], parameters: .init(), timeout: .seconds(Int.max))
      #expect(user.subject == "user-1")
    }
  }

  @Test func `The callback page shows no part of the request and doesn't allow other content`() async throws {
    let receiver = try await LoopbackReceiver.bind(31_000...31_999, orAny: false)
    let wait = CallbackWait { _ throws(StepFailure) in }
    receiver.listen(at: "/callback", host: "127.0.0.1", for: wait, success: .signedIn)
    let response = try #require(
      await Self.get(
        receiver.url(path: "/callback", host: "127.0.0.1") + "?code=c0de&state=%3Cscript%3Ealert(1)%3C/script%3E"))
    await receiver.close()
    let page = String(decoding: response.body, as: UTF8.self)
    #expect(page.contains("You are signed in"))
    #expect(!page.contains("c0de") && !page.contains("alert(1)"))
    #expect(response.headers[.cacheControl] == "no-store")
    #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none';") == true)
  }

  @Test func `A browser command that fails is reported`() async throws {
    let url = try SecureURL.parse("https://id.example.com/?a=b")
    try await SystemBrowser(environment: ["BROWSER": "true", "PATH": "/usr/bin:/bin"]).open(url)
    await #expect(throws: BrowserFailure.noBrowser("false failed with status 1")) {
      try await SystemBrowser(environment: ["BROWSER": "false", "PATH": "/usr/bin:/bin"]).open(url)
    }
    try await SystemBrowser(environment: ["BROWSER": "false:true", "PATH": "/usr/bin:/bin"]).open(url)
  }

  @Test(arguments: [
    ("firefox", [["firefox", "https://a.b"]]),
    ("firefox --new-window", [["firefox", "--new-window", "https://a.b"]]),
    ("lynx %s:firefox", [["lynx", "https://a.b"], ["firefox", "https://a.b"]]),
    (": :firefox:%s:%s -x", [["firefox", "https://a.b"]]),
    ("", [[opener, "https://a.b"]]), (" ", [[opener, "https://a.b"]]),
    (":", [[opener, "https://a.b"]]), ("\t:%s", [[opener, "https://a.b"]]),
  ])
  func `BROWSER is parsed as other programs parse it`(value: String, expected: [[String]]) {
    #expect(SystemBrowser(environment: ["BROWSER": value]).commands(for: "https://a.b") == expected)
  }
}

/// The default command to open a page.
private let opener = BrowserSite([:]).openers[0]

/// Records the responses that a browser received.
private actor ResponseRecorder {
  private(set) var statuses: [Int] = []

  func add(_ response: TransportResponse?) {
    statuses.append(response?.status ?? 0)
  }
}
