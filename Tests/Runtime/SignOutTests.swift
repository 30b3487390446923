import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Signing out` {
  /// Records the pages that were opened, and follows them.
  private struct RecordingBrowser: Browser {
    let pages = Locked<[URL]>([])

    func open(_ url: URL) async throws(BrowserFailure) {
      pages.withLock { $0.append(url) }
      try await FollowingBrowser().open(url)
    }
  }

  @Test func `A sign-out sends the session's ID token, and the browser returns with the state`() async throws {
    try await withProvider { provider in
      let browser = RecordingBrowser()
      let client = provider.client(environment: AuthEnvironment(browser: browser))
      _ = try await client.signIn(scopes: [], parameters: .init())
      let credential = try #require(try await client.credential())
      try await client.signOut()
      #expect(try await client.credential() == nil)
      let page = try #require(browser.pages.value.last)
      let pairs = try #require(FormEncoding.decode(page.query(percentEncoded: true) ?? ""))
      let fields = Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.value) })
      #expect(page.path == "/logout")
      #expect(fields.keys.sorted() == ["id_token_hint", "post_logout_redirect_uri", "state"])
      #expect(fields["id_token_hint"] == credential.idToken?.reveal())
      #expect(fields["post_logout_redirect_uri"]?.hasSuffix("/signed-out") == true)
    }
  }

  @Test func `Without a URL to return to, a sign-out sends no state, and accepts every return`() throws {
    let endpoint = try #require(URL(string: "https://id.example/logout"))
    let values = TemplateValues(.plain, now: { Date() })
    let request = try EndSessionRequest(
      endpoint: endpoint, rules: ProviderConfiguration.plain.logout, values: values, idToken: nil, returnTo: nil,
      flags: [])
    #expect(request.url == endpoint)
    try request.checkReturn(query: "state=x")
  }

  @Test func `A sign-out revokes the refresh token and sends its type as a hint`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let refreshToken = try #require(try await client.credential()?.refreshToken).reveal()
      try await client.signOut()
      let requests = provider.requests.filter { $0.path == "/revoke" }
      #expect(
        requests.map(\.text) == ["token=\(refreshToken)&token_type_hint=refresh_token&client_id=test-client"])
    }
  }

  @Test func `A custom sign-out page gets the provider's parameters and flags`() async throws {
    let auth0 = ProviderConfiguration.plain.with {
      $0.logout.style = .custom
      $0.logout.endpoint = "https://{domain}/v2/logout"
      $0.logout.redirectParameter = "returnTo"
      $0.logout.idTokenHint = .never
      $0.logout.parameters = ["client_id": "{client_id}"]
      $0.logout.flags = ["federated"]
    }
    try await withProvider(auth0) { provider in
      let browser = RecordingBrowser()
      let client = provider.client(environment: AuthEnvironment(browser: browser))
      _ = try await client.signIn(scopes: [], parameters: .init())
      try await client.signOut(flags: ["federated"], timeout: .seconds(60))
      let page = try #require(browser.pages.value.last?.absoluteString)
      let pattern =
        #/http://127\.0\.0\.1:\d+/v2/logout\?client_id=test-client&returnTo=http%3A%2F%2F127\.0\.0\.1%3A2\d{4}%2Fsigned-out&federated/#
      #expect(page.wholeMatch(of: pattern) != nil)
    }
  }

  @Test func `If a revocation fails, the local session still ends and the failure is reported`() async throws {
    let script = ScriptedProvider.Script {
      $0.instead = { $0.path == "/revoke" ? ScriptedResponse(503) : nil }
    }
    try await withProvider(script: script) { provider in
      let browser = RecordingBrowser()
      let client = provider.client(environment: AuthEnvironment(browser: browser))
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(
        await failure(of: try await client.signOut())
          == .response(.unexpectedStatus(503, endpoint: .revocation)))
      #expect(try await client.user() == nil)
      #expect(browser.pages.value.last?.path == "/logout")
    }
  }

  @Test func `Without a revocation endpoint only an explicit revocation fails`() async throws {
    let bare = ProviderConfiguration.plain.with {
      $0.server.revocationEndpoint = nil
      $0.discovery.mode = .none
    }
    try await withProvider(bare) { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(
        await failure(of: try await client.revokeTokens())
          == .configuration(.missingEndpoint(.revocation)))
      try await client.signOut()
      #expect(try await client.user() == nil)
    }
  }

  @Test func `If the store fails, the sign-out still ends the browser session and reports the failure`() async throws {
    struct RemovalFailingStore: CredentialStore {
      let stored = MemoryCredentialStore()
      func load(_ key: CredentialKey) async -> Credential? { await stored.load(key) }
      func save(_ credential: Credential, for key: CredentialKey) async { await stored.save(credential, for: key) }
      func remove(_ key: CredentialKey) throws(StoreFailure) { throw .unavailable("locked") }
    }
    try await withProvider { provider in
      let browser = RecordingBrowser()
      let client = provider.client(environment: AuthEnvironment(browser: browser, store: RemovalFailingStore()))
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(await failure(of: try await client.signOut()) == .store(.unavailable("locked")))
      #expect(browser.pages.value.last?.path == "/logout")
      #expect(provider.requests.contains { $0.path == "/revoke" })
      #expect(try await client.user() == nil)
    }
  }

  @Test func `A sign-out at a server without a sign-out page reports the missing endpoint`() async throws {
    let bare = ProviderConfiguration.plain.with {
      $0.server.endSessionEndpoint = nil
      $0.discovery.mode = .none
    }
    try await withProvider(bare) { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(
        await failure(of: try await client.signOut())
          == .configuration(.missingEndpoint(.endSession)))
      #expect(try await client.user() == nil)
    }
  }

  @Test func `A sign-out requires a session if the provider requires an ID token`() async throws {
    try await withProvider { provider in
      #expect(await failure(of: try await provider.client().signOut()) == .notSignedIn)
      // The failure is the same if the browser couldn't return.
      let taken = try await TakenPort.take(at: "127.0.0.1")
      let client = provider.client(redirect: .loopback(port: taken.port))
      #expect(await failure(of: try await client.signOut()) == .notSignedIn)
      await taken.release()
    }
  }

  @Test func `Without a URL for the return, a sign-out opens the page and doesn't wait`() async throws {
    try await withProvider { provider in
      let page = Locked<URL?>(nil)
      let browser = VisitingBrowser { url in
        guard url.path == "/logout" else {
          try? await FollowingBrowser().open(url)
          return
        }
        page.withLock { $0 = url }
      }
      let client = provider.client(
        redirect: .loopback(ports: 20_000...29_999, signedOutPath: nil),
        environment: AuthEnvironment(browser: browser))
      _ = try await client.signIn(scopes: [], parameters: .init())
      try await client.signOut()
      let pairs = try #require(FormEncoding.decode(page.value?.query(percentEncoded: true) ?? ""))
      #expect(pairs.map(\.name) == ["id_token_hint"])
    }
  }

  @Test func `A return from sign-out with another state is rejected, and the sign-out keeps waiting`() async throws {
    try await withProvider { provider in
      let clock = GatedClock()
      let browser = VisitingBrowser { url in
        guard url.path == "/logout" else {
          try? await FollowingBrowser().open(url)
          return
        }
        let pairs = FormEncoding.decode(url.query(percentEncoded: true) ?? "") ?? []
        let address = pairs.first { $0.name == "post_logout_redirect_uri" }?.value ?? ""
        if let forged = URL(string: address + "?state=other") {
          _ = try? await AuthEnvironment.platformTransport.send(TransportRequest(url: forged))
        }
        clock.open()
      }
      let client = provider.client(environment: AuthEnvironment(browser: browser, clock: clock))
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(
        await failure(of: try await client.signOut()) == .browser(.timedOut(lastRejection: .stateMismatch)))
    }
  }
}
