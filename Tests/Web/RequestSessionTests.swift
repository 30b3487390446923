import AuthRuntime
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthWeb

@Suite struct `The session of a request to a web app` {
  @Test func `A cookie that isn't 32 bytes in base64url isn't a session ID`() async throws {
    try await WebFixture.run { fixture in
      let (keeper, browser) = (try fixture.web().setup.get().keeper, TestBrowser())
      let id = RandomText.make()
      for value in ["", "AAAA", "sign-in test 1", id + "A", id + "=", String(id.dropLast()), "/" + id.dropFirst()] {
        browser.set("__Host-session", value)
        #expect(keeper.id(in: browser.request(.get, "/")) == nil, "\(value)")
      }
      browser.set("__Host-session", id)
      #expect(keeper.id(in: browser.request(.get, "/")) == SessionIDHash(of: Secret(id)))
    }
  }

  @Test func `The session of one provider isn't a session of another one with the same cookie`() async throws {
    try await WebFixture.run { fixture in
      let (one, two) = (fixture.web(path: "/one", name: "one"), fixture.web(path: "/two", name: "two"))
      let browser = TestBrowser()
      try await browser.signIn(one)
      #expect(try await browser.session(one) != nil)
      #expect(try await browser.session(two) == nil)
    }
  }

  @Test func `A session ends at its absolute limit, even if a store moved the other date past it`() async throws {
    try await WebFixture.run { fixture in
      let lifetimes = WebLifetimes(idle: .seconds(1000), absolute: .seconds(3000))
      let (web, browser) = (fixture.web(lifetimes: lifetimes), TestBrowser())
      try await browser.signIn(web)
      let session = try #require(try await browser.session(web))
      let now = fixture.clock.value
      await fixture.store.touch(session.id, usedAt: now + 2900, expiresAt: now + 9000)
      fixture.advance(2900)
      #expect(try await browser.session(web) != nil)
      fixture.advance(101)
      #expect(try await browser.session(web) == nil)
    }
  }

  @Test func `A use is noted at most once a minute`() async throws {
    try await WebFixture.run { fixture in
      let store = ObservedStore(fixture.store)
      let (web, browser) = (fixture.web(store: store), TestBrowser())
      try await browser.signIn(web)
      for (seconds, uses) in [(0, 0), (30, 0), (31, 1), (0, 1), (59, 1), (1, 2)] as [(TimeInterval, Int)] {
        fixture.advance(seconds)
        #expect(try await browser.session(web) != nil)
        #expect(store.count(.touch) == uses)
      }
    }
  }

  @Test(arguments: [true, false])
  func `The app can end a user's sessions with or without the current one`(keepingThis: Bool) async throws {
    try await WebFixture.run { fixture in
      let (web, one, two) = (fixture.web(), TestBrowser(), TestBrowser())
      try await one.signIn(web)
      try await two.signIn(web)
      let session = try #require(try await one.session(web))
      #expect(try await web.endSessions(ofUserIn: session, keepingThis: keepingThis) == (keepingThis ? 1 : 2))
      #expect(try await (one.session(web) != nil) == keepingThis)
      #expect(try await two.session(web) == nil)
    }
  }
}
