import AuthRuntime
import AuthTesting
import AuthWeb
import HTTPTypes
import InMemoryLogging
import Logging
import TestSupport
import Testing

/// The same code reports to logs, metrics, and traces.
@Suite struct `The report of a web app's sign-out` {
  private let handler = InMemoryLogHandler()
  private var logger: Logger { Logger(label: "test") { _ in handler } }

  private static let script = ScriptedProvider.Script { script in
    script.claims = { $0["sid"] = .string("provider-session") }
  }

  /// Removes the reports, and returns the level and the message of those about sign-outs.
  private func reports() -> [String] {
    defer { handler.clear() }
    return handler.entries.filter { $0.message.description.hasPrefix("sign_out: ") }.map { "\($0.level) \($0.message)" }
  }

  private func run(_ test: (WebFixture, WebFixture.Web, TestBrowser) async throws -> Void) async throws {
    try await WebFixture.run(script: Self.script) { fixture in
      let (web, browser) = (fixture.web(logger: logger), TestBrowser())
      try await browser.signIn(web)
      try await test(fixture, web, browser)
    }
  }

  @Test func `A sign-out is reported once, and a request without a session isn't`() async throws {
    try await run { _, web, browser in
      _ = try await browser.post("/auth/logout", "", web)
      #expect(reports() == ["info sign_out: ok"])
      _ = try await browser.post("/auth/logout", "", web)
      #expect(reports().isEmpty)
    }
  }

  @Test func `A revocation that fails is reported, although the user is signed out`() async throws {
    try await run { fixture, web, browser in
      await fixture.provider.inject(.response(.unavailable, of: .revocation))
      let response = try await browser.post("/auth/logout", "", web)
      #expect(response.status == .seeOther)
      #expect(try await browser.session(web) == nil)
      let found = reports()
      #expect(found.count == 1 && found[0].hasPrefix("notice sign_out: ") && !found[0].hasSuffix(": ok"), "\(found)")
    }
  }

  @Test func `A logout token of the provider is reported, and so is its repetition`() async throws {
    try await run { fixture, web, browser in
      let form = "logout_token=\(try fixture.logoutToken())"
      let request = WebRequest(method: .post, target: "/auth/backchannel", form: form)
      #expect(await web.handle(request)?.status == .ok)
      #expect(try await browser.session(web) == nil)
      #expect(reports() == ["info sign_out: ok"])
      #expect(await web.handle(request)?.status == .badRequest)
      let found = reports()
      #expect(found.count == 1 && found[0].contains("the logout token was used before"), "\(found)")
    }
  }

  @Test func `A notice in a frame is reported if it names a session`() async throws {
    try await run { fixture, web, browser in
      let target = "/auth/frontchannel?iss=" + FormEncoding.escape(fixture.issuer) + "&sid=provider-session"
      _ = try await browser.get("/auth/frontchannel", web)
      #expect(reports().isEmpty)
      #expect(try await browser.get(target, web).status == .ok)
      #expect(try await browser.session(web) == nil)
      #expect(reports() == ["info sign_out: ok"])
    }
  }
}
