import AuthConfiguration
import AuthRuntime
import AuthTesting
import AuthWeb
import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct `A sign-in that another site starts` {
  @Test func `Another site of the provider starts a sign-in, for this provider and for paths of the app`() async throws
  {
    try await WebFixture.run { fixture in
      var web = fixture.web()
      web.start = { backend, redirectURI, request in
        var parameters = AuthorizationParameters()
        parameters.set("login_hint", request.loginHint)
        return try await backend.start(redirectURI: redirectURI, scopes: [], parameters: parameters)
      }
      let (browser, issuer) = (TestBrowser(), FormEncoding.escape(fixture.issuer))
      let link = "https%3A%2F%2Fapp.example%2Forders"
      let login = try await browser.get(
        "/auth/initiate?iss=\(issuer)&login_hint=ada&target_link_uri=\(link)", web)
      #expect(login.headers[.location]?.contains("login_hint=ada") == true)
      let done = try await browser.get(try await browser.callback(of: login), web)
      #expect(done.headers[.location] == "https://app.example/orders")
      for query in [
        "", "iss=https%3A%2F%2Fevil.example", "iss=\(issuer)&iss=\(issuer)",
        "iss=\(issuer)&target_link_uri=https%3A%2F%2Fevil.example%2F",
        "iss=\(issuer)&target_link_uri=https%3A%2F%2Fbad.example%2F",
        "iss=\(issuer)&target_link_uri=https%3A%2F%2Fapp.example.evil.example%2F",
        "iss=\(issuer)&target_link_uri=https%3A%2F%2Fapp.example%2F%2Fevil", "iss=\(issuer)&login_hint=a%0ab",
        "iss=\(issuer)&target_link_uri=https%3A%2F%2Fapp.example%2Fauth%2Flogin", "iss=\(issuer)&login_hint=a%7Fb",
        "iss=\(issuer)&login_hint=" + String(repeating: "a", count: 513),
      ] {
        #expect(try await browser.get("/auth/initiate?" + query, web).status == .badRequest, "\(query)")
      }
    }
  }

  @Test func `Forms that another site posts leave at most five pending sign-ins in a browser`() async throws {
    try await WebFixture.run { fixture in
      let (web, browser) = (fixture.web(), TestBrowser())
      let form = "iss=\(FormEncoding.escape(fixture.issuer))&login_hint=a%26b"
      for _ in 0..<20 {
        // Browsers send no cookies with a form of another site, but they do with the redirect's GET request.
        let post = WebRequest(
          method: .post, target: "/auth/initiate", headers: TestBrowser.navigation, form: form)
        let response = try #require(await web.handle(post))
        #expect(response.status == .seeOther)
        #expect(response.headers[values: .setCookie].isEmpty)
        let target = try #require(response.headers[.location])
        #expect(target == "https://app.example/auth/initiate?" + form)
        _ = try await browser.get(String(target.dropFirst(WebFixture.origin.count)), web)
      }
      #expect(browser.cookies.count == 5)
    }
  }
}
