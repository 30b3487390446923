import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The router of a one-time address` {
  private static let page = "https://id.example.com/authorize?state=s3cret"
  private static let connection = LoopbackConnection(
    peer: .init(address: [127, 0, 0, 1], port: 40_000), here: .init(address: [127, 0, 0, 1], port: 5000))

  private let failures = Locked<[BrowserFailure]>([])

  private func router(
    _ owner: PeerOwner = .user(1000), acceptsRelay: Bool = false, isOwnerKnown: Bool = true
  ) throws -> LaunchRouter {
    let rule = LaunchPeerRule(user: 1000, acceptsRelay: acceptsRelay, isOwnerKnown: isOwnerKnown) { _ in owner }
    return LaunchRouter(url: try SecureURL.parse(Self.page), authority: "127.0.0.1:5000", rule: rule) {
      [failures] failure in failures.withLock { $0.append(failure) }
    }
  }

  /// Sends a request and lets its response reach the browser.
  private func ask(
    _ router: LaunchRouter, _ method: String = "GET", path: String? = nil, _ headers: [String: String] = [:]
  ) -> LoopbackReply {
    let response = router.response(
      LoopbackRequest(
        method: method, target: path ?? router.path,
        headers: ["host": "127.0.0.1:5000"].merging(headers) { $1 }, connection: Self.connection))
    response.report?()
    return response
  }

  @Test func `The first navigation is redirected to the page, without caching and without a referrer`() throws {
    let router = try router()
    #expect(router.path.utf8.count == 44)
    #expect(!router.hasRedirected)
    let response = ask(router, "GET", ["sec-fetch-dest": "document", "sec-fetch-mode": "navigate"])
    #expect(response.status == 303)
    #expect(router.hasRedirected && !router.wasStoppedByOtherUser)
    let fields = Dictionary(uniqueKeysWithValues: response.fields(CallbackPages()))
    #expect(
      fields == ["Location": Self.page, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"])
    #expect(failures.value == [])
  }

  @Test func `The second navigation ends the sign-in and gets a page that says why`() throws {
    let router = try router()
    _ = ask(router)
    let second = ask(router)
    #expect((second.status, second.location) == (410, nil))
    #expect(second.page?.html(CallbackPages()).contains("opened twice") == true)
    #expect(failures.value == [.launch(.openedTwice)])
  }

  @Test(arguments: [
    ("HEAD", [:], 405), ("POST", [:], 405), ("OPTIONS", [:], 405),
    ("GET", ["sec-purpose": "prefetch"], 403), ("GET", ["sec-purpose": "prefetch;prerender"], 403),
    ("GET", ["sec-purpose": "prerender"], 403), ("GET", ["purpose": "prefetch"], 403),
    ("GET", ["x-moz": "prefetch"], 403), ("GET", ["x-purpose": "preview"], 403),
    ("GET", ["sec-fetch-dest": "image"], 403),
    ("GET", ["sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate"], 403),
    ("GET", ["sec-fetch-dest": "document", "sec-fetch-mode": "no-cors"], 403),
    ("GET", ["host": "localhost:5000"], 421), ("GET", ["host": "evil.example"], 421),
  ])
  func `A request that isn't the user's navigation neither counts nor receives the page's address`(
    method: String, headers: [String: String], status: Int
  ) throws {
    let router = try router()
    for _ in 0..<3 {
      let response = ask(router, method, headers)
      #expect((response.status, response.location) == (status, nil))
    }
    #expect(ask(router).location == Self.page)
    #expect(failures.value == [])
  }

  @Test(arguments: ["/", "/favicon.ico", "/guess", "%?", "%/", "%%"])
  func `A request for another path gets 404 and changes nothing`(pattern: String) throws {
    let router = try router()
    let path = pattern.replacing("%", with: router.path)
    #expect(ask(router, path: path).status == 404)
    #expect(ask(router).location == Self.page)
    #expect(failures.value == [])
  }

  @Test func `A request by another user ends the sign-in before and after the browser's own`() throws {
    let router = try router(.user(1001))
    let first = ask(router)
    #expect((first.status, first.location) == (403, nil))
    #expect(router.wasStoppedByOtherUser && !router.hasRedirected)
    #expect(failures.value == [.launch(.openedByAnotherUser)])

    let owner = Locked(PeerOwner.user(1000))
    let rule = LaunchPeerRule(user: 1000) { _ in owner.value }
    let opened = LaunchRouter(url: try SecureURL.parse(Self.page), authority: "127.0.0.1:5000", rule: rule) {
      [failures] failure in failures.withLock { $0.append(failure) }
    }
    #expect(ask(opened).location == Self.page)
    owner.withLock { $0 = .user(1001) }
    #expect(ask(opened).location == nil)
    #expect(failures.value.count == 2, "the second request ends the sign-in, too")
  }

  @Test func `Root is another user, except for the relay of WSL`() throws {
    #expect(ask(try router(.user(0))).location == nil)
    #expect(ask(try router(.user(0), acceptsRelay: true)).location == Self.page)
    #expect(ask(try router(.noProcess, acceptsRelay: true)).location == Self.page)
    #expect(ask(try router(.user(1001), acceptsRelay: true)).location == nil)
  }

  @Test func `A process that closed its connection receives nothing, and the browser still gets the page`() throws {
    let owner = Locked(PeerOwner.noProcess)
    let rule = LaunchPeerRule(user: 1000) { _ in owner.value }
    let router = LaunchRouter(url: try SecureURL.parse(Self.page), authority: "127.0.0.1:5000", rule: rule) {
      Issue.record("\($0)")
    }
    #expect(ask(router).location == nil)
    owner.withLock { $0 = .user(1000) }
    #expect(ask(router).location == Self.page)
  }

  @Test func `If the system stops reporting the sender, the address stays closed`() throws {
    for acceptsRelay in [false, true] {
      #expect(ask(try router(.unknown, acceptsRelay: acceptsRelay)).location == nil)
    }
  }

  @Test func `If the system doesn't report the sender, the address still works only once`() throws {
    let router = try router(.unknown, isOwnerKnown: false)
    #expect(ask(router).location == Self.page)
    #expect(ask(router).location == nil)
    #expect(failures.value == [.launch(.openedTwice)])
  }
}
