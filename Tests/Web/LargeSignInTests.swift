import AuthRuntime
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthWeb

@Suite struct `A sign-in that is too large for a cookie` {
  private func web(_ fixture: WebFixture, _ path: String = "/auth", name: String = "test") -> WebFixture.Web {
    var web = fixture.web(path: path, name: name)
    web.start = { backend, redirectURI, _ in
      var parameters = AuthorizationParameters()
      parameters.set("login_hint", String(repeating: "a", count: 4000))
      return try await backend.start(redirectURI: redirectURI, scopes: [], parameters: parameters)
    }
    return web
  }

  @Test func `It's kept in the store until its callback, and the cookie refers to it`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (web(fixture), TestBrowser())
      let callback = try await browser.startSignIn(web, returnTo: "/orders")
      let cookie = try #require(browser.cookies.first { $0.key.contains("signin") })
      #expect(cookie.value.utf8.count < 400)
      let before = browser.cookies
      let done = try await browser.get(callback, web)
      #expect(done.headers[.location] == "https://app.example/orders")
      #expect(try await browser.session(web) != nil)
      #expect(browser.cookies.keys.sorted() == ["__Host-session"])
      // Only the session is left, and the callback doesn't work again.
      #expect(await fixture.store.removeExpired(at: .distantFuture, limit: .max) == 2)
      for (name, value) in before { browser.set(name, value) }
      #expect(try await browser.get(callback, web).status == .badRequest)
    }
  }

  @Test func `It's also kept there if many tabs would make the cookies too large together`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let path = "/orders?" + String(repeating: "a", count: 1500)
      var callbacks: [String] = []
      for _ in 0..<5 { callbacks.append(try await browser.startSignIn(web, returnTo: path)) }
      #expect(browser.cookies.count == 5)
      let length = browser.cookies.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
      #expect(length < 7500)
      for callback in callbacks { #expect(try await browser.get(callback, web).status == .seeOther) }
    }
  }

  @Test func `A callback in another browser, of another provider, or ten minutes later is rejected`() async throws {
    try await WebFixture.run { fixture in
      let (one, two, browser) = (web(fixture, "/auth/one", name: "one"), web(fixture), TestBrowser())
      let callback = try await browser.startSignIn(one)
      #expect(try await TestBrowser().get(callback, one).status == .badRequest)
      for (name, value) in browser.cookies { browser.set(name.replacing("signin.one.", with: "signin.test."), value) }
      #expect(try await browser.get(callback.replacing("/auth/one/", with: "/auth/"), two).status == .badRequest)
      fixture.advance(601)
      #expect(try await browser.get(callback, one).status == .badRequest)
      #expect(browser.cookies["__Host-session"] == nil)
    }
  }

  @Test func `Its row can't be used as a session`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (web(fixture), TestBrowser())
      _ = try await browser.startSignIn(web)
      for row in 0..<StoredSignIns.maximumRows {
        browser.set("__Host-session", "sign-in test \(row)")
        if try await browser.session(web) != nil { Issue.record("row \(row) is a session") }
      }
    }
  }

  @Test func `Strangers can fill only a limited number of rows, and the newest sign-in still works`() async throws {
    try await WebFixture.run { fixture in
      let stored = StoredSignIns(provider: "test", store: fixture.store, sealer: Sealer(fixture.keys), maximumRows: 20)
      let pending = try await fixture.backend().start(redirectURI: "https://app.example/auth/callback", scopes: []).sent
      let now = fixture.clock.value
      func signIn() -> PendingSignIn {
        PendingSignIn(expiresAt: now.addingTimeInterval(600), authorization: pending, returnTo: "/")
      }
      var references: [StoredSignIns.Reference] = []
      for _ in 0..<500 { references.append(try await stored.add(signIn(), at: now)) }
      #expect(try await stored.find(try #require(references.last))?.id == references.last?.id)
      // A sign-in that another one replaced isn't found, and doesn't remove it.
      let replaced = try #require(references.first { $0.row == references.last?.row })
      #expect(try await stored.find(replaced) == nil)
      try await stored.remove(replaced)
      #expect(try await stored.find(try #require(references.last)) != nil)
      let count = await fixture.store.removeExpired(at: .distantFuture, limit: .max)
      #expect((1...20).contains(count))
    }
  }

  @Test func `A new sign-in replaces one that has expired, and doesn't try other rows`() async throws {
    try await WebFixture.run { fixture in
      let store = ObservedStore(fixture.store)
      let stored = StoredSignIns(provider: "test", store: store, sealer: Sealer(fixture.keys), maximumRows: 1)
      let pending = try await fixture.backend().start(redirectURI: "https://app.example/auth/callback", scopes: []).sent
      let now = fixture.clock.value
      // Only a row with a sign-in that is still possible makes the next one try others.
      for (seconds, reads) in [(0, 1), (599, 3), (1200, 1)] as [(TimeInterval, Int)] {
        let before = store.count(.find)
        let end = now + seconds + 600
        let signIn = PendingSignIn(expiresAt: end, authorization: pending, returnTo: "/")
        let reference = try await stored.add(signIn, at: now + seconds)
        #expect(store.count(.find) - before == reads)
        #expect(try await stored.find(reference)?.id == signIn.id)
      }
    }
  }
}
