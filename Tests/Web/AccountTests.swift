import AuthRuntime
import AuthTesting
import AuthWeb
import HTTPTypes
import TestSupport
import Testing

@Suite struct `The account of a web app's user` {
  @Test func `Only a form of the app links accounts`() async throws {
    try await WebFixture.run { fixture in
      let linked = Locked<[String?]>([])
      var web = fixture.web()
      web.account = { user, other in
        linked.withLock { $0.append(other) }
        return "account"
      }
      let browser = TestBrowser()
      try await browser.signIn(web)
      try await browser.signIn(web)
      let forged = browser.request(.post, "/auth/login", headers: [.origin: "https://evil.example"])
      #expect(try await browser.send(forged, to: web).status == .forbidden)
      let login = try await browser.post("/auth/login", "return_to=/", web)
      _ = try await browser.get(try await browser.callback(of: login), web)
      #expect(linked.value == [nil, nil, "account"])
    }
  }

  @Test func `Whoever signed out in the meantime doesn't link accounts`() async throws {
    try await WebFixture.run { fixture in
      var web = fixture.web()
      web.account = { _, other in other ?? "account" }
      let (browser, thief) = (TestBrowser(), TestBrowser())
      try await browser.signIn(web)
      for (name, value) in browser.cookies { thief.set(name, value) }
      let callback = try await thief.callback(of: try await thief.post("/auth/login", "return_to=/", web))
      _ = try await browser.post("/auth/logout", "everywhere=true", web)
      #expect(try await thief.get(callback, web).status == .badRequest)
      #expect(try await thief.session(web) == nil)
    }
  }

  @Test func `A failure of the app's account code starts no session, and revokes the tokens`() async throws {
    try await WebFixture.run { fixture in
      var web = fixture.web()
      web.account = { _, _ in throw TestFailure.noRoute("blocked") }
      let browser = TestBrowser()
      let response = try await browser.signIn(web)
      #expect(response.status == .forbidden)
      #expect(try await browser.session(web) == nil)
      #expect(fixture.provider.requests.contains { $0.path.contains("revo") })
    }
  }
}

@Suite struct `The client of a web session` {
  @Test func `Its other accounts aren't those of another user`() async throws {
    try await WebFixture.run { fixture in
      let (web, one, two) = (fixture.web(), TestBrowser(), TestBrowser())
      try await one.signIn(web)
      try await two.signIn(web)
      let first = try #require(try await one.session(web))
      let second = try #require(try await two.session(web))
      #expect(try await first.tokens.account("other").credential() == nil)
      #expect(try await second.tokens.account("other").credential() == nil)
      #expect(try await first.tokens.credential() != nil)
    }
  }

  @Test func `It never opens a browser`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let session = try #require(try await browser.session(web))
      let tokens = session.tokens
      await #expect(throws: (any Error).self) {
        try await tokens.signIn(scopes: [], parameters: AuthorizationParameters())
      }
      #expect(try await browser.session(web) != nil)
    }
  }
}
