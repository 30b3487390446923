import AuthRuntime
import AuthTesting
import AuthWeb
import HTTPTypes
import TestSupport
import Testing

@Suite struct `The settings of a web app's sign-out` {
  private func isRevocation(_ request: RecordedRequest) -> Bool { request.path.contains("revo") }

  /// Signs a user in and out.
  private func signOut(
    _ fixture: WebFixture, _ change: (inout WebFixture.Web) -> Void
  ) async throws -> (WebResponse, TestBrowser) {
    var (web, browser) = (fixture.web(), TestBrowser())
    change(&web)
    try await browser.signIn(web)
    let response = try await browser.post("/auth/logout", "", web)
    #expect(try await browser.session(web) == nil)
    return (response, browser)
  }

  @Test(arguments: [true, false])
  func `Tokens are revoked only if the app wants it`(revokesTokens: Bool) async throws {
    try await WebFixture.run { fixture in
      _ = try await signOut(fixture) { $0.revokesTokens = revokesTokens }
      #expect(fixture.provider.requests.contains(where: isRevocation) == revokesTokens)
    }
  }

  @Test func `Without a sign-out at the provider, the browser returns to the app immediately`() async throws {
    try await WebFixture.run { fixture in
      let (response, browser) = try await signOut(fixture) { $0.endsProviderSession = false }
      #expect(response.headers[.location] == "https://app.example/")
      #expect(browser.cookies.isEmpty)
      #expect(fixture.provider.requests.contains(where: isRevocation))
    }
  }

  @Test(arguments: [(1000, true), (4000, false)])
  func `A path that is too long for a cookie isn't kept for the return`(length: Int, isKept: Bool) async throws {
    try await WebFixture.run { fixture in
      let (response, browser) = try await signOut(fixture) { $0.homePath = "/" + String(repeating: "a", count: length) }
      #expect(response.headers[.location]?.contains("post_logout_redirect_uri=") == true)
      #expect(browser.cookies.keys.contains("__Host-signout.test") == isKept)
      for cookie in browser.received.value { #expect(cookie.utf8.count <= 4096) }
    }
  }

  @Test func `If the store fails, the session continues, and the page knows that the store failed`() async throws {
    try await WebFixture.run { fixture in
      let store = ObservedStore(fixture.store) { call, number in call == .remove && number == 0 }
      let hasStoreFailed = Locked<[Bool]>([])
      var (web, browser) = (fixture.web(store: store), TestBrowser())
      web.failurePage = { failure in
        let isStore = if case .store(.unavailable) = failure { true } else { false }
        hasStoreFailed.withLock { $0.append(isStore) }
        return nil
      }
      try await browser.signIn(web)
      #expect(try await browser.post("/auth/logout", "", web).status == .serviceUnavailable)
      #expect(hasStoreFailed.value == [true])
      #expect(try await browser.session(web) != nil)
      #expect(try await browser.post("/auth/logout", "", web).status == .seeOther)
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A sign-out everywhere can be repeated if the store failed`() async throws {
    try await WebFixture.run { fixture in
      let store = ObservedStore(fixture.store) { call, earlier in call == .removeSessions && earlier == 0 }
      let (web, one, two) = (fixture.web(store: store), TestBrowser(), TestBrowser())
      try await one.signIn(web)
      try await two.signIn(web)
      #expect(try await one.post("/auth/logout", "everywhere=true", web).status == .serviceUnavailable)
      #expect(try await one.post("/auth/logout", "everywhere=true", web).status == .seeOther)
      #expect(try await one.session(web) == nil)
      #expect(try await two.session(web) == nil)
    }
  }
}
