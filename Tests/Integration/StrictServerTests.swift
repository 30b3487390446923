import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// Tests pushed and signed requests, proofs of possession, keys, certificates, and registration at a real server, with
/// a real browser.
@Suite(.serialized, .strictIdentityServer) struct `High security at a real server` {
  /// Every request with a certificate or a signed request is at this server's second issuer, which accepts requests that
  /// aren't pushed.
  func client(
    _ clientID: String, at issuer: String? = nil, key: ClientKey? = nil, certificate: ClientCertificate? = nil,
    browser: (any Browser)? = nil, _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws -> AuthClient<DynamicProvider> {
    let server = try IdentityServers.server(.strict)
    return AuthClient(
      issuer: issuer ?? server.issuer, clientID: clientID, key: key, certificate: certificate, redirect: .loopback(),
      environment: AuthEnvironment(
        transport: try server.transport(), browser: try browser ?? HeadlessBrowser(trusting: server)
      ).withOwnRedirects
    ) { it in
      // This server accepts only the URL of the endpoint as an assertion's audience.
      it.client.assertion = ProviderConfiguration.ClientJWT(audience: .endpoint)
      adjust(&it)
    }
  }

  /// A client of the first issuer, which accepts only pushed requests and demands nonces.
  private func boundClient(browser: (any Browser)? = nil) throws -> AuthClient<DynamicProvider> {
    let server = try IdentityServers.server(.strict)
    return try client("jwt-client", key: try server.clientKey(), browser: browser) { it in
      it.authorization.par = .required
      it.client.dpop.use = .required
    }
  }

  private func userInfoStatus(_ authorization: String) async throws -> Int {
    let server = try IdentityServers.server(.strict)
    let url = try #require(URL(string: server.issuer + "/userinfo"))
    return try await server.transport().send(TransportRequest(url: url, headers: [.authorization: authorization]))
      .status
  }

  @Test func `A pushed request, a key, and proofs with nonces protect a session`() async throws {
    let server = try IdentityServers.server(.strict)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try boundClient(browser: browser)
    let user = try await client.signIn(scopes: ["profile"], parameters: .init())
    #expect(user.name == "Alice Example")
    let page = try #require(browser.opened.first.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) })
    #expect(Set((page.queryItems ?? []).map(\.name)) == ["client_id", "request_uri"])

    let first = try #require(try await client.credential())
    let thumbprint = try #require(first.keyThumbprint)
    #expect(first.accessToken.claim("cnf", "jkt") == thumbprint, "the server has bound the token to the session's key")
    let second = try await client.refresh()
    #expect(second.accessToken != first.accessToken && second.keyThumbprint == thumbprint)
    #expect(second.accessToken.claim("cnf", "jkt") == thumbprint)
    let (response, _) = try await client.data(from: server.issuer + "/userinfo")
    #expect(String(decoding: response, as: UTF8.self).contains("Alice Example"))

    // Without the key, the token is worth nothing.
    #expect(try await userInfoStatus("Bearer \(second.accessToken.reveal())") == 401)
    #expect(try await userInfoStatus("DPoP \(second.accessToken.reveal())") == 401)
  }

  @Test func `With the server's nonce, the next sign-in binds its code to a new key`() async throws {
    let client = try boundClient()
    _ = try await client.signIn(scopes: ["profile"], parameters: .init())
    let first = try #require(try await client.credential()?.keyThumbprint)
    _ = try await client.signIn(scopes: ["profile"], parameters: .init())
    let second = try #require(try await client.credential()?.keyThumbprint)
    #expect(second != first)
  }

  @Test func `A key in the settings authenticates the client`() async throws {
    let server = try IdentityServers.server(.strict)
    let client = AuthClient<DynamicProvider>(
      issuer: server.issuer, clientID: "jwt-client", settings: ["client_key": try server.secret(in: "CLIENT_KEY")],
      redirect: .loopback(), environment: AuthEnvironment(transport: try server.transport()).withOwnRedirects
    ) { it in
      it.client.authentication = [.privateKeyJWT]
      it.client.settings = [.init(name: "client_key", isSecret: true)]
      it.client.assertion = ProviderConfiguration.ClientJWT(
        algorithms: [.es256], keyID: "client-1", key: "{settings.client_key}", lifetime: .seconds(60),
        audience: .endpoint)
    }
    #expect(try await client.clientCredential(scopes: ["payments"]).scopes == ["payments"])
  }

  @Test(arguments: [
    ProviderConfiguration.AuthorizationRules.RequestObjectRule.byValue, .byReference,
  ])
  func `The server verifies a signed request`(
    rule: ProviderConfiguration.AuthorizationRules.RequestObjectRule
  ) async throws {
    let server = try IdentityServers.server(.strict)
    let browser = try HeadlessBrowser(trusting: server)
    let issuer = rule == .byValue ? server["SIGNED_ISSUER"] : server.issuer
    let client = try client("jwt-client", at: issuer, key: try server.clientKey(), browser: browser) { it in
      it.authorization.requestObject = rule
    }
    #expect(try await client.signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
    let query = try #require(browser.opened.first?.query)
    #expect(query.contains(rule == .byValue ? "request=ey" : "request_uri="))
    #expect(!query.contains("code_challenge"), "the parameters are in the signed request")
  }

  @Test(arguments: [ProviderConfiguration.ResponseMode.jwt, .queryJWT, .fragmentJWT, .formPostJWT])
  func `A signed response is verified`(mode: ProviderConfiguration.ResponseMode) async throws {
    let server = try IdentityServers.server(.strict)
    let client = try client("jwt-client", at: server["SIGNED_ISSUER"], key: try server.clientKey()) { it in
      it.authorization.responseMode = mode
    }
    #expect(try await client.signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
  }

  @Test(arguments: ["TLS_CLIENT", "SELF_SIGNED"])
  func `A certificate authenticates the client, and the server binds the tokens to it`(name: String) async throws {
    let server = try IdentityServers.server(.strict)
    let own = try server.certificate(name)
    let clientID = name == "TLS_CLIENT" ? server["TLS_CLIENT"] : server["SELF_SIGNED_CLIENT"]
    let client = try client(clientID, at: server["SIGNED_ISSUER"], certificate: own)
    #expect(try await client.signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
    let first = try #require(try await client.credential())
    #expect(first.accessToken.claim("cnf", "x5t#S256") == own.thumbprint)
    #expect(try await client.refresh().accessToken.claim("cnf", "x5t#S256") == own.thumbprint)

    let other = try server.certificate(name == "TLS_CLIENT" ? "SELF_SIGNED" : "TLS_CLIENT")
    let stranger = try self.client(clientID, at: server["SIGNED_ISSUER"], certificate: other)
    await #expect(throws: AuthFailure<AnyErrorCode>.self) {
      try await stranger.clientCredential(scopes: ["payments"])
    }
  }

  @Test func `A client registers itself, keeps its registration, and registers again when it's deleted`() async throws {
    let server = try IdentityServers.server(.strict)
    let browser = try HeadlessBrowser(trusting: server)
    let store = MemoryCredentialStore()
    func start() throws -> AuthClient<DynamicProvider> {
      AuthClient(
        issuer: server.issuer, registration: .dynamic, redirect: .loopback(),
        environment: AuthEnvironment(transport: try server.transport(), browser: browser, store: store)
          .withOwnRedirects)
    }
    #expect(try await start().signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
    // As after a restart of the app, with the same store.
    let client = try start()
    #expect(try await client.refresh().refreshToken != nil)
    #expect(try await client.signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
    try await client.forgetRegistration(deletesAtServer: true)
    #expect(try await start().signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
    let pages = browser.opened.compactMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) }
    let clients = pages.compactMap { $0.queryItems?.first { $0.name == "client_id" }?.value }
    try #require(clients.count == 3)
    #expect(clients[0] == clients[1], "the second sign-in uses the stored registration")
    #expect(clients[1] != clients[2], "the third sign-in uses a new registration")
  }
}
