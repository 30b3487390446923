import Crypto
import Foundation
import HTTPTypes

@testable import AuthConfiguration
@testable import AuthRuntime

/// A provider and its client, with fixed keys and a fixed time. Seeds contain values that were made with these keys.
enum Fixture {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)
  static let issuer = "https://id.example"
  static let audience = "https://api.example"
  static let secret = Secret("a secret of the client with 32 b")
  /// The state of ``request()``.
  static let state = "STATE"

  static let configuration = ProviderConfiguration(id: "fuzz", name: "Fuzz") { it in
    it.server.issuer = "https://id.example"
    it.server.authorizationEndpoint = "https://id.example/authorize"
    it.server.tokenEndpoint = "https://id.example/token"
    it.server.jwksURI = "https://id.example/keys"
    it.server.introspectionEndpoint = "https://id.example/introspect"
    it.idToken?.algorithms = [.hs256, .es256]
    it.accessToken.algorithms = [.es256]
    it.errors = ["access_denied": .init("accessDenied", .retry, "The user or the server said no.")]
  }

  static func provider(
    _ change: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws(StepFailure) -> ResolvedProvider {
    var configuration = configuration
    change(&configuration)
    return try ResolvedProvider(
      configuration, variables: [:], clientID: "app", clientSecret: secret, now: { now })
  }

  /// A pending authorization request, in the form that a session stores.
  static func request() throws -> AuthorizationRequest {
    let verifier = String(repeating: "v", count: 43)
    let text = """
      {"url": "https://id.example/authorize", "redirect_uri": "http://127.0.0.1:8080/callback", "state": "\(state)",
      "nonce": "NONCE", "code_verifier": "\(verifier)", "scopes": ["openid"], "variables": {}, "parameters": {},
      "drawn": {}}
      """
    return try JSONDecoder().decode(AuthorizationRequest.self, from: Data(text.utf8))
  }

  /// The key that signs ID tokens, access tokens, and DPoP proofs.
  static let signingKey = key(seed: 1)
  static var publicKey: [String: JSONValue] {
    let point = signingKey.publicKey.rawRepresentation
    return [
      "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(point.prefix(32))),
      "y": .string(Base64URL.encode(point.suffix(32))),
    ]
  }

  private static func key(seed: UInt8) -> P256.Signing.PrivateKey {
    // Every positive number below the order of the curve is a valid private key.
    guard let key = try? P256.Signing.PrivateKey(rawRepresentation: Data(repeating: seed, count: 32)) else {
      fatalError("a fixed key is invalid")
    }
    return key
  }

  /// Returns a token with a valid signature.
  static func signed(_ header: [UInt8], _ payload: [UInt8], hmac: Bool = false) throws -> String {
    let input = Base64URL.encode(header) + "." + Base64URL.encode(payload)
    let message = Data(input.utf8)
    let signature =
      hmac
      ? SignatureAlgorithm.Hash.sha256.code(of: message, key: secret)
      : try signingKey.signature(for: message).rawRepresentation
    return JWTText.signed(input, signature)
  }

  static func verifier(_ provider: ResolvedProvider) -> IDTokenVerifier {
    let metadata = ServerMetadataSource(provider: provider, transport: PublishedKeys(), now: { now })
    let keys = KeySource(metadata: metadata, transport: PublishedKeys(), now: { now })
    return IDTokenVerifier(
      provider: provider, rules: provider.configuration.idToken ?? .init(),
      signatures: SignatureCheck(metadata: metadata, keys: keys, clientSecret: secret),
      clock: ServerClock(.none, deviceTime: { now }))
  }

  /// A token endpoint that always returns the given response.
  static func tokens(_ provider: ResolvedProvider, _ response: FixedResponse) -> TokenEndpoint {
    let clock = ServerClock(.none, deviceTime: { now })
    return TokenEndpoint(
      provider: provider,
      authentication: ClientAuthentication(provider: provider, secret: secret, now: { now }),
      metadata: ServerMetadataSource(provider: provider, transport: response, now: { now }),
      transports: ClientTransports(response, nil) { $0 }, hooks: AppHooks(), now: { now }, clock: clock,
      proofs: Proofs(clock: clock))
  }

  static func api() throws(StepFailure) -> ResourceCore {
    try ResourceCore(
      configuration: configuration, variables: [:], audiences: [audience],
      client: ClientCredentials(id: "api", secret: secret), cache: TokenCachePolicy(count: 1, lifetime: .seconds(1)),
      dpop: DPoPPolicy(.accepted, at: audience), environment: AuthEnvironment(transport: PublishedKeys(), now: { now }))
  }
}

/// Returns the same response to every request.
struct FixedResponse: HTTPTransport {
  let body: [UInt8]
  var status = HTTPResponse.Status.ok
  var type = "application/json"

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    guard self.body.count <= options.maximumBytes else { throw .tooLarge }
    return (Data(self.body), HTTPResponse(status: status, headerFields: [.contentType: type]))
  }
}

/// Publishes the key of ``Fixture``.
struct PublishedKeys: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let keys = JSONValue.array([.object(Fixture.publicKey)])
    let data = try? JSONEncoder().encode(["keys": keys])
    return (data ?? Data(), HTTPResponse(status: .ok))
  }
}
