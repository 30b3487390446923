import AuthRuntime
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

  @Test func `A failure of the app's account code starts no session`() async throws {
    try await WebFixture.run { fixture in
      var web = fixture.web()
      web.account = { _, _ in throw TestFailure.noRoute("blocked") }
      let browser = TestBrowser()
      let response = try await browser.signIn(web)
      #expect(response.status == .forbidden)
      #expect(try await browser.session(web) == nil)
    }
  }
}
