import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The loopback receiver's router` {
  private let router = CallbackRouter(authority: "127.0.0.1:8765", path: "/callback") { query in
    (query == "right" ? .signedIn : .rejected, {})
  }

  private func status(
    _ target: String, method: String = "GET", _ headers: [String: String] = [:]
  ) -> (status: Int, isJudged: Bool) {
    let headers = ["host": "127.0.0.1:8765"].merging(headers) { $1 }
    let response = router.response(LoopbackRequest(method: method, target: target, headers: headers))
    return (response.status, response.report != nil)
  }

  @Test func `A navigation to the callback URL is passed to the sign-in`() {
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
  func `A request that isn't a navigation to the callback URL is never passed to the sign-in`(
    target: String, method: String, headers: [String: String], expected: Int
  ) {
    #expect(status(target, method: method, headers) == (expected, false))
  }
}

@Suite struct `The loopback receiver's router for fragment and form_post` {
  private static let form = "application/x-www-form-urlencoded"

  private func response(
    _ mode: ProviderConfiguration.ResponseMode, _ target: String, _ headers: [String: String] = [:], body: String? = nil
  ) -> LoopbackReply {
    let router = CallbackRouter(authority: "127.0.0.1:8765", path: "/callback", mode: mode) { parameters in
      (parameters == "right" ? .signedIn : .rejected, {})
    }
    let headers = ["host": "127.0.0.1:8765"].merging(headers) { $1 }
    return router.response(
      LoopbackRequest(method: body == nil ? "GET" : "POST", target: target, headers: headers, body: body ?? ""))
  }

  @Test func `The page submits the URL's fragment from its own origin`() throws {
    let page = try #require(response(.fragment, "/callback").page)
    let headers = Dictionary(uniqueKeysWithValues: page.headers(CallbackPages()))
    #expect(headers["Referrer-Policy"] == "same-origin")
    #expect(headers["Content-Security-Policy"]?.contains("form-action 'self'; ") == true)
    #expect(page.html(CallbackPages()).contains("location.hash"))
    let handed = response(
      .fragment, "/callback", ["content-type": Self.form, "origin": "http://127.0.0.1:8765"], body: "right")
    #expect((handed.status, handed.report != nil) == (200, true))
  }

  @Test(arguments: [ProviderConfiguration.ResponseMode.fragment, .formPost])
  func `An error in the query is accepted, and any other response in the query isn't`(
    mode: ProviderConfiguration.ResponseMode
  ) {
    #expect(response(mode, "/callback?error=access_denied&state=s").report != nil)
    let success = response(mode, "/callback?right")
    #expect((success.status, success.report == nil) == (400, true))
  }

  @Test(arguments: [
    (ProviderConfiguration.ResponseMode.fragment, ["content-type": form, "origin": "https://evil.example"], 403),
    (.fragment, ["content-type": form, "origin": "null"], 403), (.formPost, ["content-type": "text/plain"], 415),
    (.formPost, [:], 415), (.formPost, ["content-type": form, "sec-fetch-dest": "iframe"], 403),
    (.query, ["content-type": form], 405),
  ])
  func `A form from another origin, of another type, or in a frame is rejected`(
    mode: ProviderConfiguration.ResponseMode, headers: [String: String], status: Int
  ) {
    let found = response(mode, "/callback", headers, body: "right")
    #expect((found.status, found.report != nil) == (status, false))
  }

  @Test func `The provider's form is accepted`() {
    let headers = ["content-type": Self.form + "; charset=utf-8", "origin": "https://id.example.com"]
    #expect(response(.formPost, "/callback", headers, body: "right").report != nil)
  }
}
