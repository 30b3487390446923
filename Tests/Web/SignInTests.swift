import AuthRuntime
import AuthTesting
import AuthWeb
import Foundation
import HTTPTypes
import ReferenceClients
import TestSupport
import Testing

@Suite struct `A sign-in in a web app` {
  @Test func `The browser gets a session and returns to the page that it came from`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let response = try await browser.signIn(web, returnTo: "/orders?page=2")
      #expect(response.status == .seeOther)
      #expect(response.headers[.location] == "https://app.example/orders?page=2")
      #expect(browser.cookies.keys.sorted() == ["__Host-session"])
      let session = try #require(try await browser.session(web))
      #expect(session.user.name == "Ada")
      #expect(session.user.id == "user-1")
      let token = try await session.accessToken()
      #expect(!token.reveal().isEmpty)
    }
  }

  @Test func `Cookies of an https origin are bound to the host and hidden from scripts`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      for cookie in browser.received.value {
        #expect(cookie.hasPrefix("__Host-"))
        let attributes = Set(cookie.components(separatedBy: "; ").dropFirst())
        #expect(attributes.isSuperset(of: ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]), "\(cookie)")
        #expect(!cookie.contains("Domain"))
      }
    }
  }

  @Test func `Cookies of a loopback origin without TLS have neither the prefix nor Secure`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web("http://localhost:8080"), TestBrowser())
      try await browser.signIn(web)
      #expect(browser.cookies.keys.sorted() == ["session"])
      for cookie in browser.received.value { #expect(!cookie.contains("Secure") && !cookie.contains("__Host-")) }
      #expect(try await browser.session(web) != nil)
    }
  }

  /// Browsers require `Secure` with `SameSite=None` on every origin.
  @Test(arguments: [("https://app.example", true), ("http://localhost:8080", false)])
  func `A posted callback finds its sign-in in a cookie that other sites' forms send`(
    origin: String, isSecure: Bool
  ) async throws {
    try await WebFixture.run({ $0.authorization.responseMode = .formPost }) { fixture in
      let (web, browser) = (fixture.web(origin), TestBrowser())
      let login = try await browser.get("/auth/login", web)
      let pending = try #require(browser.received.value.last)
      #expect(pending.contains("; SameSite=None") && pending.contains("; Secure"))
      #expect(pending.hasPrefix("__Host-") == isSecure)
      let form = try await browser.form(at: try #require(login.headers[.location]))
      let done = try await browser.send(browser.request(.post, "/auth/callback", form: form), to: web)
      #expect(done.status == .seeOther)
      let session = try #require(browser.received.value.last)
      #expect(session.contains("; SameSite=Lax"))
      #expect(session.contains("; Secure") == isSecure)
      #expect(session.hasPrefix("__Host-") == isSecure)
      #expect(try await browser.session(web) != nil)
      #expect(try await browser.get("/auth/callback?code=a&state=b", web).status == .methodNotAllowed)
    }
  }

  /// Browsers don't send the session's cookie with a form of the provider.
  @Test func `A posted callback ends the session that the browser had before`() async throws {
    try await WebFixture.run({ $0.authorization.responseMode = .formPost }) { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      _ = try await browser.send(browser.request(.post, "/auth/callback", form: browser.form(web)), to: web)
      let earlier = browser.request(.get, "/")
      #expect(try await web.session(for: earlier) != nil)
      let form = try await browser.form(web)
      let session = browser.cookies["__Host-session"]
      browser.set("__Host-session", nil)
      _ = try await browser.send(browser.request(.post, "/auth/callback", form: form), to: web)
      #expect(browser.cookies["__Host-session"] != session)
      #expect(try await browser.session(web) != nil)
      #expect(try await web.session(for: earlier) == nil)
    }
  }

  @Test func `Several tabs can sign in at the same time, and the last sign-in wins`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let first = try await browser.startSignIn(web, returnTo: "/a")
      let second = try await browser.startSignIn(web, returnTo: "/b")
      #expect(try await browser.get(second, web).headers[.location] == "https://app.example/b")
      let old = try #require(browser.cookies["__Host-session"])
      #expect(try await browser.get(first, web).headers[.location] == "https://app.example/a")
      #expect(browser.cookies["__Host-session"] != old)
      #expect(try await browser.session(web) != nil)
      browser.set("__Host-session", old)
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A sign-in is over after ten minutes`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let callback = try await browser.startSignIn(web)
      fixture.advance(601)
      #expect(try await browser.get(callback, web).status == .badRequest)
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A user who declines gets a page with a link, and no session`() async throws {
    try await WebFixture.run { fixture in
      await fixture.provider.inject(.denial)
      let (web, browser) = (fixture.web(), TestBrowser())
      let response = try await browser.signIn(web)
      #expect(response.status == .forbidden)
      #expect(response.body.contains("/auth/login"))
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A session ends when it isn't used, and at its absolute limit`() async throws {
    try await WebFixture.run { fixture in
      let lifetimes = WebLifetimes(idle: .seconds(1000), absolute: .seconds(3000))
      let (web, browser) = (fixture.web(lifetimes: lifetimes), TestBrowser())
      try await browser.signIn(web)
      for _ in 0..<3 {
        fixture.advance(900)
        #expect(try await browser.session(web) != nil)
      }
      fixture.advance(400)
      #expect(try await browser.session(web) == nil)
      try await browser.signIn(web)
      fixture.advance(1001)
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `Two servers with the same keys and store share sessions and sign-ins`() async throws {
    try await WebFixture.run { fixture in
      let (one, two, browser) = (fixture.web(), fixture.web(), TestBrowser())
      let callback = try await browser.startSignIn(one)
      #expect(try await browser.get(callback, two).status == .seeOther)
      #expect(try await browser.session(one)?.user.id == "user-1")
    }
  }

  @Test func `A rotated key still opens sessions, and a removed key doesn't`() async throws {
    try await WebFixture.run { fixture in
      let (old, new) = (EncryptionKey(), EncryptionKey())
      let browser = TestBrowser()
      try await browser.signIn(fixture.web(keys: WebKeys(old)))
      #expect(try await browser.session(fixture.web(keys: WebKeys(new, previous: [old]))) != nil)
      #expect(try await browser.session(fixture.web(keys: WebKeys(new))) == nil)
    }
  }

  @Test func `The store contains neither the session's ID nor a token nor a claim`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let session = try #require(try await browser.session(web))
      let record = try #require(await fixture.store.find(session.id))
      let id = try #require(browser.cookies["__Host-session"])
      let token = try await session.accessToken().reveal()
      for secret in [id, token, "ada@example.test"] {
        #expect(record.contents.range(of: Data(secret.utf8)) == nil)
      }
      #expect(!"\(record)".contains(id))
    }
  }

  @Test func `The app's account is in the session`() async throws {
    try await WebFixture.run { fixture in
      var web = fixture.web()
      web.account = { user, _ in "account-\(user.id)" }
      let browser = TestBrowser()
      try await browser.signIn(web)
      #expect(try await browser.session(web)?.account == "account-user-1")
    }
  }

  @Test func `Generated providers have a typed web app`() async throws {
    try await ScriptedProvider.run(as: Keycloak.self) { provider in
      var web = Keycloak.Web(
        provider.backend(Keycloak.self), origin: "https://app.example", keys: WebKeys(EncryptionKey()),
        sessions: MemorySessionStore())
      web.start = { backend, redirectURI, _ in
        try await backend.start(scopes: [.openid], prompt: [.login], redirectURI: redirectURI)
      }
      let response = await web.handle(WebRequest(method: .get, target: "/auth/login"))
      #expect(response?.headers[.location]?.contains("prompt=login") == true)
      #expect(web.callbackURL == "https://app.example/auth/callback")
    }
  }

  @Test(arguments: [
    ("https://app.example/x", "/auth"), ("http://app.example", "/auth"), ("app.example", "/auth"),
    ("https://app.example", "auth"), ("https://app.example", "/auth/"), ("https://app.example", "//auth"),
  ])
  func `An invalid configuration is reported, and requests fail`(origin: String, path: String) async throws {
    try await WebFixture.run { fixture in
      let web = fixture.web(origin, path: path)
      #expect(throws: (any Error).self) { try web.checkConfiguration() }
      let response = await web.handle(WebRequest(method: .get, target: path + "/login"))
      #expect(response?.status == .internalServerError)
      #expect(web.isForged(WebRequest(method: .post, target: "/notes")))
      #expect(!web.isForged(WebRequest(method: .get, target: "/notes")))
    }
  }
}
