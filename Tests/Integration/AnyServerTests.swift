import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

/// Signs in at a real server with a client that knows only the issuer.
extension `Generated clients at a real server` {
  private func client(
    _ clientID: String = "native-app", secret: Secret? = nil, browser: HeadlessBrowser,
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws -> AuthClient<DynamicProvider> {
    let server = try IdentityServers.server(.auth0)
    return AuthClient(
      issuer: server.issuer, clientID: clientID, clientSecret: secret, redirect: .loopback(),
      environment: AuthEnvironment(transport: try server.transport(), browser: browser).withOwnRedirects, adjust)
  }

  @Test(arguments: [ProviderConfiguration.ResponseMode.query, .fragment])
  func `A client that knows only the issuer signs in with every response mode`(
    mode: ProviderConfiguration.ResponseMode
  ) async throws {
    let browser = try HeadlessBrowser(trusting: try IdentityServers.server(.auth0))
    let client = try client(browser: browser) { $0.authorization.responseMode = mode }
    try await client.checkReadiness()
    let user = try await client.signIn(scopes: ["profile", "offline_access"], parameters: .init())
    #expect(user.name == "Alice Example")
    let claims = try await client.userInfo()
    #expect(claims.subject == user.subject)
    let metadata = try await client.metadata()
    #expect(metadata.endpoints[.userInfo] != nil && metadata["scopes_supported"] != nil)
    let first = try #require(try await client.credential())
    #expect(try await client.refresh().accessToken != first.accessToken)
  }

  @Test(arguments: [ProviderConfiguration.ResponseType.codeIDToken, .codeIDTokenToken])
  func `A hybrid response is verified before its code is used`(type: ProviderConfiguration.ResponseType) async throws {
    let browser = try HeadlessBrowser(trusting: try IdentityServers.server(.auth0))
    // By default, this server sends hybrid responses in the query.
    let client = try client("native-hybrid", browser: browser) { it in
      it.authorization.responseType = type
      it.authorization.responseMode = .fragment
    }
    let user = try await client.signIn(scopes: ["profile", "offline_access"], parameters: .init())
    #expect(user.name == "Alice Example")
    let asked = try #require(browser.opened.first?.query)
    #expect(asked.contains("code_challenge=") && asked.contains("nonce="))
    let first = try #require(try await client.credential())
    #expect(try await client.refresh().refreshToken != first.refreshToken)
  }

  @Test(arguments: [ProviderConfiguration.ResponseType.idTokenToken, .idToken])
  func `An implicit response is verified by its nonce and its hash`(
    type: ProviderConfiguration.ResponseType
  ) async throws {
    let server = try IdentityServers.server(.auth0)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try client("native-hybrid", browser: browser) { $0.authorization.responseType = type }
    let user = try await client.signIn(scopes: ["profile"], parameters: .init())
    #expect(user.name == "Alice Example")
    let asked = try #require(browser.opened.first?.query)
    #expect(!asked.contains("code_challenge=") && !asked.contains("response_mode=") && asked.contains("nonce="))
    let credential = try #require(try await client.credential())
    #expect(credential.refreshToken == nil)
    #expect((user.claims["at_hash"] != nil) == (type == .idTokenToken))
    guard type == .idTokenToken else { return }
    let (response, _) = try await client.data(from: server.issuer + "userinfo")
    #expect(String(decoding: response, as: UTF8.self).contains("Alice Example"))
  }

  @Test func `A form response whose issuer is escaped twice is rejected`() async throws {
    let browser = try HeadlessBrowser(trusting: try IdentityServers.server(.auth0))
    let client = try client("native-hybrid", browser: browser) { it in
      it.authorization.responseType = .codeIDToken
      it.authorization.responseMode = .formPost
    }
    await #expect(throws: AuthFailure<AnyErrorCode>.callback(.issuerMixUp)) {
      try await client.signIn(scopes: ["profile"], parameters: .init())
    }
    #expect(try await client.credential() == nil)
  }

  @Test func `A server issues a token to the client itself, and introspection describes it`() async throws {
    let server = try IdentityServers.server(.auth0)
    let client = try client(
      "web-app", secret: server.confidentialSecret, browser: try HeadlessBrowser(trusting: server))
    let credential = try await client.clientCredential(scopes: ["read:timesheets"])
    #expect(credential.scopes == ["read:timesheets"])
    #expect(try #require(credential.expiresAt) > Date())
    #expect(try await client.introspect(credential.accessToken, hint: "access_token").isActive)
    #expect(try await !client.introspect(Secret("nonsense")).isActive)

    let typed = Auth0.Client(
      domain: server.authority, clientID: "web-app", clientSecret: server.confidentialSecret, redirect: .loopback(),
      environment: AuthEnvironment(transport: try server.transport()).withOwnRedirects)
    #expect(try await typed.clientCredential(scopes: ["read:timesheets"]).scopes == ["read:timesheets"])
  }

  @Test func `A revoked token is no longer active`() async throws {
    let server = try IdentityServers.server(.auth0)
    let client = try client(
      "web-app", secret: server.confidentialSecret, browser: try HeadlessBrowser(trusting: server))
    _ = try await client.signIn(scopes: ["offline_access"], parameters: .init())
    let token = try #require(try await client.credential()?.refreshToken)
    #expect(try await client.introspect(token, hint: "refresh_token").isActive)
    try await client.revokeTokens()
    #expect(try await !client.introspect(token, hint: "refresh_token").isActive)
  }

  @Test func `A typed user signs in on another device, with typed scopes`() async throws {
    let server = try IdentityServers.server(.auth0)
    let browser = try HeadlessBrowser(trusting: server)
    let client = Auth0.Client(
      domain: server.authority, clientID: "native-app", redirect: .loopback(),
      environment: AuthEnvironment(transport: try server.transport(), browser: browser).withOwnRedirects)
    let user = try await client.signInOnAnotherDevice(scopes: [.openid, .profile, .offlineAccess]) { code in
      let page = code.completeVerificationURI ?? code.verificationURI
      Task { try? await browser.open(page) }
    }
    #expect(user.organizationID == "org_42")
    let first = try #require(try await client.credential())
    #expect(try await client.refresh().accessToken != first.accessToken)
  }

  @Test func `A user signs in on another device, and the code works only once`() async throws {
    let server = try IdentityServers.server(.auth0)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try client(browser: browser)
    let user = try await client.signInOnAnotherDevice(scopes: ["openid", "profile"]) { code in
      let page = code.completeVerificationURI ?? code.verificationURI
      // The other device opens the page while this one polls.
      Task { try? await browser.open(page) }
    }
    #expect(user.name == "Alice Example")
    #expect(try await client.accessToken().reveal().isEmpty == false)
  }
}
