import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Visits pages in order in the place of a user.
struct VisitingBrowser: Browser {
  let visit: @Sendable (URL) async -> Void

  func open(_ url: URL) async throws(BrowserFailure) {
    await visit(url)
  }
}

@Suite struct `The way through the browser` {
  private static func get(_ url: String) async -> TransportResponse? {
    guard let url = URL(string: url) else { return nil }
    return try? await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
  }

  private static func parameter(_ name: String, of url: URL) -> String {
    FormEncoding.decode(url.query(percentEncoded: true) ?? "")?.first { $0.name == name }?.value ?? ""
  }

  @Test func `a wrong state is answered by 400 and the right callback still arrives`() async throws {
    try await withProvider { provider in
      let seen = Seen()
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

  @Test func `at the time limit the last rejection is named`() async throws {
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
  func `at the time limit an answer in the wrong place is named, and no address is blamed`(
    type: ProviderConfiguration.ResponseType, mode: ProviderConfiguration.ResponseMode?,
    asked: ProviderConfiguration.ResponseMode
  ) async throws {
    let configuration = ProviderConfiguration.plain.with { it in
      it.authorization.responseType = type
      it.authorization.responseMode = mode
      it.console.callbackURLs = "Allowed Callback URLs"
    }
    try await withProvider(configuration) { provider in
      let (clock, seen) = (GatedClock(), Seen())
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

  @Test func `a user who never comes back is a time-out, and a cancelled task ends at once`() async throws {
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

  @Test func `a callback with an error, without a code or from another issuer ends the sign-in`() async throws {
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

  @Test func `a browser that never returns does not hold up the sign-in`() async throws {
    try await withProvider { provider in
      let (forever, release) = AsyncStream.makeStream(of: Void.self)
      let browser = VisitingBrowser { url in
        try? await FollowingBrowser().open(url)
        // Not even cancellation ends it.
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
  func `a redirect that no callback could match is rejected at once`(redirect: Redirect) async throws {
    let client = AuthClient<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example.com"], clientID: "app", redirect: redirect)
    let failure = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
    #expect(failure?.caseName == "unsuitableRedirect")
  }

  @Test func `the longest time limit is no trap`() async throws {
    try await withProvider { provider in
      let user = try await provider.client().signIn(scopes: [], parameters: .init(), timeout: .seconds(Int.max))
      #expect(user.subject == "user-1")
    }
  }

  @Test func `the page shows nothing of the request and lets nothing be loaded`() async throws {
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

  @Test func `a command that fails is reported, one that succeeds is not`() async throws {
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
  func `BROWSER is read as other programs read it`(value: String, expected: [[String]]) {
    #expect(SystemBrowser(environment: ["BROWSER": value]).commands(for: "https://a.b") == expected)
  }
}

/// What opens a page where nothing else is named.
private let opener = BrowserSite([:]).openers[0]

/// Collects what a browser saw.
private actor Seen {
  private(set) var statuses: [Int] = []

  func add(_ response: TransportResponse?) {
    statuses.append(response?.status ?? 0)
  }
}
