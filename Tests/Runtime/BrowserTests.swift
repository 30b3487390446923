import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The loopback receiver's router` {
  private let router = CallbackRouter(authority: "127.0.0.1:8765", path: "/callback") { query in
    (query == "right" ? .signedIn : .refused, {})
  }

  private func status(
    _ target: String, method: String = "GET", _ headers: [String: String] = [:]
  ) -> (status: Int, isJudged: Bool) {
    let headers = ["host": "127.0.0.1:8765"].merging(headers) { $1 }
    let answer = router.answer(LoopbackRequest(method: method, target: target, headers: headers))
    return (answer.status, answer.report != nil)
  }

  @Test func `judges a navigation to the callback's address`() {
    let navigation = ["sec-fetch-dest": "document", "sec-fetch-mode": "navigate"]
    #expect(status("/callback?right") == (200, true))
    #expect(status("/callback?right", navigation) == (200, true))
    #expect(status("/callback?wrong") == (400, true))
    #expect(status("/callback") == (400, true))
  }

  @Test(arguments: [
    ("/callback?right", "GET", ["host": "localhost:8765"], 421),
    ("/callback?right", "GET", ["host": "evil.example"], 421),
    ("/callback?right", "GET", ["host": "127.0.0.1:8766"], 421),
    ("/favicon.ico", "GET", [:], 204),
    ("/", "GET", [:], 404),
    ("/callback/", "GET", [:], 404),
    ("/callbackx?right", "GET", [:], 404),
    ("//callback?right", "GET", [:], 404),
    ("/callback?right", "HEAD", [:], 405),
    ("/callback?right", "POST", [:], 405),
    ("/callback?right", "OPTIONS", [:], 405),
    ("/callback?right", "GET", ["sec-purpose": "prefetch"], 403),
    ("/callback?right", "GET", ["sec-purpose": "prefetch;prerender"], 403),
    ("/callback?right", "GET", ["purpose": "prefetch"], 403),
    ("/callback?right", "GET", ["sec-fetch-dest": "image"], 403),
    ("/callback?right", "GET", ["sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate"], 403),
    ("/callback?right", "GET", ["sec-fetch-dest": "document", "sec-fetch-mode": "no-cors"], 403),
  ])
  func `lets nothing else near the code`(target: String, method: String, headers: [String: String], expected: Int) {
    #expect(status(target, method: method, headers) == (expected, false))
  }
}

@Suite struct `The way through the browser` {
  /// Visits pages in order in the place of a user.
  private struct VisitingBrowser: Browser {
    let visit: @Sendable (URL) async -> Void

    func open(_ url: URL) async throws(BrowserFailure) {
      await visit(url)
    }
  }

  private static func get(_ url: String) async -> HTTPResponse? {
    guard let url = URL(string: url) else { return nil }
    return try? await AuthEnvironment.platformTransport.send(HTTPRequest(url: url))
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
      let failure = await failure { () async throws(StepFailure) in
        try await client.signIn(scopes: [], parameters: .init())
      }
      #expect(failure == .browser(.timedOut(lastRejection: .stateMismatch)))
    }
  }

  @Test func `a user who never comes back is a time-out, and a cancelled task ends at once`() async throws {
    try await withProvider { provider in
      let clock = GatedClock()
      let leaving = AuthEnvironment(browser: VisitingBrowser { _ in clock.open() }, clock: clock)
      let quick = provider.client(environment: leaving)
      #expect(
        await failure { () async throws(StepFailure) in try await quick.signIn(scopes: [], parameters: .init()) }
          == .browser(.timedOut(lastRejection: nil)))
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let slow = provider.client(environment: AuthEnvironment(browser: VisitingBrowser { _ in start.finish() }))
      let task = Task {
        await failure { () async throws(StepFailure) in try await slow.signIn(scopes: [], parameters: .init()) }
      }
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
        let failure = await failure { () async throws(StepFailure) in
          try await provider.client().signIn(scopes: [], parameters: .init())
        }
        #expect(failure?.caseName == caseName)
      }
    }
  }

  @Test func `taken ports are passed over, and all taken is said`() async throws {
    let first = try await LoopbackReceiver.bind(30_000...30_999)
    let second = try await LoopbackReceiver.bind(first.port...(first.port + 100))
    #expect(second.port > first.port)
    await #expect(throws: BrowserFailure.portsTaken(first.port...first.port)) {
      try await LoopbackReceiver.bind(first.port...first.port)
    }
    await first.close()
    await second.close()
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

  @Test func `the port is free again after success, failure, time-out and cancellation`() async throws {
    let port = try await {
      let probe = try await LoopbackReceiver.bind(33_000...33_999)
      await probe.close()
      return probe.port
    }()
    try await withProvider { provider in
      let clock = GatedClock()
      let endings: [(String, AuthEnvironment)] = [
        ("success", AuthEnvironment(browser: FollowingBrowser())),
        (
          "failure",
          AuthEnvironment(browser: SystemBrowser(environment: ["BROWSER": "false", "PATH": "/bin:/usr/bin"]))
        ),
        ("time-out", AuthEnvironment(browser: VisitingBrowser { _ in clock.open() }, clock: clock)),
      ]
      for (ending, environment) in endings {
        let client = provider.client(redirect: .loopback(port: port), environment: environment)
        _ = await failure { () async throws(StepFailure) in try await client.signIn(scopes: [], parameters: .init()) }
        let again = try? await LoopbackReceiver.bind(port...port)
        #expect(again != nil, "\(ending)")
        await again?.close()
      }
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let waiting = AuthEnvironment(browser: VisitingBrowser { _ in start.finish() })
      let client = provider.client(redirect: .loopback(port: port), environment: waiting)
      let task = Task {
        await failure { () async throws(StepFailure) in try await client.signIn(scopes: [], parameters: .init()) }
      }
      for await _ in started {}
      task.cancel()
      _ = await task.value
      let again = try await LoopbackReceiver.bind(port...port)
      await again.close()
    }
  }

  @Test(arguments: [
    Redirect.loopback(port: 80), .loopback(path: "callback"), .loopback(path: "/a?b"), .loopback(path: "/a b"),
    .loopback(path: "/favicon.ico"), .loopback(path: "/same", signedOutPath: "/same"),
  ])
  func `a redirect that no callback could match is refused at once`(redirect: Redirect) async throws {
    let client = AuthClient<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example.com"], clientID: "app", redirect: redirect)
    let failure = await failure { () async throws(StepFailure) in
      try await client.signIn(scopes: [], parameters: .init())
    }
    #expect(failure?.caseName == "unsuitableRedirect")
  }

  @Test func `the longest time limit is no trap`() async throws {
    try await withProvider { provider in
      let user = try await provider.client().signIn(scopes: [], parameters: .init(), timeout: .seconds(Int.max))
      #expect(user.subject == "user-1")
    }
  }

  @Test func `the page shows nothing of the request and lets nothing be loaded`() async throws {
    let receiver = try await LoopbackReceiver.bind(31_000...31_999)
    let wait = CallbackWait { _ throws(StepFailure) in }
    receiver.listen(at: "/callback", for: wait, success: .signedIn)
    let answer = try #require(
      await Self.get(receiver.url(path: "/callback") + "?code=c0de&state=%3Cscript%3Ealert(1)%3C/script%3E"))
    await receiver.close()
    let page = String(decoding: answer.body, as: UTF8.self)
    #expect(page.contains("You are signed in"))
    #expect(!page.contains("c0de") && !page.contains("alert(1)"))
    #expect(answer.headers["cache-control"] == "no-store")
    #expect(answer.headers["content-security-policy"]?.hasPrefix("default-src 'none';") == true)
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
  ])
  func `BROWSER is read as other programs read it`(value: String, expected: [[String]]) {
    #expect(SystemBrowser(environment: ["BROWSER": value]).commands(for: "https://a.b") == expected)
  }
}

