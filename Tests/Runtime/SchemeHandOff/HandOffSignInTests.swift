#if os(Linux)
  import AuthTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `A sign-in with a handed-over callback` {
    /// A browser that starts the app again, first with a forged callback and then with the provider's.
    private struct DesktopBrowser: Browser {
      let handOff: CallbackHandOff
      let outcomes = Locked<[CallbackHandOff.Outcome]>([])

      func open(_ url: URL) async throws(BrowserFailure) {
        let response = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: url))
        for callback in ["com.example.app:/callback?code=x&state=guess", response?.headers[.location] ?? ""] {
          let outcome = await handOff.deliver(["app", callback])
          outcomes.withLock { $0.append(outcome) }
        }
      }
    }

    @Test func `A sign-in ends with the handed-over callback, and a forged one isn't accepted`() async throws {
      try await HandOffFixture.with { fixture in
        try await withProvider { provider in
          let browser = DesktopBrowser(handOff: fixture.handOff())
          let client = provider.client(
            redirect: .url(try #require(URL(string: "com.example.app:/callback"))),
            environment: AuthEnvironment(browser: browser))
          try await fixture.serving { url in
            try await client.handle(url)
          } while: {
            let user = try await client.signIn(scopes: [], parameters: .init())
            #expect(user.subject == "user-1")
            await browser.outcomes.wait { $0.count == 2 }
          }
          #expect(browser.outcomes.value == [.noReceiver, .delivered])
        }
      }
    }
  }
#endif
