import AuthRuntime
import AuthTesting
import AuthWeb
import HTTPTypes
import InMemoryLogging
import Logging
import TestSupport
import Testing

/// The same code reports to logs, metrics, and traces.
@Suite struct `The report of a web app's sign-in` {
  private let handler = InMemoryLogHandler()

  /// Completes a sign-in, and returns the outcomes of the reports about sign-ins.
  private func reports(
    _ prepare: (inout WebFixture.Web, ScriptedProvider) async throws -> Void = { _, _ in }
  ) async throws -> [String] {
    try await WebFixture.run { fixture in
      var (web, browser) = (fixture.web(logger: Logger(label: "test") { _ in handler }), TestBrowser())
      try await prepare(&web, fixture.provider)
      let callback = try await browser.startSignIn(web)
      _ = try await browser.get(callback, web)
      // No sign-in of this browser is left.
      _ = try await TestBrowser().get(callback, web)
    }
    return handler.entries.filter { $0.message.description.hasPrefix("sign_in: ") }
      .map { "\($0.level) \($0.metadata["outcome"]!)" }
  }

  @Test func `A session that starts is reported once`() async throws {
    #expect(try await reports() == ["info ok"])
  }

  @Test func `An error of the provider is reported`() async throws {
    let found = try await reports { _, provider in await provider.inject(.denial) }
    #expect(found == ["notice accessDenied"])
  }

  @Test func `An exchange that fails is reported`() async throws {
    let found = try await reports { _, provider in await provider.inject(.response(.unavailable, of: .token)) }
    #expect(found.count == 1 && found != ["info ok"], "\(found)")
  }

  @Test func `A user whom the app rejects is reported`() async throws {
    let found = try await reports { web, _ in web.account = { _, _ in throw TestFailure.noRoute("blocked") } }
    #expect(found == ["notice rejected"])
  }
}