/// Collects what a browser saw.
private actor Seen {
  private(set) var statuses: [Int] = []

  func add(_ answer: HTTPResponse?) {
    statuses.append(answer?.status ?? 0)
  }
}

@Suite struct `Callbacks that the system brings` {
  private func redirect() throws -> Redirect {
    .url(try #require(URL(string: "com.example.app:/callback")))
  }

  /// A browser that stops at the first redirect and hands it over, as the operating system would.
  private struct Deliverer: Browser {
    let deliver: @Sendable (URL) async -> Void

    func open(_ url: URL) async throws(BrowserFailure) {
      let answer = try? await AuthEnvironment.platformTransport.send(HTTPRequest(url: url))
      if let location = answer?.headers["location"].flatMap({ URL(string: $0) }) { await deliver(location) }
    }
  }

  @Test func `a delivered URL ends the sign-in; a wrong one is refused at once and the wait goes on`() async throws {
    try await withProvider { provider in
      let (urls, feed) = AsyncStream.makeStream(of: URL.self)
      let client = provider.client(
        redirect: try redirect(), environment: AuthEnvironment(browser: Deliverer { feed.yield($0) }))
      async let user = client.signIn(scopes: [], parameters: .init())
      var iterator = urls.makeAsyncIterator()
      let right = try #require(await iterator.next())
      let forged = try #require(URL(string: "com.example.app:/callback?code=x&state=guess"))
      let elsewhere = try #require(URL(string: "com.example.app:/other?code=x&state=guess"))
      let handling = { (url: URL) async in
        await failure { () async throws(StepFailure) in try await client.handle(url) }
      }
      #expect(await handling(forged) == .callback(.stateMismatch))
      #expect(await handling(elsewhere) == .callback(.unexpected))
      try await client.handle(right)
      #expect(try await user.subject == "user-1")
      #expect(await handling(right) == .callback(.unexpected))
    }
  }

  @Test func `a second sign-in ends the first one as cancelled`() async throws {
    try await withProvider { provider in
      let (urls, feed) = AsyncStream.makeStream(of: URL.self)
      let client = provider.client(
        redirect: try redirect(), environment: AuthEnvironment(browser: Deliverer { feed.yield($0) }))
      var iterator = urls.makeAsyncIterator()
      let first = Task {
        await failure { () async throws(StepFailure) in try await client.signIn(scopes: [], parameters: .init()) }
      }
      _ = await iterator.next()
      async let second = client.signIn(scopes: [], parameters: .init())
      try await client.handle(try #require(await iterator.next()))
      #expect(try await second.subject == "user-1")
      #expect(await first.value == .cancelled)
    }
  }

  @Test func `a scheme without a period is refused`() async throws {
    let bare = Redirect.url(try #require(URL(string: "myapp://callback")))
    let client = AuthClient<DynamicProvider>(
      configuration: .plain, variables: ["domain": "id.example.com"], clientID: "app", redirect: bare)
    let failure = await failure { () async throws(StepFailure) in
      try await client.signIn(scopes: [], parameters: .init())
    }
    #expect(failure?.caseName == "unsuitableRedirect")
  }
}
