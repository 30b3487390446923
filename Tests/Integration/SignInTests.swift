import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

/// Tests the generated clients at a real identity server, with a real browser.
@Suite(.serialized, .identityServers) struct `Generated clients at a real server` {
  private func auth0(
    _ clientID: String = "native-app", secret: Secret? = nil, browser: HeadlessBrowser
  ) throws -> Auth0.Client {
    let server = try IdentityServers.server(.auth0)
    return Auth0.Client(
      domain: server.authority, clientID: clientID, clientSecret: secret, redirect: .loopback(),
      environment: AuthEnvironment(transport: try server.transport(), browser: browser).withOwnRedirects)
  }

  private func scalekit(_ clientID: String = "native-app", browser: HeadlessBrowser) throws -> Scalekit.Client {
    let server = try IdentityServers.server(.scalekit)
    return Scalekit.Client(
      environmentHost: server.authority, clientID: clientID, redirect: .loopback(),
      environment: AuthEnvironment(transport: try server.transport(), browser: browser).withOwnRedirects)
  }

  @Test func `Auth0: sign in, read the typed user, refresh, sign out, and end the browser's session`() async throws {
    let server = try IdentityServers.server(.auth0)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try auth0(browser: browser)

    let user = try await client.signIn(
      scopes: [.openid, .profile, .email, .offlineAccess, "read:timesheets"], audience: server.resource,
      prompt: [.login], maxAge: nil)
    #expect(user.name == "Alice Example")
    #expect(user.email == "alice@example.test")
    #expect(user.organizationID == "org_42")
    #expect(user.claims.issuer == server.issuer)
    let first = try #require(try await client.credential())
    #expect(Set(first.scopes).isSuperset(of: ["openid", "read:timesheets"]))

    let second = try await client.refresh()
    #expect(second.accessToken != first.accessToken)
    #expect(second.refreshToken != first.refreshToken, "the server rotates")
    #expect(try #require(second.expiresAt) > Date().addingTimeInterval(3000))

    try await client.signOut(federated: true)
    #expect(try await client.user() == nil)
    let page = try #require(browser.opened.last)
    #expect(page.path == "/v2/logout")
    #expect(page.query?.hasSuffix("&federated") == true)
    #expect(page.query?.hasPrefix("client_id=native-app&returnTo=http%3A%2F%2F127.0.0.1%3A87") == true)

    // If the client had only deleted its own session, the browser would sign in without a password.
    let visitsBefore = try browser.history().count
    _ = try await client.signIn(scopes: [.openid])
    #expect(try browser.history().dropFirst(visitsBefore).contains { $0.contains("password") || $0.contains("login") })
  }

  @Test func `Scalekit: sign in, read the typed user, refresh, and sign out with the ID token`() async throws {
    let server = try IdentityServers.server(.scalekit)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try scalekit(browser: browser)

    let user = try await client.signIn(scopes: [.openid, .profile, .email, .offlineAccess])
    #expect(user.name == "Alice Example")
    #expect(user.organizationID == "org_42")
    let first = try #require(try await client.credential())
    let second = try await client.refresh()
    #expect(second.accessToken != first.accessToken)

    try await client.signOut()
    #expect(try await client.credential() == nil)
    let page = try #require(browser.opened.last)
    #expect(page.path == "/oidc/logout")
    #expect(page.query?.contains("id_token_hint=\(try #require(second.idToken).reveal())") == true)
    #expect(page.query?.contains("post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%3A87") == true)
  }

  /// This server sends no error code.
  private static let rejected = Auth0.Failure.session(.rejected(400))

  @Test func `A revoked or reused refresh token is rejected by the server`() async throws {
    let server = try IdentityServers.server(.auth0)
    let browser = try HeadlessBrowser(trusting: server)
    let (revoking, reusing) = (try auth0(browser: browser), try auth0(browser: browser))

    #expect(Self.rejected.recovery == .reauthenticate)
    _ = try await revoking.signIn(scopes: [.openid, .offlineAccess])
    let revoked = try await copy(of: revoking, server: server)
    try await revoking.revokeTokens()
    #expect(try await revoking.credential() == nil)
    await #expect(throws: Self.rejected) {
      try await revoked.refresh()
    }

