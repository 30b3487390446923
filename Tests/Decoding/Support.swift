import AuthRuntime
import AuthTesting
import Crypto
import Foundation
import TestSupport
import Testing

/// The time at which the examples are read. Their ID tokens were issued shortly before.
private let moment = Date(timeIntervalSince1970: 1_795_219_200)

/// The examples of one provider, sent by a scripted server and read by the generated client.
struct Examples<Provider: DescribedProvider>: Sendable {
  private let bodies: [String: String]

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

  fileprivate var secret: String { "hush" }

  /// One of a server's secrets is a key.
  fileprivate var settings: [String: Secret?] {
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

// MARK: - The server

extension Examples {
  private var idToken: [String: JSONValue] { JSONValue(parsing: Data((bodies["id_token"] ?? "").utf8))?.object ?? [:] }

  /// The generated configuration, without the parts that a scripted server doesn't support.
  private var configuration: ProviderConfiguration {
    var configuration = Provider.configuration
    // The token issuer signs with only this algorithm.
    configuration.idToken?.algorithms = [.es256]
    // Web callback URLs go to an app's server. This test doesn't cover that redirect.
    configuration.client.callbacks.loopback = ProviderConfiguration.CallbackKind()
    return configuration
  }

  fileprivate func serve<Value>(
    rejection: String?, _ body: (ScriptedProvider) async throws -> Value
  ) async throws -> Value {
    try await ConcurrencyLimit.shared.run {
      let provider = try await ScriptedProvider.start(as: configuration)
      let script = script(of: provider.configuration, rejection: rejection)
      await provider.rewrite { $0 = script }
      do {
        let value = try await body(provider)
        await provider.stop()
        return value
      } catch {
        await provider.stop()
        throw error
      }
    }
  }

  private func script(of configuration: ProviderConfiguration, rejection: String?) -> ScriptedProvider.Script {
    ScriptedProvider.Script { script in
      script.claims = { $0 = claims(made: $0, by: configuration) }
      script.callback = { callback in
        if rejection == "callback_error" { callback.removeAll { $0.name == configuration.callback.code } }
        let example = rejection == "callback_error" ? rejection : "callback"
        callback += others(of: example.flatMap { bodies[$0] } ?? "", beside: callback, configuration)
        sign(&callback, by: configuration.callback)
      }
      script.tokenResponse = { members in
        if rejection == "token_error" { return response("token_error", status: 400) }
        return response("token", idToken: members["id_token"]?.string)
      }
      script.userInfoResponse = { response("userinfo") }
      script.furtherResponse = { response("emails") }
    }
  }

  /// The example without changes, except that a signed ID token replaces the one in it.
  private func response(_ name: String, status: Int = 200, idToken: String? = nil) -> ScriptedResponse? {
    guard var body = bodies[name] else { return nil }
    let members = JSONValue(parsing: Data(body.utf8))
    if let idToken, let example = members?.value(at: configuration.token.response.idToken)?.string {
      body = body.replacing(example, with: idToken)
    }
    let type = members == nil ? "application/x-www-form-urlencoded" : "application/json"
    return ScriptedResponse(status, headers: ["Content-Type": type], body: body)
  }

  /// The claims of the example. The server's own values replace the audience, the issuer, and the times.
  private func claims(
    made own: [String: JSONValue], by configuration: ProviderConfiguration
  ) -> [String: JSONValue] {
    var claims = idToken
    claims["aud"] = idToken["aud"] ?? own["aud"]
    claims["nonce"] = own["nonce"]
    if claims["at_hash"] != nil { claims["at_hash"] = accessToken.map { .string(Self.halfHash(of: $0)) } }
    // An issuer that the descriptor spells out doesn't change when the endpoints do.
    if configuration.idToken?.issuers.isEmpty != false { claims["iss"] = own["iss"] }
    claims["iat"] = .number(moment.timeIntervalSince1970)
    claims["exp"] = .number(moment.timeIntervalSince1970 + 600)
    return claims
  }

  private var accessToken: String? {
    JSONValue(parsing: Data((bodies["token"] ?? "").utf8))?.object?["access_token"]?.string
  }

  /// The hash in OpenID Connect Core 1.0 §3.1.3.6, for the signing algorithm of the test.
  private static func halfHash(of text: String) -> String {
    Base64URL.encode(SHA256.hash(data: Data(text.utf8)).prefix(16))
  }

  /// The parameters of the example, without those that belong to one request.
  private func others(
    of example: String, beside own: [(name: String, value: String)], _ configuration: ProviderConfiguration
  ) -> [(name: String, value: String)] {
    let state = configuration.callback.state
    let rules = configuration.callback
    let bound = Set(own.map(\.name) + [rules.code, state, rules.signature?.parameter ?? state])
    return (FormEncoding.decode(example) ?? []).filter { !bound.contains($0.name) }.map { pair in
      (name: pair.name, value: pair.name == "iss" ? issuer(configuration) : pair.value)
    }
  }

  private func issuer(_ configuration: ProviderConfiguration) -> String {
    let values = Dictionary(configuration.variables.map { ($0.name, $0.defaultValue ?? $0.example) }) { $1 }
    return (try? configuration.server.issuer?.filled { values[$0] }) ?? ""
  }

  private func sign(_ callback: inout [(name: String, value: String)], by rules: ProviderConfiguration.CallbackRules) {
    guard let rule = rules.signature else { return }
    let text = FormEncoding.encode(callback.sorted { $0.name < $1.name })
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(secret.utf8)))
    let digits = code.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
    callback.append((name: rule.parameter, value: digits))
  }
}
