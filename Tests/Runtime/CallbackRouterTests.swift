import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The loopback receiver's router` {
  private let router = CallbackRouter(authority: "127.0.0.1:8765", path: "/callback") { query in
    (query == "right" ? .signedIn : .refused, {})
  }

  private func status(
    _ target: String, method: String = "GET", _ headers: [String: String] = [:]
  ) -> (status: Int, isJudged: Bool) {
    let headers = ["host": "127.0.0.1:8765"].merging(headers) { $1 }
    let answer = router.answer(LoopbackRequest(method: method, target: target, headers: headers))
    return (answer.status, answer.report != nil)
  }

  @Test func `judges a navigation to the callback's address`() {
    let navigation = ["sec-fetch-dest": "document", "sec-fetch-mode": "navigate"]
    #expect(status("/callback?right") == (200, true))
    #expect(status("/callback?right", navigation) == (200, true))
    #expect(status("/callback?wrong") == (400, true))
    #expect(status("/callback") == (400, true))
  }

  @Test(arguments: [
    ("/callback?right", "GET", ["host": "localhost:8765"], 421),
    ("/callback?right", "GET", ["host": "evil.example"], 421),
    ("/callback?right", "GET", ["host": "127.0.0.1:8766"], 421),
    ("/favicon.ico", "GET", [:], 204),
    ("/", "GET", [:], 404),
    ("/callback/", "GET", [:], 404),
    ("/callbackx?right", "GET", [:], 404),
    ("//callback?right", "GET", [:], 404),
    ("/callback?right", "HEAD", [:], 405),
    ("/callback?right", "POST", [:], 405),
    ("/callback?right", "OPTIONS", [:], 405),
    ("/callback?right", "GET", ["sec-purpose": "prefetch"], 403),
    ("/callback?right", "GET", ["sec-purpose": "prefetch;prerender"], 403),
    ("/callback?right", "GET", ["purpose": "prefetch"], 403),
    ("/callback?right", "GET", ["sec-fetch-dest": "image"], 403),
    ("/callback?right", "GET", ["sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate"], 403),
    ("/callback?right", "GET", ["sec-fetch-dest": "document", "sec-fetch-mode": "no-cors"], 403),
  ])
  func `lets nothing else near the code`(target: String, method: String, headers: [String: String], expected: Int) {
    #expect(status(target, method: method, headers) == (expected, false))
  }
}
