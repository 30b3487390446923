import AuthRuntime
import Foundation
import ReferenceClients
import TestSupport
import Testing

/// The query parameters that generated arguments become. The descriptors contain the endpoints, so the clients send no
/// requests.
@Suite struct `Arguments of generated clients` {
  /// A browser that records the URL instead of opening it.
  private struct RecordingBrowser: Browser {
    let page = Locked<URL?>(nil)

    func open(_ url: URL) async throws(BrowserFailure) {
      page.withLock { $0 = url }
      throw .noBrowser("this one only looks")
    }
  }

  private static let protocolParameters: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method",
  ]

  /// The provider-specific parameters of the recorded URL.
  private func sent(_ browser: RecordingBrowser) throws -> [String] {
    let url = try #require(browser.page.value)
    let items = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems)
    #expect(Self.protocolParameters.isSubset(of: Set(items.map(\.name))))
    return items.filter { !Self.protocolParameters.contains($0.name) }.map { "\($0.name)=\($0.value ?? "")" }
  }

  @Test func `Arguments of Auth0 are sent to the authorization endpoint under their protocol names`() async throws {
    let browser = RecordingBrowser()
    let client = Auth0.Client(
      domain: "acme.eu.auth0.com", clientID: "app", redirect: .loopback(ports: 41_000...41_999),
      environment: AuthEnvironment(browser: browser))
    await #expect(throws: Auth0.Failure.browser(.noBrowser("this one only looks"))) {
      try await client.signIn(
        scopes: [.openid], audience: "https://api.acme.com", connection: "google-oauth2", organization: "org_42",
        invitation: "ticket", screenHint: .signup, prompt: [.login, .consent], loginHint: "ada@acme.com",
        maxAge: .seconds(3600), uiLocales: ["de", "en"], acrValues: ["a", "b"])
    }
    #expect(
      try sent(browser) == [
        "audience=https://api.acme.com", "connection=google-oauth2", "organization=org_42", "invitation=ticket",
        "screen_hint=signup", "prompt=login consent", "login_hint=ada@acme.com", "max_age=3600", "ui_locales=de en",
        "acr_values=a b",
      ])
    #expect(browser.page.value?.absoluteString.hasPrefix("https://acme.eu.auth0.com/authorize?") == true)
  }

  @Test func `Arguments of Scalekit are sent to the authorization endpoint under their protocol names`() async throws {
    let browser = RecordingBrowser()
    let client = Scalekit.Client(
      environmentHost: "acme.scalekit.com", clientID: "app", redirect: .loopback(ports: 41_000...41_999),
      environment: AuthEnvironment(browser: browser))
    await #expect(throws: Scalekit.Failure.browser(.noBrowser("this one only looks"))) {
      try await client.signIn(
        organizationID: "org_1", connectionID: "conn_2", provider: "google", domain: "acme.com",
        loginHint: "ada@acme.com", prompt: [.create])
    }
    #expect(
      try sent(browser) == [
        "organization_id=org_1", "connection_id=conn_2", "provider=google", "domain=acme.com",
        "login_hint=ada@acme.com", "prompt=create",
      ])
    #expect(browser.page.value?.absoluteString.hasPrefix("https://acme.scalekit.com/oauth/authorize?") == true)
  }

  @Test func `Arguments with invalid values are rejected before the browser opens`() async throws {
    let browser = RecordingBrowser()
    let wrongHost = Auth0.Client(
      domain: "https://acme.eu.auth0.com/", clientID: "app", redirect: .loopback(),
      environment: AuthEnvironment(browser: browser))
    await #expect(throws: Auth0.Failure.configuration(.invalidVariable("domain", example: "acme.eu.auth0.com"))) {
      try await wrongHost.signIn()
    }
    let lonely = Auth0.Client(
      domain: "acme.eu.auth0.com", clientID: "app", redirect: .loopback(ports: 41_000...41_999),
      environment: AuthEnvironment(browser: browser))
    await #expect(throws: Auth0.Failure.configuration(.parameterRequires("invitation", other: "organization"))) {
      try await lonely.signIn(invitation: "ticket")
    }
    #expect(browser.page.value == nil)
  }
}
