import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// idpyoidc doesn't demand nonces, accepts the issuer as an assertion's audience, and binds the code to the key of the
/// pushed request.
@Suite(.serialized, .thirdIdentityServer) struct `High security at a third real server` {
  private func client(
    key: ClientKey?, browser: (any Browser)? = nil
  ) throws -> AuthClient<DynamicProvider> {
    let server = try IdentityServers.server(.third)
    return AuthClient(
      issuer: server.issuer, clientID: key == nil ? "native-app" : "jwt-client", key: key, redirect: .loopback(),
      environment: AuthEnvironment(
        transport: try server.transport(), browser: try browser ?? HeadlessBrowser(trusting: server)
      ).withOwnRedirects
    ) { it in
      it.authorization.par = .required
      it.client.dpop.use = .required
    }
  }

  @Test(arguments: [true, false])
  func `A session is bound to a key`(hasClientKey: Bool) async throws {
    let server = try IdentityServers.server(.third)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try client(key: hasClientKey ? try server.clientKey() : nil, browser: browser)
    #expect(try await client.signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
    #expect(try #require(browser.opened.first?.query).contains("request_uri=urn"))
    let first = try #require(try await client.credential())
    let thumbprint = try #require(first.keyThumbprint)
    #expect(first.accessToken.claim("cnf", "jkt") == thumbprint)
    let second = try await client.refresh()
    #expect(second.refreshToken != first.refreshToken && second.keyThumbprint == thumbprint)
    #expect(second.accessToken.claim("cnf", "jkt") == thumbprint)
    let (response, _) = try await client.data(from: server.issuer + "/userinfo")
    #expect(String(decoding: response, as: UTF8.self).contains("Alice Example"))
  }

  @Test func `A key that the server doesn't know is rejected, and the client continues with the next one`() async throws
  {
    let server = try IdentityServers.server(.third)
    let unknown = ClientKey.key(try PrivateKey(generating: .es256, keyID: "client-3"))
    let stranger = try client(key: unknown)
    await #expect(throws: AuthFailure<AnyErrorCode>.self) {
      try await stranger.signIn(scopes: ["profile"], parameters: .init())
    }
    let both = try client(key: .rotation([unknown, try server.clientKey("NEXT_CLIENT_KEY")]))
    #expect(try await both.signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
  }
}
