import AuthConfiguration
import AuthRuntime
import AuthTesting
import AuthWeb
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct `A sign-out of a web app` {
  private static func script() -> ScriptedProvider.Script {
    ScriptedProvider.Script { script in
      script.claims = { $0["sid"] = .string("provider-session") }
    }
  }

  private func post(_ token: String, _ web: WebFixture.Web) async throws -> WebResponse {
    let request = WebRequest(method: .post, target: "/auth/backchannel", form: "logout_token=\(token)")
    return try #require(await web.handle(request))
  }

  @Test func `The session ends here first, its tokens are revoked, and the browser visits the provider`() async throws {
    try await WebFixture.run(script: Self.script()) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let response = try await browser.post("/auth/logout", "return_to=/bye", web)
      #expect(try await browser.session(web) == nil)
      #expect(browser.cookies["__Host-session"] == nil)
      #expect(fixture.provider.requests.contains { $0.path.contains("revo") })
      let page = try #require(response.headers[.location])
      #expect(page.contains("post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fauth%2Fsigned-out"))
      #expect(page.contains("id_token_hint="))
      let back = try await browser.get(try await browser.callback(of: response), web)
      #expect(back.headers[.location] == "https://app.example/bye")
      #expect(browser.cookies.isEmpty)
      // Without the sign-out's state, the browser returns to the home page.
      #expect(try await browser.get("/auth/signed-out?state=x", web).headers[.location] == "https://app.example/")
    }
  }

  @Test func `A return without the state and the cookie of this sign-out redirects to the home page`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let response = try await browser.post("/auth/logout", "return_to=/bye", web)
      let before = browser.cookies
      for query in ["", "?state=x", "?state="] {
        for (name, value) in before { browser.set(name, value) }
        let back = try await browser.get("/auth/signed-out" + query, web)
        #expect(back.headers[.location] == "https://app.example/", "\(query)")
      }
      // The state alone isn't enough either: another browser doesn't have the cookie.
      let target = try await browser.callback(of: response)
      #expect(try await TestBrowser().get(target, web).headers[.location] == "https://app.example/")
    }
  }

  @Test func `A sign-out ends the user's other sessions only if the form says so`() async throws {
    try await WebFixture.run { fixture in
      let (web, one, two) = (fixture.web(), TestBrowser(), TestBrowser())
      try await two.signIn(web)
      for form in ["", "everywhere=false", "everywhere=", "everywhere=true&everywhere=true"] {
        try await one.signIn(web)
        _ = try await one.post("/auth/logout", form, web)
        #expect(try await one.session(web) == nil)
        #expect(try await two.session(web) != nil, "\(form)")
      }
    }
  }

  @Test func `A logout token works again if the sessions couldn't be removed`() async throws {
    try await WebFixture.run(script: Self.script()) { fixture in
      let store = SuspendedStore(fixture.store)
      let (web, browser) = (fixture.web(store: store), TestBrowser())
      try await browser.signIn(web)
      let token = try fixture.logoutToken()
      store.failNextRemoval()
      #expect(try await post(token, web).status == .badRequest)
      #expect(try await browser.session(web) != nil)
      #expect(try await post(token, web).status == .ok)
      #expect(try await browser.session(web) == nil)
      // From now on, it's a repetition.
      try await browser.signIn(web)
      #expect(try await post(token, web).status == .badRequest)
      #expect(try await browser.session(web) != nil)
    }
  }

  @Test func `A sign-out at one provider's route ends the session of another one with the same cookie`() async throws {
    try await WebFixture.run { fixture in
      let (one, two) = (fixture.web(path: "/one", name: "one"), fixture.web(path: "/two", name: "two"))
      let browser = TestBrowser()
      try await browser.signIn(one)
      let copy = browser.request(.get, "/")
      _ = try await browser.post("/two/logout", "", two)
      #expect(browser.cookies["__Host-session"] == nil)
      #expect(try await one.session(for: copy) == nil)
    }
  }

  @Test func `A sign-out everywhere ends the user's other sessions, and only those`() async throws {
    try await WebFixture.run { fixture in
      let (web, one, two, other) = (fixture.web(), TestBrowser(), TestBrowser(), TestBrowser())
      try await one.signIn(web)
      try await two.signIn(web)
      await fixture.provider.rewrite { $0.user = TestUser("user-2") }
      try await other.signIn(web)
      _ = try await one.post("/auth/logout", "everywhere=true", web)
      #expect(try await two.session(web) == nil)
      #expect(try await other.session(web) != nil)
    }
  }

  @Test func `A sign-out succeeds although the provider fails`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      await fixture.provider.stop()
      #expect(try await browser.post("/auth/logout", "", web).status == .seeOther)
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A logout token ends the sessions of the provider's session, once`() async throws {
    try await WebFixture.run(script: Self.script()) { fixture in
      let (web, one, two) = (fixture.web(), TestBrowser(), TestBrowser())
      try await one.signIn(web)
      let token = try fixture.logoutToken()
      let response = try await post(token, web)
      #expect(response.status == .ok)
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(try await one.session(web) == nil)
      try await two.signIn(web)
      // Any server rejects the same token.
      for server in [web, fixture.web()] { #expect(try await post(token, server).status == .badRequest) }
      #expect(try await two.session(web) != nil)
    }
  }

  @Test func `A logout token is remembered as long as it is accepted`() async throws {
    try await WebFixture.run(script: Self.script()) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let token = try fixture.logoutToken()
      #expect(try await post(token, web).status == .ok)
      try await browser.signIn(web)
      // The token has expired 30 seconds ago, which is within the tolerance.
      fixture.advance(150)
      try await fixture.store.removeAllExpired(at: fixture.clock.value)
      #expect(try await post(token, web).status == .badRequest)
      #expect(try await browser.session(web) != nil)
    }
  }

  @Test func `A logout token without a session ends all sessions of its user`() async throws {
    try await WebFixture.run(script: Self.script()) { fixture in
      let (web, one, two) = (fixture.web(), TestBrowser(), TestBrowser())
      try await one.signIn(web)
      await fixture.provider.rewrite { $0.user = TestUser("user-2") }
      try await two.signIn(web)
      #expect(try await post(try fixture.logoutToken { $0["sid"] = nil }, web).status == .ok)
      #expect(try await one.session(web) == nil)
      #expect(try await two.session(web) != nil)
    }
  }

  @Test(
    arguments: [
      ("aud", .string("other")), ("iss", .string("https://evil.example")), ("exp", .number(1)),
      ("events", .object([:])), ("nonce", .string("n")), ("jti", .null), ("sid", .integer(1)),
    ] as [(String, JSONValue)])
  func `An invalid logout token ends no session`(name: String, value: JSONValue) async throws {
    try await WebFixture.run(script: Self.script()) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      #expect(try await post(try fixture.logoutToken { $0[name] = value }, web).status == .badRequest)
      #expect(try await browser.session(web) != nil)
    }
  }

  @Test func `A logout token that is repeated in the form or is in the query ends no session`() async throws {
    try await WebFixture.run(script: Self.script()) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let token = try fixture.logoutToken()
      let requests = [
        WebRequest(method: .post, target: "/auth/backchannel", form: "logout_token=\(token)&logout_token=\(token)"),
        WebRequest(method: .post, target: "/auth/backchannel?logout_token=\(token)"),
        WebRequest(method: .post, target: "/auth/backchannel"),
      ]
      for request in requests { #expect(await web.handle(request)?.status == .badRequest) }
      let get = WebRequest(method: .get, target: "/auth/backchannel?logout_token=\(token)")
      #expect(await web.handle(get)?.status == .methodNotAllowed)
      #expect(try await browser.session(web) != nil)
      // The token wasn't used up.
      #expect(try await post(token, web).status == .ok)
    }
  }

  @Test func `A notice in a frame ends the sessions that it names, without a cookie`() async throws {
    try await WebFixture.run(script: Self.script()) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let issuer = FormEncoding.escape(fixture.issuer)
      for query in [
        "", "?iss=\(issuer)&sid=other", "?iss=https%3A%2F%2Fevil.example&sid=provider-session", "?sid=provider-session",
      ] {
        _ = await web.handle(WebRequest(method: .get, target: "/auth/frontchannel" + query))
        #expect(try await browser.session(web) != nil, "\(query)")
      }
      let target = "/auth/frontchannel?iss=\(issuer)&sid=provider-session"
      let response = try #require(await web.handle(WebRequest(method: .get, target: target)))
      #expect(response.status == .ok)
      // The provider's page shows it in a frame.
      #expect(response.headers[HTTPField.Name("X-Frame-Options")!] == nil)
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A notice in a frame names the tenant's issuer if the provider has many`() async throws {
    let template = "https://login.example/{id_token.tid}/v2.0"
    let script = ScriptedProvider.Script { script in
      script.claims = {
        ($0["sid"], $0["tid"]) = (.string("provider-session"), .string("acme"))
        $0["iss"] = .string("https://login.example/acme/v2.0")
      }
    }
    try await WebFixture.run(script: script, { $0.idToken?.issuers = [TextTemplate(template)] }) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      for (tenant, isEnded) in [("other", false), ("acme", true)] {
        let issuer = "https%3A%2F%2Flogin.example%2F\(tenant)%2Fv2.0"
        let target = "/auth/frontchannel?iss=\(issuer)&sid=provider-session"
        let response = try #require(await web.handle(WebRequest(method: .get, target: target)))
        #expect(response.status == .ok)
        #expect(try await (browser.session(web) == nil) == isEnded)
      }
    }
  }
}
