import AuthRuntime
import AuthTesting
import Crypto
import Foundation
import TestSupport
import Testing

/// The time at which the examples are read. Their ID tokens were issued shortly before.
let moment = Date(timeIntervalSince1970: 1_795_219_200)

/// The examples of one provider, sent by a scripted server and read by the generated client.
struct Examples<Provider: DescribedProvider>: Sendable {
  let bodies: [String: String]

  /// - Parameter bodies: The examples by their names in the descriptor.
  init(_ bodies: [String: String]) {
    self.bodies = bodies
  }

  /// The result of an authorization without a user.
  struct Authorized: Sendable {
    let credential: Credential
    let client: AuthClient<Provider>

    /// The lifetime of the access token.
    var expiresIn: Duration? { credential.lifetime }
  }

  /// The server accepted a request although the example is an error.
  struct MissingRejection: Error {}
}

extension Credential {
  /// The time between the moment of the examples and the expiry of the access token.
  fileprivate var lifetime: Duration? { expiresAt.map { .seconds($0.timeIntervalSince(moment)) } }
}

extension Examples where Provider: DirectAuthorization {
  /// Authorizes the client with the examples, or with an error instead of one of them.
  func authorize(refusedBy kind: String? = nil) async throws -> Authorized {
    try await serve(rejection: kind) { provider in
      let client = client(of: provider)
      let grant = try await client.authorize(scopes: scopes, parameters: parameters, timeout: .seconds(60))
      let credential = try #require(try await client.credential())
      #expect((grant.scopes, grant.expiresAt) == (credential.scopes, credential.expiresAt))
      return Authorized(credential: credential, client: client)
    }
  }

  /// The error that the authorization fails with.
  func rejection(by kind: String) async throws -> (Provider.ErrorCode?, ServerError) {
    try await rejection { try await authorize(refusedBy: kind) }
  }
}

extension Examples where Provider: DirectSignIn {
  /// The result of a sign-in.
  struct SignedIn: Sendable {
    let user: Provider.User
    let credential: Credential
    let client: AuthClient<Provider>

    /// The lifetime of the access token.
    var expiresIn: Duration? { credential.lifetime }
  }

  /// Signs in with the examples, or with an error instead of one of them.
  func signIn(refusedBy kind: String? = nil) async throws -> SignedIn {
    try await serve(rejection: kind) { provider in
      let client = client(of: provider)
      let user = try await client.signIn(scopes: scopes, parameters: parameters, timeout: .seconds(60))
      return SignedIn(user: user, credential: try #require(try await client.credential()), client: client)
    }
  }

  /// The error that the sign-in fails with.
  func rejection(by kind: String) async throws -> (Provider.ErrorCode?, ServerError) {
    try await rejection { try await signIn(refusedBy: kind) }
  }
}

extension Examples where Provider: BackendSignIn {
  /// The result of a sign-in that a server completed.
  struct Exchanged: Sendable {
    let user: Provider.User
    let credential: Credential
    let server: BackendExchange<Provider>

    /// The lifetime of the access token.
    var expiresIn: Duration? { credential.lifetime }
  }

  /// Signs in with the examples, or with an error instead of one of them.
  func signIn(refusedBy kind: String? = nil) async throws -> Exchanged {
    try await exchange(refusedBy: kind) { server, grant in
      let response = try await server.exchange(grant)
      return Exchanged(user: try #require(response.user), credential: response.credential, server: server)
    }
  }

  /// The error that the sign-in fails with.
  func rejection(by kind: String) async throws -> (Provider.ErrorCode?, ServerError) {
    try await rejection { try await signIn(refusedBy: kind) }
  }
}

extension Examples where Provider: BackendAuthorization {
  /// The result of an authorization that a server completed.
  struct Granted: Sendable {
    let credential: Credential
    let server: BackendExchange<Provider>

    /// The lifetime of the access token.
    var expiresIn: Duration? { credential.lifetime }
  }

