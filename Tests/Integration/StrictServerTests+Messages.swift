import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// Tests authorization details and encrypted ID tokens at the same server.
extension `High security at a real server` {
  @Test func `A user grants authorization details, and the tokens contain them`() async throws {
    let payment: JSONValue = [
      "type": "payment", "actions": ["initiate"], "locations": ["https://api.acme.test"], "amount": "12.50",
    ]
    let server = try IdentityServers.server(.strict)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try client("jwt-client", key: try server.clientKey(), browser: browser)
    _ = try await client.signIn(scopes: ["payments"], parameters: .init(details: [payment]))
    let query = try #require(browser.opened.first?.query)
    #expect(!query.contains("authorization_details"), "the details are in the pushed request")
    let first = try #require(try await client.credential())
    let granted = try #require(first.authorizationDetails.first?.object)
    #expect(granted["type"] == "payment" && granted["actions"] == ["initiate"])
    #expect(try await client.refresh().authorizationDetails == first.authorizationDetails)
  }

  @Test func `A type of details that the server doesn't support is rejected before the browser opens`() async throws {
    let server = try IdentityServers.server(.strict)
    let browser = try HeadlessBrowser(trusting: server)
    let client = try client("jwt-client", key: try server.clientKey(), browser: browser)
    await #expect(throws: AuthFailure<AnyErrorCode>.self) {
      try await client.signIn(scopes: ["payments"], parameters: .init(details: [["type": "mortgage"]]))
    }
    #expect(browser.opened.isEmpty)
  }

  @Test(arguments: ["ENCRYPTED_CLIENT", "RSA_ENCRYPTED_CLIENT"])
  func `The client decrypts ID tokens`(name: String) async throws {
    try await checkEncryptedIDTokens(of: name, at: try IdentityServers.server(.strict))
  }
}

extension `High security at a third real server` {
  @Test(arguments: ["ENCRYPTED_CLIENT", "RSA_ENCRYPTED_CLIENT"])
  func `The client decrypts ID tokens`(name: String) async throws {
    try await checkEncryptedIDTokens(of: name, at: try IdentityServers.server(.third))
  }
}

/// Signs in as a client that has registered an encryption key, with that key and then with another one.
private func checkEncryptedIDTokens(of name: String, at server: IdentityServer) async throws {
  let browser = try HeadlessBrowser(trusting: server)
  let prefix = name.hasPrefix("RSA") ? "RSA_DECRYPTION_KEY" : "DECRYPTION_KEY"
  func client(key: Secret) throws -> AuthClient<DynamicProvider> {
    AuthClient(
      issuer: server.issuer, clientID: server[name], clientSecret: server.confidentialSecret,
      settings: ["decryption_key": key], redirect: .loopback(),
      environment: AuthEnvironment(transport: try server.transport(), browser: browser).withOwnRedirects
    ) { it in
      it.client.settings = [.init(name: "decryption_key", isSecret: true)]
      it.idToken?.encryption = .init()
      it.idToken?.encryption?.key = "{settings.decryption_key}"
    }
  }
  let own = try client(key: try server.secret(in: prefix))
  #expect(try await own.signIn(scopes: ["profile"], parameters: .init()).name == "Alice Example")
  let other = try client(key: try DecryptionKey().pem)
  do {
    _ = try await other.signIn(scopes: ["profile"], parameters: .init())
    Issue.record("an ID token for another key was accepted")
  } catch {
    guard case .idToken = error else {
      Issue.record("\(error)")
      return
    }
  }
}
