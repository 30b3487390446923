#if Loopback && (os(Linux) || os(macOS))
  import AuthTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite(.timeLimit(.minutes(1))) struct `A sign-out without a URL for the return` {
    /// A browser that is started by a command with a one-time address. The command ends at once.
    private struct StartedBrowser: Browser {
      let page = Locked<URL?>(nil)
      let address = Locked<URL?>(nil)
      /// Called with the one-time address after the command has ended.
      let visit: @Sendable (URL) async -> Void

      func open(_ url: URL) async throws(BrowserFailure) {
        guard url.path == "/logout" else { return try await FollowingBrowser().open(url) }
        guard let launched = try await BrowserLaunch.current?.page(for: url, rule: LaunchPeerRule()),
          let address = URL(string: launched.address)
        else { throw .noBrowser("no sign-out is waiting") }
        page.withLock { $0 = url }
        self.address.withLock { $0 = address }
        Task { [visit] in await visit(address) }
      }
    }

    private func signOut(
      with browser: StartedBrowser, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> StepFailure? {
      let result = Locked<StepFailure?>(nil)
      try await withProvider { provider in
        let client = provider.client(
          redirect: .loopback(ports: 20_000...29_999, signedOutPath: nil),
          environment: AuthEnvironment(browser: browser, clock: clock))
        _ = try await client.signIn(scopes: [], parameters: .init())
        let found = await failure(of: try await client.signOut())
        result.withLock { $0 = found }
      }
      return result.value
    }

    @Test func `The browser gets a one-time address, which redirects to the page and is then closed`() async throws {
      let location = Locked<String?>(nil)
      let browser = StartedBrowser { address in
        let response = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: address))
        location.withLock { $0 = response?.headers[.location] ?? "none" }
      }
      #expect(try await signOut(with: browser) == nil)
      let page = try #require(browser.page.value)
      #expect(page.query(percentEncoded: true)?.contains("id_token_hint") == true)
      let address = try #require(browser.address.value)
      #expect(address.absoluteString.hasPrefix("http://127.0.0.1:"))
      #expect(!address.absoluteString.contains("id_token_hint"))
      await location.wait { $0 != nil }
      #expect(location.value == page.absoluteString)
      let port = try #require(address.port)
      await #expect(throws: (any Error).self) { try await RawConnection.open(to: port) }
    }

    @Test func `If the browser doesn't request the address in time, the sign-out fails`() async throws {
      let clock = GatedClock()
      let browser = StartedBrowser { _ in clock.open() }
      #expect(try await signOut(with: browser, clock: clock) == .browser(.timedOut(lastRejection: nil)))
    }
  }
#endif
