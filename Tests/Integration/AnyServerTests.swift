import AuthRuntime
import Foundation
import TestSupport
import Testing

/// A real server of which the client knows nothing but the issuer.
extension `Generated clients at a real server` {
  private func client(
    _ clientID: String = "native-app", secret: Secret? = nil, browser: HeadlessBrowser,
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws -> AuthClient<DynamicProvider> {
    let server = try IdentityServers.server(.auth0)
    return AuthClient(
      issuer: server.issuer, clientID: clientID, clientSecret: secret, redirect: .loopback(),
      environment: AuthEnvironment(transport: try server.transport(), browser: browser), adjust)
  }

  @Test(arguments: [ProviderConfiguration.ResponseMode.query, .fragment])
  func `known by its issuer alone, a server signs a user in, wherever the answer stands`(
    mode: ProviderConfiguration.ResponseMode
  ) async throws {
    let browser = try HeadlessBrowser(trusting: try IdentityServers.server(.auth0))
    let client = try client(browser: browser) { $0.authorization.responseMode = mode }
    let user = try await client.signIn(scopes: ["profile", "offline_access"], parameters: .init())
    #expect(user.name == "Alice Example")
    let first = try #require(try await client.credential())
    #expect(try await client.refresh().accessToken != first.accessToken)
  }

  @Test func `a server gives tokens to a client itself, and tells what it knows about them`() async throws {
    let server = try IdentityServers.server(.auth0)
    let client = try client(
      "web-app", secret: server.confidentialSecret, browser: try HeadlessBrowser(trusting: server))
    let credential = try await client.clientCredential(scopes: ["read:timesheets"])
    #expect(credential.scopes == ["read:timesheets"])
    #expect(try #require(credential.expiresAt) > Date())
    let nobody = try await client.introspect(Secret("nonsense"))
    #expect(!nobody.isActive)
  }

  @Test func `a user signs in on another device, and the code is good once`() async throws {
    let server = try IdentityServers.server(.auth0)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try client(browser: browser)
    let user = try await client.signInOnAnotherDevice(scopes: ["openid", "profile"]) { code in
      let page = code.completeVerificationURI ?? code.verificationURI
      // The other device: it goes on while this one asks.
      Task { try? await browser.open(page) }
    }
    #expect(user.name == "Alice Example")
    #expect(try await client.accessToken().reveal().isEmpty == false)
  }
}
