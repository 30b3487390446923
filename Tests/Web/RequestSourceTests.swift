import AuthRuntime
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthWeb

@Suite struct `The source of a request to a web app` {
  private static let site = HTTPField.Name("Sec-Fetch-Site")!

  /// Whether the app's origin sent a request with these fields.
  private func isOwn(_ fields: [(HTTPField.Name, String)]) throws -> Bool? {
    var headers = HTTPFields()
    for (name, value) in fields { headers.append(HTTPField(name: name, value: value)) }
    let request = WebRequest(method: .post, target: "/", headers: headers)
    return try PublicOrigin("https://app.example").isSource(of: request)
  }

  @Test func `The app's own origin is recognized exactly`() throws {
    #expect(try isOwn([(.origin, "https://app.example")]) == true)
    for other in [
      "https://APP.example", "https://app.example:8443", "https://app.example/", "app.example", "http://app.example",
      "",
    ] {
      #expect(try isOwn([(.origin, other)]) == false, "\(other)")
    }
  }

  @Test func `Several origins are rejected, whichever comes first`() throws {
    let (own, other) = ("https://app.example", "https://evil.example")
    for pair in [[own, other], [other, own], [own, own], ["null", "null"], ["null", own]] {
      #expect(try isOwn(pair.map { (.origin, $0) } + [(Self.site, "same-origin")]) == false, "\(pair)")
    }
  }

  @Test func `The Origin field takes precedence over Sec-Fetch-Site`() throws {
    #expect(try isOwn([(.origin, "https://evil.example"), (Self.site, "same-origin")]) == false)
    #expect(try isOwn([(.origin, "https://app.example"), (Self.site, "cross-site")]) == true)
  }

  @Test func `If the origin is missing or null, Sec-Fetch-Site decides`() throws {
    for (site, isOwnSite) in [
      ("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false), ("SAME-ORIGIN", false),
    ] {
      #expect(try isOwn([(.origin, "null"), (Self.site, site)]) == isOwnSite)
      #expect(try isOwn([(Self.site, site)]) == isOwnSite)
    }
    #expect(try isOwn([(.origin, "null")]) == false)
    #expect(try isOwn([]) == nil)
  }

  @Test func `A request from another site is rejected even with a CSRF token`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      try await browser.signIn(web)
      let token = try #require(try await browser.session(web)).csrfToken
      for fields: HTTPFields in [[.origin: "https://evil.example"], [Self.site: "cross-site"], [.origin: "null"]] {
        let forged = browser.request(.post, "/auth/logout", headers: fields, form: "csrf_token=\(token)")
        #expect(try await browser.send(forged, to: web).status == .forbidden)
      }
      #expect(try await browser.session(web) != nil)
    }
  }

  @Test(arguments: ["https://app.example?x", "https://app.example#x", "https://app.example/a", "https://"])
  func `An origin has neither a path nor a query nor a fragment`(origin: String) {
    #expect(throws: (any Error).self) { try PublicOrigin(origin) }
  }

  @Test func `Only an https origin is secure, and default ports and a slash are left out`() throws {
    for (text, origin) in [
      ("https://App.Example/", "https://app.example"), ("https://app.example:443", "https://app.example"),
      ("https://app.example:80", "https://app.example:80"),
      ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
      ("http://localhost:80/", "http://localhost"), ("http://[::1]:8080", "http://[::1]:8080"),
    ] {
      let parsed = try PublicOrigin(text)
      #expect(parsed.text == origin)
      #expect(parsed.isSecure == origin.hasPrefix("https:"))
    }
  }

  @Test func `Only a URL of the app's origin has a path of the app`() throws {
    let origin = try PublicOrigin("https://app.example")
    #expect(origin.path(of: "https://app.example") == "/")
    #expect(origin.path(of: "https://app.example/a?b") == "/a?b")
    for other in ["https://bad.example/a", "http://app.example/aa", "/a", "https://APP.example/a", ""] {
      #expect(origin.path(of: other) == nil, "\(other)")
    }
  }

  @Test(arguments: ["", "a.b", "a b", "a;b", "ä", String(repeating: "a", count: 33)])
  func `A name that can't be part of a cookie's name is rejected`(name: String) async throws {
    try await WebFixture.run { fixture in
      #expect(throws: (any Error).self) { try fixture.web(name: name).checkConfiguration() }
      let web = WebFixture.Web(
        fixture.backend(), origin: WebFixture.origin, keys: fixture.keys, sessions: fixture.store, cookieName: name)
      #expect(throws: (any Error).self) { try web.checkConfiguration() }
    }
  }
}