  /// Authorizes the client with the examples, or with an error instead of one of them.
  func authorize(refusedBy kind: String? = nil) async throws -> Granted {
    try await exchange(refusedBy: kind) { server, grant in
      Granted(credential: try await server.exchange(grant), server: server)
    }
  }

  /// The error that the authorization fails with.
  func rejection(by kind: String) async throws -> (Provider.ErrorCode?, ServerError) {
    try await rejection { try await authorize(refusedBy: kind) }
  }
}

extension Examples where Provider: BackendExchanging {
  /// Passes the grant of an app's sign-in to its server, as a request does.
  fileprivate func exchange<Value: Sendable>(
    refusedBy kind: String?, _ exchange: (BackendExchange<Provider>, AuthorizationGrant) async throws -> Value
  ) async throws -> Value {
    try await serve(rejection: kind) { provider in
      let client = client(of: provider)
      let grant = try await client.authorize(scopes: scopes, parameters: parameters, timeout: .seconds(60))
      return try await exchange(backend(of: provider), try #require(AuthorizationGrant(encoded: grant.encoded())))
    }
  }

  private func backend(of provider: ScriptedProvider) -> BackendExchange<Provider> {
    provider.backend(
      Provider.self, clientID: audience ?? "test-client",
      clientSecret: provider.configuration.client.secretJWT == nil ? Secret(secret) : nil, key: key, settings: settings,
      signTokenRequest: UnsignedRequests(), signUserInfoRequest: UnsignedRequests(),
      environment: AuthEnvironment(now: { moment }))
  }
}

// MARK: - The client

extension Examples {
  fileprivate var scopes: [String] { Provider.configuration.scopes?.defaults ?? [] }

  fileprivate var parameters: AuthorizationParameters {
    var parameters = AuthorizationParameters()
    for variable in Provider.configuration.variables where variable.source == .request {
      parameters.fill(variable.name, variable.example)
    }
    for parameter in Provider.configuration.authorization.parameters where parameter.isRequired {
      parameters.set(parameter.name, parameter.defaultValue ?? parameter.name)
    }
    return parameters
  }

  var secret: String { "hush" }

  /// One of a server's secrets is a key.
  var settings: [String: Secret] {
    let needed = Provider.configuration.client.settings.filter { !$0.isOptional }
    return Dictionary(needed.map { ($0.name, $0.isSecret ? Self.newKey : Secret($0.name)) }) { $1 }
  }

  /// The key of a client that authenticates only with a key.
  fileprivate var key: ClientKey? {
    Provider.configuration.client.authentication == [.privateKeyJWT] ? .pem(Self.newKey) : nil
  }

  private static var newKey: Secret { Secret(P256.Signing.PrivateKey().pemRepresentation) }

  /// The client ID that the example's ID token was issued to. It's `nil` if there's none, or if the client's ID comes from a
  /// registration or a document.
  var audience: String? {
    guard Provider.configuration.client.registration.kind == .preregistered else { return nil }
    let audience = idToken["aud"]
    return idToken["azp"]?.string ?? audience?.string ?? audience?.array?.first?.string
  }

  fileprivate func client(of provider: ScriptedProvider) -> AuthClient<Provider> {
    provider.client(
      Provider.self, clientID: audience, key: key, settings: settings, signTokenRequest: UnsignedRequests(),
      signUserInfoRequest: UnsignedRequests(), redirect: .loopback(ports: 30_000...39_999),
      environment: AuthEnvironment(browser: FollowingBrowser(), now: { moment }))
  }

  fileprivate func rejection(
    of signIn: () async throws -> some Sendable
  ) async throws -> (Provider.ErrorCode?, ServerError) {
    do {
      _ = try await signIn()
    } catch let failure as AuthFailure<Provider.ErrorCode> {
      guard case .server(let code, let error) = failure else { throw failure }
      return (code, error)
    }
    throw MissingRejection()
  }
}

/// The code of an app that signs requests. The scripted server doesn't require signatures.
private struct UnsignedRequests: TokenRequestSigning, UserInfoRequestSigning {
  func sign(_ request: inout HTTPRequest, body: inout Data?) async throws {}
}
