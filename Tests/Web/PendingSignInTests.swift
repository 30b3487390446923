import AuthRuntime
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthWeb

@Suite struct `The cookies of pending sign-ins` {
  private func cookies(_ store: MemorySessionStore = MemorySessionStore()) -> PendingCookies {
    let sealer = Sealer(WebKeys(EncryptionKey()))
    return PendingCookies(
      provider: "test", rules: CookieRules(isSecure: true), sealer: sealer,
      stored: StoredSignIns(provider: "test", store: store, sealer: sealer), sameSite: .lax)
  }

  /// The names of the cookies that the next response removes.
  private func stale(_ names: [String]) -> [String] {
    let field = names.map { "__Host-signin.test.\($0)=x" }.joined(separator: "; ")
    return cookies().entries(of: WebRequest(method: .get, target: "/", headers: [.cookie: field]), at: Date()).stale
  }

  @Test(arguments: ["a b", "a!b", "a~b", "~", "a,b", "a\"b", "a%0Ab", "a/b", String(repeating: "a", count: 89)])
  func `A name that this app never uses isn't written to a response`(name: String) {
    #expect(stale([name]).isEmpty)
    #expect(stale(["a", name]) == ["signin.test.a"])
  }

  @Test func `Cookies that can't be opened are removed, and only fifty of them are read`() {
    let longest = String(repeating: "a", count: 88)
    #expect(stale(["A-b_0.", longest]) == ["signin.test.A-b_0.", "signin.test." + longest])
    #expect(stale((0..<60).map(String.init)) == (0..<50).map { "signin.test.\($0)" })
  }

  @Test func `A browser has at most five sign-ins, and the oldest ends first`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      var callbacks: [String] = []
      for number in 1...7 {
        callbacks.append(try await browser.startSignIn(web))
        #expect(browser.cookies.count == min(number, 5))
        fixture.advance(1)
      }
      for callback in callbacks[..<2] { #expect(try await browser.get(callback, web).status == .badRequest) }
      for callback in callbacks[2...] { #expect(try await browser.get(callback, web).status == .seeOther) }
    }
  }

  @Test func `A sign-in that doesn't fit in a cookie is stored`() async throws {
    try await WebFixture.run { fixture in
      let (cookies, request) = (cookies(fixture.store), WebRequest(method: .get, target: "/"))
      let pending = try await fixture.backend().start(redirectURI: "https://app.example/auth/callback", scopes: []).sent
      let now = fixture.clock.value
      var lengths: [Int] = []
      for length in stride(from: 0, to: 4000, by: 100) {
        let path = "/" + String(repeating: "a", count: length)
        let signIn = PendingSignIn(expiresAt: now + 600, authorization: pending, returnTo: path)
        let cookie = try #require(try await cookies.adding(signIn, to: request, at: now).first)
        #expect(cookie.utf8.count <= 4096)
        lengths.append(try #require(cookie.split(separator: ";").first?.split(separator: "=").last).utf8.count)
      }
      #expect((3600...3800).contains(try #require(lengths.max())))
      #expect(try #require(lengths.last) < 400)
    }
  }
}