@Suite struct `The form of a request to a web app` {
  private func form(_ type: String?, _ body: [UInt8] = Array("a=b".utf8)) -> String {
    var head = HTTPRequest(method: .post, scheme: "https", authority: "app.example", path: "/")
    head.headerFields[.contentType] = type
    return WebRequest(head, body: body).form
  }

  @Test func `Only a form is read`() {
    let type = "application/x-www-form-urlencoded"
    for own in [type, type.uppercased(), type + "; charset=utf-8", type + ";charset=utf-8"] {
      #expect(form(own) == "a=b", "\(own)")
    }
    for other in [nil, "text/plain", type + "2", "multipart/form-data", "x/\(type)", ""] {
      #expect(form(other).isEmpty, "\(other ?? "none")")
    }
  }

  @Test func `A form that is too long or isn't UTF-8 is empty`() {
    let type = "application/x-www-form-urlencoded"
    let longest = [UInt8](repeating: UInt8(ascii: "a"), count: 65_536)
    #expect(form(type, longest).utf8.count == 65_536)
    #expect(form(type, longest + [UInt8(ascii: "a")]).isEmpty)
    #expect(form(type, [UInt8(ascii: "a"), 0xFF]).isEmpty)
    let long = String(repeating: "a", count: 65_537)
    #expect(WebRequest(method: .post, target: "/", form: long).form.isEmpty)
  }

  @Test func `A field that occurs twice is missing, and a posted request's query isn't read`() {
    let request = WebRequest(method: .post, target: "/?a=1&c=2", form: "a=3&b=4&b=5")
    #expect(request.field("a") == "3")
    #expect(request.field("b") == nil)
    #expect(request.field("c") == nil)
    #expect(WebRequest(method: .get, target: "/?a=1", form: "a=3").field("a") == "1")
  }
}

@Suite struct `A navigation to a page of a web app` {
  private static let mode = HTTPField.Name("Sec-Fetch-Mode")!
  private static let destination = HTTPField.Name("Sec-Fetch-Dest")!

  private func isNavigation(_ method: HTTPRequest.Method, _ headers: HTTPFields) -> Bool {
    WebRequest(method: method, target: "/", headers: headers).isNavigation
  }

  @Test(arguments: [.get, .head] as [HTTPRequest.Method])
  func `A page that the browser shows can be redirected`(method: HTTPRequest.Method) {
    #expect(isNavigation(method, [Self.mode: "navigate"]))
    #expect(isNavigation(method, [Self.mode: "navigate", Self.destination: "document"]))
    for accepted in ["text/html", "application/xhtml+xml, Text/HTML;q=0.9"] {
      #expect(isNavigation(method, [.accept: accepted]))
    }
  }

  @Test(
    arguments: [
      [:], [.accept: "application/json"], [mode: "cors"], [mode: "cors", .accept: "text/html"],
      [mode: "navigate", destination: "iframe"], [mode: "no-cors", destination: "image"],
    ] as [HTTPFields])
  func `A request in the background can't be redirected`(headers: HTTPFields) {
    #expect(!isNavigation(.get, headers))
  }

  @Test(arguments: [.post, .put, .delete, .options] as [HTTPRequest.Method])
  func `A request that may have a body can't be redirected`(method: HTTPRequest.Method) {
    #expect(!isNavigation(method, TestBrowser.navigation))
    #expect(!isNavigation(method, [.accept: "text/html"]))
  }
}
