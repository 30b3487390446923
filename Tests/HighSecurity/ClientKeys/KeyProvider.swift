import AuthConfiguration
import AuthTesting
import CryptoExtras
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A scripted provider whose clients authenticate with keys.
struct KeyProvider {
  static let configuration = ProviderConfiguration(id: "bank", name: "Bank") { it in
    it.server.issuer = "https://bank.example"
    it.server.authorizationEndpoint = "https://bank.example/authorize"
    it.server.tokenEndpoint = "https://bank.example/token"
    it.server.introspectionEndpoint = "https://bank.example/introspect"
    it.server.userInfoEndpoint = "https://bank.example/userinfo"
    it.server.revocationEndpoint = "https://bank.example/revoke"
    it.server.jwksURI = "https://bank.example/keys"
    it.idToken?.algorithms = [.es256]
    it.client.authentication = [.privateKeyJWT]
  }

  let scripted: ScriptedProvider
  var configuration: ProviderConfiguration { scripted.configuration }
  var requests: [RecordedRequest] { scripted.requests }

  /// The assertions in the requests that the provider received.
  var assertions: [SignedToken] {
    requests.compactMap { request in
      let fields = FormEncoding.decode(request.text) ?? []
      return fields.first { $0.name == "client_assertion" }.flatMap { try? SignedToken($0.value) }
    }
  }

  static func run(
    as configuration: ProviderConfiguration = Self.configuration, accepting keys: [PublicKey],
    script change: @Sendable (inout ScriptedProvider.Script) -> Void = { _ in },
    _ test: (KeyProvider) async throws -> Void
  ) async throws {
    var script = ScriptedProvider.Script()
    script.clientKeys = keys
    change(&script)
    let provider = try await ScriptedProvider.start(as: configuration, script: script)
    do { try await test(KeyProvider(scripted: provider)) } catch {
      await provider.stop()
      throw error
    }
    await provider.stop()
  }

  func client(
    key: ClientKey?, clientSecret: Secret? = nil, certificate: ClientCertificate? = nil,
    transport: any HTTPTransport = AuthEnvironment.platformTransport,
    _ change: (inout ProviderConfiguration) -> Void = { _ in }
  ) -> AuthClient<DynamicProvider> {
    var environment = AuthEnvironment(transport: transport, browser: FollowingBrowser())
    environment.redirects = RedirectRegistry()
    return AuthClient(
      configuration: configuration.changed(change), variables: [:], clientID: "app", clientSecret: clientSecret,
      key: key,
      certificate: certificate, redirect: .loopback(ports: 20_000...29_999), environment: environment)
  }

  /// A client that finds the token endpoint in the discovery document, with members that the test adds.
  func discoveringClient(
    key: ClientKey?, certificate: ClientCertificate? = nil, document: [String: JSONValue],
    _ change: (inout ProviderConfiguration) -> Void = { _ in }
  ) -> AuthClient<DynamicProvider> {
    client(key: key, certificate: certificate, transport: AddingTransport(members: document)) { it in
      for endpoint in Endpoint.aliased + [.authorization] { it.server[endpoint] = nil }
      change(&it)
    }
  }

  func introspectingAPI(key: ClientKey) -> ResourceServer<DynamicProvider> {
    ResourceServer(
      configuration: configuration.changed { $0.accessToken.format = .opaque }, variables: [:], audiences: ["api"],
      client: ClientCredentials(id: "api", key: key))
  }
}

/// Adds members to the discovery document.
private struct AddingTransport: HTTPTransport {
  let members: [String: JSONValue]

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let response = try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
    guard request.path?.contains("/.well-known/") == true, let document = JSONValue(parsing: response.0)?.object,
      let changed = try? JSONEncoder().encode(document.merging(members) { $1 })
    else { return response }
    return (changed, response.1)
  }
}

/// Keys for tests.
enum PrivateKeyFixture {
  static func ec(_ keyID: String) -> PrivateKey {
    // ES256 keys can always be created.
    // swift-format-ignore: NeverUseForceTry
    try! PrivateKey(generating: .es256, keyID: keyID)
  }

  static func key(for algorithm: SignatureAlgorithm) throws -> PrivateKey {
    guard algorithm.facts.scheme.keyType == "RSA" else { return try PrivateKey(generating: algorithm) }
    return try PrivateKey(pem: Secret(rsa.pkcs8PEMRepresentation), algorithm: algorithm)
  }

  // A key of this size can always be created.
  // swift-format-ignore: NeverUseForceTry
  private static let rsa = try! _RSA.Signing.PrivateKey(keySize: .bits2048)
}

/// A signer that counts its signatures, as an HSM does.
struct CountingSigner: JWTSigning {
  private let key: PrivateKey
  private let signatures = Locked(0)
  var algorithm: SignatureAlgorithm { key.algorithm }
  var publicKey: PublicKey { key.publicKey }
  var count: Int { signatures.value }

  init(_ key: PrivateKey) { self.key = key }

  func signature(of message: Data) async throws -> Data {
    signatures.withLock { $0 += 1 }
    return try key.signature(of: message)
  }
}

struct FailingSigner: JWTSigning {
  struct Failure: Error { let text = "PIN 1234 is wrong" }

  let algorithm = SignatureAlgorithm.es256
  let publicKey: PublicKey

  func signature(of message: Data) async throws -> Data { throw Failure() }
}

extension ProviderConfiguration {
  func changed(_ change: (inout ProviderConfiguration) -> Void) -> ProviderConfiguration {
    var copy = self
    change(&copy)
    return copy
  }
}

func stepFailure<Value>(of expression: @autoclosure () async throws(StepFailure) -> Value) async -> StepFailure? {
  await failure(StepFailure.self, of: try await expression())
}