    _ = try await reusing.signIn(scopes: [.openid, .offlineAccess])
    let reused = try await copy(of: reusing, server: server)
    try await reusing.refresh()
    await #expect(throws: Self.rejected) {
      try await reused.refresh()
    }
    // A client that copied the credential used the token first. The server ends the session for both (RFC 9700
    // §4.14.2).
    await #expect(throws: Self.rejected) {
      try await reusing.refresh()
    }
  }

  /// Another client with a copy of the credential, as in a second process.
  private func copy(of client: Auth0.Client, server: IdentityServer) async throws -> Auth0.Client {
    let store = MemoryCredentialStore()
    let credential = try #require(try await client.credential())
    await store.save(credential, for: CredentialKey(issuer: server.issuer, clientID: "native-app"))
    return Auth0.Client(
      domain: server.authority, clientID: "native-app", redirect: .loopback(),
      environment: AuthEnvironment(transport: try server.transport(), store: store).withOwnRedirects)
  }

  @Test func `A client with a secret signs in, and one with a wrong secret is rejected`() async throws {
    let server = try IdentityServers.server(.auth0)
    let browser = try HeadlessBrowser(trusting: server)
    let right = try auth0("web-app", secret: server.confidentialSecret, browser: browser)
    let user = try await right.signIn(scopes: [.openid])
    #expect(!user.subject.isEmpty)
    let wrong = try auth0("web-app", secret: Secret("wrong"), browser: browser)
    do {
      _ = try await wrong.signIn(scopes: [.openid])
      Issue.record("a wrong secret was accepted")
    } catch {
      #expect(error.caseName == "unauthorizedClient")
    }
  }

  @Test(arguments: [("native-ps256", nil as String?), ("native-es256", "ES256"), ("native-eddsa", "EdDSA")])
  func `An ID token with an algorithm that the descriptor doesn't list is rejected`(clientID: String, rejected: String?)
    async throws
  {
    let client = try auth0(clientID, browser: HeadlessBrowser(trusting: try IdentityServers.server(.auth0)))
    do {
      let user = try await client.signIn(scopes: [.openid])
      #expect(rejected == nil)
      #expect(!user.subject.isEmpty)
    } catch {
      let setting = Auth0.configuration.console.place(of: \.idTokenAlgorithm)
      #expect(error == rejected.map { .idToken(.algorithmNotAllowed($0, setting: setting)) })
    }
  }

  @Test func `A new signing key is found without a restart`() async throws {
    let server = try IdentityServers.server(.scalekit)
    // The clock advances a second with each reading, so that the interval between two fetches of the keys passes.
    let looks = Locked(0)
    let environment = AuthEnvironment(
      transport: try server.transport(), browser: try HeadlessBrowser(trusting: server),
      now: {
        Date().addingTimeInterval(
          looks.withLock {
            $0 += 1; return Double($0)
          })
      }
    ).withOwnRedirects
    let client = Scalekit.Client(
      environmentHost: server.authority, clientID: "native-app", redirect: .loopback(), environment: environment)
    _ = try await client.signIn(scopes: [.openid])
    try await server.rotateKeys()
    let user = try await client.signIn(scopes: [.openid])
    #expect(!user.subject.isEmpty)
  }

  @Test func `A client doesn't connect to a server with an untrusted certificate`() async throws {
    let server = try IdentityServers.server(.auth0)
    let client = Auth0.Client(
      domain: server.authority, clientID: "native-app", redirect: .loopback(),
      environment: AuthEnvironment(
        transport: AsyncHTTPTransport(), browser: try HeadlessBrowser(trusting: server)
      ).withOwnRedirects)
    let failure = await #expect(throws: Auth0.Failure.self) { try await client.signIn(scopes: [.openid]) }
    guard case .network(.untrustedServer(host: "localhost"), _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `A wrong client ID ends with a failure of the browser's page instead of a timeout`() async throws {
    let client = try auth0("nobody", browser: HeadlessBrowser(trusting: try IdentityServers.server(.auth0)))
    do {
      _ = try await client.signIn(scopes: [.openid])
      Issue.record("an unregistered client signed in")
    } catch {
      #expect(error.caseName == "noBrowser")
    }
  }
}
