import AuthConfiguration
import AuthRuntime
import AuthTesting
import AuthWeb
import Foundation
import HTTPTypes
import Testing

@Suite struct `An attack on a web app's sign-in` {
  @Test func `Login CSRF: the callback of another browser's sign-in starts no session`() async throws {
    try await WebFixture.run { fixture in
      let (web, attacker, victim) = (fixture.web(), TestBrowser(), TestBrowser())
      let callback = try await attacker.startSignIn(web)
      #expect(try await victim.get(callback, web).status == .badRequest)
      // Not even if the victim's browser has its own sign-in.
      _ = try await victim.startSignIn(web)
      #expect(try await victim.get(callback, web).status == .badRequest)
      #expect(victim.cookies["__Host-session"] == nil)
      #expect(!fixture.provider.requests.contains { $0.path.hasSuffix("/token") })
    }
  }

  @Test func `Session fixation: a session ID that was there before the sign-in isn't used`() async throws {
    try await WebFixture.run { fixture in
      let (web, attacker, victim) = (fixture.web(), TestBrowser(), TestBrowser())
      try await attacker.signIn(web)
      let planted = try #require(attacker.cookies["__Host-session"])
      victim.set("__Host-session", planted)
      try await victim.signIn(web)
      #expect(victim.cookies["__Host-session"] != planted)
      // The planted session ended with the sign-in.
      #expect(try await attacker.session(web) == nil)
      victim.set("__Host-session", String(repeating: "A", count: 43))
      #expect(try await victim.session(web) == nil)
    }
  }

