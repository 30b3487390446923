#if Loopback && (os(Linux) || os(macOS))
  import AuthTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  /// A browser that is started with a one-time address, like ``SystemBrowser``.
  private final class LaunchedBrowser: Browser {
    private let rule: LaunchPeerRule
    private let visit: @Sendable (_ address: URL, _ page: URL) async throws -> Void
    private let visiting = Locked<Task<Void, any Error>?>(nil)

    init(
      rule: LaunchPeerRule = LaunchPeerRule(),
      visit: @escaping @Sendable (_ address: URL, _ page: URL) async throws -> Void
    ) {
      (self.rule, self.visit) = (rule, visit)
    }

    func open(_ url: URL) async throws(BrowserFailure) {
      guard let page = try await BrowserLaunch.current?.page(for: url, rule: rule) else {
        throw .noBrowser("no sign-in is waiting")
      }
      // A separate task, because a sign-in that ends cancels the current one.
      let task = Task { [visit] in try await visit(#require(URL(string: page.address)), url) }
      visiting.withLock { $0 = task }
      do { try await task.value } catch { throw .noBrowser("\(error)") }
    }

    /// Waits until the visit ends. The sign-in may end before.
    func end() async { _ = await visiting.value?.result }
  }

  @Suite(.timeLimit(.minutes(1))) struct `A sign-in whose browser has a one-time address` {
    private func signIn(
      with browser: any Browser, redirect: Redirect = .loopback(ports: 20_000...29_999),
      clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> StepFailure? {
      let result = Locked<StepFailure?>(nil)
      try await withProvider { provider in
        let client = provider.client(redirect: redirect, environment: AuthEnvironment(browser: browser, clock: clock))
        let found = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
        await (browser as? LaunchedBrowser)?.end()
        result.withLock { $0 = found }
      }
      return result.value
    }

    private static func get(_ url: URL) async throws -> TransportResponse {
      try await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
    }

    private static func isOpen(_ address: URL) async -> Bool {
      guard let port = address.port else { return false }
      return (try? await RawConnection.open(to: port)) != nil
    }

    @Test func `The browser's command line and environment show nothing of the sign-in`() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("launch-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let script = folder.appendingPathComponent("browser")
      let record = folder.appendingPathComponent("record")
      try Data("#!/bin/sh\n(ps -o args= -p $$ -ww; echo \"$1\"; env) >\"$RECORD\"\n".utf8).write(to: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
      let environment = ["BROWSER": script.path, "RECORD": record.path, "PATH": "/usr/bin:/bin"]
      struct RecordedBrowser: Browser {
        let environment: [String: String]
        let record: URL

        func open(_ url: URL) async throws(BrowserFailure) {
          try await SystemBrowser(environment: environment).open(url)
          guard let text = try? String(contentsOf: record, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("http://127.0.0.1:") }),
            let address = URL(string: String(line))
          else { throw .noBrowser("the file doesn't exist") }
          let fields = FormEncoding.decode(url.query(percentEncoded: true) ?? "") ?? []
          for name in ["state", "nonce", "code_challenge"] {
            guard let value = fields.first(where: { $0.name == name })?.value else { continue }
            #expect(!text.contains(value), "\(name)")
          }
          #expect(fields.contains { $0.name == "state" })
          #expect(!text.contains("redirect_uri") && address.path(percentEncoded: true).utf8.count == 44)
          try await FollowingBrowser().open(address)
        }
      }
      #expect(try await signIn(with: RecordedBrowser(environment: environment, record: record)) == nil)
    }

    @Test func `Outside of a sign-in the browser is started with the URL itself`() async throws {
      #expect(BrowserLaunch.current == nil)
      let script = FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(UUID().uuidString)")
      try Data("[ \"$1\" = https://id.example.com/help ]\n".utf8).write(to: script)
      defer { try? FileManager.default.removeItem(at: script) }
      try await SystemBrowser(environment: ["BROWSER": "sh \(script.path)", "PATH": "/usr/bin:/bin"])
        .open(SecureURL.parse("https://id.example.com/help"))
    }

    @Test func `A second request ends the sign-in, and its page says why`() async throws {
      let browser = LaunchedBrowser { address, page in
        let first = try await Self.get(address)
        #expect(first.status == 303)
        #expect(first.headers[.location] == page.absoluteString)
        let second = try await Self.get(address)
        #expect(second.status == 410 && second.headers[.location] == nil)
        #expect(String(decoding: second.body, as: UTF8.self).contains("This sign-in was stopped"))
      }
      #expect(try await signIn(with: browser) == .browser(.launch(.openedTwice)))
    }

    /// If the tests run as root, the other user is real. Otherwise this user's requests count as another user's.
    @Test func `Another user's request ends the sign-in and never receives the page's address`() async throws {
      let isRoot = geteuid() == 0
      var rule = LaunchPeerRule()
      if !isRoot { rule.user = geteuid() + 1 }
      #if !os(Linux)
        rule.owner = { _ in .user(geteuid()) }
      #endif
      let seen = Locked<(response: String, address: URL?)>(("", nil))
      let browser = LaunchedBrowser(rule: rule) { address, _ in
        let program = """
          exec 3<>/dev/tcp/127.0.0.1/$1
          printf 'GET %s HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\n\\r\\n' "$2" "$1" >&3
          cat <&3
          """
        let user = isRoot ? ["/usr/bin/setpriv", "--reuid", "65534", "--clear-groups", "--"] : []
        let words =
          user + ["/bin/bash", "-c", program, "bash", "\(address.port ?? 0)", address.path(percentEncoded: true)]
        let outcome = try await Command.run(URL(fileURLWithPath: words[0]), Array(words.dropFirst()))
        seen.withLock { $0 = (outcome.output, address) }
      }
      #expect(try await signIn(with: browser) == .browser(.launch(.openedByAnotherUser)))
      let (response, address) = seen.withLock { $0 }
      #expect(response.hasPrefix("HTTP/1.1 403 "), "\(response)")
      #expect(!response.lowercased().contains("location:") && !response.contains("state="))
      // The user's own browser is too late, and gets a page with the reason.
      let late = try await Self.get(#require(address))
      #expect(late.headers[.location] == nil)
      #expect(String(decoding: late.body, as: UTF8.self).contains("another user of this computer"))
    }

    @Test func `Prefetches and link scanners don't affect the sign-in`() async throws {
      let browser = LaunchedBrowser { address, page in
        let port = try #require(address.port)
        let head = "\(address.path(percentEncoded: true)) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        for request in [
          "HEAD \(head)\r\n", "GET \(head)Sec-Purpose: prefetch\r\n\r\n", "GET \(head)Purpose: prefetch\r\n\r\n",
          "GET \(head)Sec-Purpose: prefetch;prerender\r\n\r\n", "GET \(head)Sec-Fetch-Dest: iframe\r\n\r\n",
        ] {
          let connection = try await RawConnection.open(to: port)
          try await connection.say(request)
          let response = try await connection.response()
          #expect(response.hasPrefix("HTTP/1.1 40"), "\(request)")
          #expect(!response.lowercased().contains("location:"), "\(request)")
        }
        try await FollowingBrowser().open(address)
      }
      #expect(try await signIn(with: browser) == nil)
    }

    @Test func `Idle connections don't block the browser's request`() async throws {
      let open = Locked<[RawConnection]>([])
      let browser = LaunchedBrowser { address, _ in
        for _ in 0..<100 {
          let silent = try await RawConnection.open(to: #require(address.port))
          open.withLock { $0.append(silent) }
        }
        try await FollowingBrowser().open(address)
      }
      #expect(try await signIn(with: browser) == nil)
      #expect(open.value.count == 100)
    }

    @Test func `A sign-in with a custom scheme opens its page through a one-time address too`() async throws {
      let clock = GatedClock()
      let browser = LaunchedBrowser { address, page in
        #expect(address.host() == "127.0.0.1")
        let response = try await Self.get(address)
        #expect(response.headers[.location] == page.absoluteString)
        #expect(page.absoluteString.contains("com.example.app"))
        clock.open()
      }
      let callback = try #require(URL(string: "com.example.app:/callback"))
      let failure = try await signIn(with: browser, redirect: .url(callback), clock: clock)
      #expect(failure?.caseName == "timedOut")
    }

    @Test func `The one-time address is closed after success, failure, timeout, and cancellation`() async throws {
      let addresses = Locked<[URL]>([])
      @Sendable func note(_ address: URL) { addresses.withLock { $0.append(address) } }
      _ = try await signIn(
        with: LaunchedBrowser { address, _ in
          note(address)
          try await FollowingBrowser().open(address)
        })
      _ = try await signIn(
        with: LaunchedBrowser { address, _ in
          note(address)
          throw BrowserFailure.noBrowser("it crashed")
        })
      let clock = GatedClock()
      _ = try await signIn(
        with: LaunchedBrowser { address, _ in
          note(address)
          clock.open()
        }, clock: clock)
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        try await signIn(
          with: LaunchedBrowser { address, _ in
            note(address)
            start.finish()
          })
      }
      for await _ in started {}
      task.cancel()
      #expect(try await task.value == .cancelled)
      #expect(addresses.value.count == 4)
      for address in addresses.value { #expect(await !Self.isOpen(address), "\(address.port ?? 0)") }
    }

    @Test func `After the sign-in no one-time address is opened`() async throws {
      let launch = BrowserLaunch { Issue.record("\($0)") }
      await launch.close()
      await #expect(throws: BrowserFailure.noBrowser("the sign-in has ended")) {
        _ = try await launch.page(for: SecureURL.parse("https://id.example.com/"), rule: LaunchPeerRule())
      }
    }
  }
#endif
