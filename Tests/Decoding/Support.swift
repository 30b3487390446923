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
    try await serve(rejection: kind) { provider in
      let client = client(of: provider)
      let server = backend(of: provider)
      let grant = try await client.authorize(scopes: scopes, parameters: parameters, timeout: .seconds(60))
      let received = try #require(AuthorizationGrant(encoded: grant.encoded()))
      let response = try await server.exchange(received)
      return Exchanged(user: try #require(response.user), credential: response.credential, server: server)
    }
  }

  /// The error that the sign-in fails with.
  func rejection(by kind: String) async throws -> (Provider.ErrorCode?, ServerError) {
    try await rejection { try await signIn(refusedBy: kind) }
  }

  private func backend(of provider: ScriptedProvider) -> BackendExchange<Provider> {
    let configuration = provider.configuration
    return BackendExchange(
      configuration: configuration, variables: [:], clientID: clientID,
      clientSecret: configuration.client.secretJWT == nil ? Secret(secret) : nil, settings: settings,
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
    return parameters
  }

  var secret: String { "hush" }

  /// One of a server's secrets is a key.
  var settings: [String: Secret?] {
    let needed = Provider.configuration.client.settings.filter { !$0.isOptional }
    let values = needed.map { setting in
      (setting.name, Secret(setting.isSecret ? P256.Signing.PrivateKey().pemRepresentation : setting.name))
    }
    return Dictionary(values) { $1 }
  }

  /// The client ID that the example's ID token was issued to.
  fileprivate var clientID: String {
    let audience = idToken["aud"]
    return idToken["azp"]?.string ?? audience?.string ?? audience?.array?.first?.string ?? "app"
  }

  fileprivate func client(of provider: ScriptedProvider) -> AuthClient<Provider> {
    AuthClient(
      configuration: provider.configuration, variables: [:], clientID: clientID, settings: settings,
      redirect: .loopback(ports: 30_000...39_999),
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