  @Test(arguments: [
    "https://evil.example", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "/%2fevil.example",
    "/%2Fevil.example", "/%5cevil.example", "/%255cevil.example", "/%25%32%66evil.example", "/%252fevil.example",
    "/\t/evil.example", "/%09/evil.example", "/%0d%0aLocation:%20https://evil.example", "/\r\nX: y",
    "javascript:alert(1)",
    "/..//evil.example", "/%2e%2e//evil.example", "/.//evil.example", "http:evil.example", "@evil.example",
    ".evil.example",
    "", "evil", "/a\u{2028}b", "/ä", "/%", "/%zz", "/auth/login", "/auth/logout", "/auth", "?x", "#x",
    "/" + String(repeating: "a", count: 3000), "/%25252525252fevil.example",
  ])
  func `Open redirect: the browser returns only to paths of the app`(target: String) async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let response = try await browser.signIn(web, returnTo: target)
      #expect(response.headers[.location] == "https://app.example/")
      let raw = try await browser.get("/auth/login?return_to=" + target.filter { $0.isASCII && $0 > " " }, web)
      #expect(raw.headers[.location]?.hasPrefix("http://127.0.0.1") == true)
      let done = try await browser.get(try await browser.callback(of: raw), web)
      #expect(done.headers[.location]?.hasPrefix("https://app.example/") == true)
      #expect(done.headers[.location]?.contains("evil") != true)
    }
  }

  @Test(arguments: ["/a?next=https%3A%2F%2Fother.example", "/a?u=//x", "/a/b%20c", "/a#top", "/~u/;p=1"])
  func `Harmless paths survive`(path: String) async throws {
    try await WebFixture.run { fixture in
      let response = try await TestBrowser().signIn(fixture.web(), returnTo: path)
      #expect(response.headers[.location] == "https://app.example" + path)
    }
  }

  @Test func `Cookie tossing: cookies that a subdomain can set are ignored`() async throws {
    try await WebFixture.run { fixture in
      let (web, attacker, victim) = (fixture.web(), TestBrowser(), TestBrowser())
      try await attacker.signIn(web)
      let own = try #require(attacker.cookies["__Host-session"])
      // A subdomain can't set a cookie with the prefix, but one with any other name.
      victim.set("session", own)
      #expect(try await victim.session(web) == nil)
      let callback = try await attacker.startSignIn(web)
      for (name, value) in attacker.cookies where name.contains("signin") {
        victim.set(String(name.dropFirst("__Host-".count)), value)
      }
      #expect(try await victim.get(callback, web).status == .badRequest)
      // Two cookies of one name are ambiguous.
      let cookie = "__Host-session=\(own); __Host-session=\(String(repeating: "A", count: 43))"
      let request = WebRequest(method: .get, target: "/", headers: [.cookie: cookie])
      #expect(try await web.session(for: request) == nil)
    }
  }

  @Test func `Callback replay: a callback works once, at all servers together`() async throws {
    try await WebFixture.run { fixture in
      let (one, two, browser) = (fixture.web(), fixture.web(), TestBrowser())
      let callback = try await browser.startSignIn(one)
      let before = browser.cookies
      #expect(try await browser.get(callback, one).status == .seeOther)
      for web in [one, two, fixture.web()] {
        let copy = TestBrowser()
        for (name, value) in before { copy.set(name, value) }
        #expect(try await copy.get(callback, web).status == .badRequest)
        #expect(copy.cookies["__Host-session"] == nil)
      }
      #expect(fixture.provider.requests.count { $0.path.hasSuffix("/token") } == 1)
    }
  }

  @Test func `Mix-up: a callback at one provider's route doesn't complete another provider's sign-in`() async throws {
    try await WebFixture.run { fixture in
      let one = fixture.web(path: "/auth/one", name: "one")
      let two = fixture.web(path: "/auth/two", name: "two")
      let browser = TestBrowser()
      let callback = try await browser.startSignIn(one)
      let moved = callback.replacing("/auth/one/", with: "/auth/two/")
      #expect(try await browser.get(moved, two).status == .badRequest)
      // Not even if the cookie is renamed.
      for (name, value) in browser.cookies { browser.set(name.replacing("signin.one.", with: "signin.two."), value) }
      #expect(try await browser.get(moved, two).status == .badRequest)
      #expect(try await browser.get(callback, one).status == .seeOther)
    }
  }

  @Test(arguments: ["https://evil.example", "null", "http://app.example", "https://app.example.evil.example"])
  func `Logout CSRF: another site's form ends no session`(origin: String) async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let forged = browser.request(.post, "/auth/logout", headers: [.origin: origin])
      #expect(try await browser.send(forged, to: web).status == .forbidden)
      let sameSite = browser.request(.post, "/auth/logout", headers: [HTTPField.Name("Sec-Fetch-Site")!: "same-site"])
      #expect(try await browser.send(sameSite, to: web).status == .forbidden)
      let silent = browser.request(
        .post, "/auth/logout", headers: [:], form: "csrf_token=\(String(repeating: "A", count: 43))")
      #expect(try await browser.send(silent, to: web).status == .forbidden)
      #expect(try await browser.get("/auth/logout", web).status == .methodNotAllowed)
      #expect(try await browser.session(web) != nil)
    }
  }

  @Test func `A CSRF token belongs to one session`() async throws {
    try await WebFixture.run { fixture in
      let (web, one, two) = (fixture.web(), TestBrowser(), TestBrowser())
      try await one.signIn(web)
      try await two.signIn(web)
      let token = try #require(try await one.session(web)).csrfToken
      let forged = two.request(.post, "/auth/logout", headers: [:], form: "csrf_token=\(token)")
      #expect(try await two.send(forged, to: web).status == .forbidden)
      let own = one.request(.post, "/auth/logout", headers: [:], form: "csrf_token=\(token)")
      #expect(try await one.send(own, to: web).status == .seeOther)
      #expect(try await one.session(web) == nil)
    }
  }

  @Test func `Header injection: nothing from a request reaches a header field unchecked`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let evil = "x%0d%0aSet-Cookie:%20a=b"
      browser.set("__Host-signin.test.a\u{1}b", "x")
      browser.set("__Host-signin.test.a b", "x")
      for target in [
        "/auth/login?return_to=/\(evil)", "/auth/callback?code=\(evil)&state=\(evil)&iss=\(evil)",
        "/auth/signed-out?state=\(evil)", "/auth/frontchannel?iss=\(evil)&sid=\(evil)", "/auth/initiate?iss=\(evil)",
        "/auth/login?demand=\(evil)",
      ] {
        let response = try await browser.send(browser.request(.get, target), to: web)
        for field in response.headers {
          #expect(field.value.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
          #expect(!field.value.contains("Set-Cookie"))
        }
        #expect(!response.body.contains("Set-Cookie"))
      }
    }
  }

  @Test func `Oversized cookies are ignored`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      var request = browser.request(.get, "/")
      request.headers.append(HTTPField(name: .cookie, value: "a=" + String(repeating: "b", count: 40_000)))
      #expect(try await web.session(for: request) == nil)
      for index in 0..<40 { browser.set("__Host-signin.test.x\(index)", String(repeating: "A", count: 100)) }
      let response = try await browser.get("/auth/login", web)
      #expect(response.status == .seeOther)
      #expect(browser.cookies.keys.count { $0.contains("signin") } == 1)
    }
  }

  @Test func `A page of another site can't start a sign-in in the background`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let initiation = "/auth/initiate?iss=" + FormEncoding.escape(fixture.issuer)
      for target in ["/auth/login", initiation] {
        let requests = [("no-cors", "image"), ("cors", "empty"), ("same-origin", "empty"), ("navigate", "iframe")]
        for (mode, place) in requests {
          let headers: HTTPFields = [
            HTTPField.Name("Sec-Fetch-Mode")!: mode, HTTPField.Name("Sec-Fetch-Dest")!: place,
          ]
          let response = try await browser.send(browser.request(.get, target, headers: headers), to: web)
          #expect(response.status == .badRequest, "\(target) for \(place)")
        }
      }
      #expect(browser.cookies.isEmpty)
    }
  }

  @Test func `A sealed cookie of one purpose or name can't be used for another`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let callback = try await browser.startSignIn(web)
      let (name, value) = try #require(browser.cookies.first { $0.key.contains("signin") })
      browser.set(name, nil)
      browser.set("__Host-signin.test.AAAAAAAAAAAA", value)
      #expect(try await browser.get(callback, web).status == .badRequest)
      let response = try await browser.get("/auth/login?demand=\(value)", web)
      #expect(response.status == .badRequest)
    }
  }

  @Test func `A session isn't one of another client with the same name`() async throws {
    try await WebFixture.run { fixture in
      let browser = TestBrowser()
      try await browser.signIn(fixture.web())
      let other = WebFixture.Web(
        fixture.backend(clientID: "other-client"), origin: WebFixture.origin, name: "test", keys: fixture.keys,
        sessions: fixture.store)
      #expect(try await browser.session(other) == nil)
      #expect(try await browser.session(fixture.web()) != nil)
    }
  }
}
