import AuthConfiguration
import AuthTesting
import Crypto
import Foundation
import HTTPTypes
import TestSupport

@testable import AuthRuntime

/// An API that verifies proofs, a client's key, and a clock that a test moves. Each request of the API takes `requestTime`.
struct ProofFixture: Sendable {
  static let url = "https://api.example/v1/accounts"

  let tokenSigner = TokenSigner()
  let key: PrivateKey
  let api: ResourceServer<DynamicProvider>
  let time: Locked<Date>

  init(
    _ policy: DPoPPolicy = .accepted(at: "https://api.example"), client: ClientCredentials? = nil,
    cache: TokenCachePolicy = .none, time: Locked<Date> = Locked(Date(timeIntervalSince1970: 1_800_000_000)),
    introspection: [String: JSONValue] = [:], requestTime: TimeInterval = 0
  ) throws {
    let jwk = tokenSigner.jwk
    let configuration = ProviderConfiguration(id: "bank", name: "Bank") { it in
      it.server.issuer = "https://id.example"
      it.server.authorizationEndpoint = "https://id.example/authorize"
      it.server.tokenEndpoint = "https://id.example/token"
      it.server.introspectionEndpoint = "https://id.example/introspect"
      it.server.jwksURI = "https://id.example/keys"
      it.discovery.mode = .none
      it.client.authentication = [.clientSecretBasic]
      it.idToken?.algorithms = [.es256]
      it.accessToken.format = .jwt
    }
    self.time = time
    key = try PrivateKey(generating: .es256)
    let transport = FixedTransport { request in
      time.withLock { $0 += requestTime }
      return request.path == "/introspect" ? .object(introspection) : ["keys": .array([jwk])]
    }
    api = ResourceServer(
      configuration: configuration, variables: [:], audiences: ["https://api.example"], client: client, cache: cache,
      dpop: policy, environment: AuthEnvironment(transport: transport, now: { time.value }))
  }

  /// A token that is bound to the key. `null` removes a claim.
  func token(_ changes: [String: JSONValue] = [:]) throws -> String {
    let now = time.value.timeIntervalSince1970
    let claims: [String: JSONValue] = [
      "iss": "https://id.example", "sub": "ada", "aud": "https://api.example", "client_id": "app",
      "iat": .number(now), "exp": .number(now + 600), "jti": "t1", "scope": "accounts",
      "cnf": ["jkt": .string(key.publicKey.thumbprint)],
    ]
    return try tokenSigner.token(
      claims: claims.merging(changes) { $1 }.filter { $0.value != .null }, header: ["typ": "at+jwt"])
  }

  /// The claims of a valid proof.
  func proofClaims(of token: String) -> [String: JSONValue] {
    [
      "jti": .string(UUID().uuidString), "htm": "GET", "htu": .string(Self.url),
      "iat": .number(time.value.timeIntervalSince1970),
      "ath": .string(Base64URL.encode(SHA256.hash(data: Data(token.utf8)))),
    ]
  }

  /// A proof with changed claims and header. `null` removes a member.
  func proof(
    of token: String, _ changes: [String: JSONValue] = [:], header: [String: JSONValue] = [:],
    key other: PrivateKey? = nil
  ) async throws -> String {
    let key = other ?? key
    let standard: [String: JSONValue] = ["typ": "dpop+jwt", "jwk": .object(key.publicKey.jwk)]
    return try await key.jwt(
      proofClaims(of: token).merging(changes) { $1 }.filter { $0.value != .null },
      header: standard.merging(header) { $1 }.filter { $0.value != .null }
    ).reveal()
  }

  func request(
    _ token: String, _ proofs: [String], scheme: String = "DPoP", method: String = "GET",
    url: String = "/v1/accounts?page=2", certificate: Data? = nil
  ) -> APIRequest {
    APIRequest(
      method: method, url: url, authorization: ["\(scheme) \(token)"], dpop: proofs, clientCertificate: certificate)
  }

  func failure(of request: APIRequest) async -> AccessFailure? {
    do throws(AccessFailure) {
      _ = try await api.caller(of: request)
      return nil
    } catch {
      return error
    }
  }

  /// The failure of a request with a changed proof.
  func failure(_ changes: [String: JSONValue] = [:], header: [String: JSONValue] = [:]) async throws -> AccessFailure? {
    let token = try token()
    return await failure(of: request(token, [try await proof(of: token, changes, header: header)]))
  }
}

/// A transport that responds with JSON.
struct FixedTransport: HTTPTransport {
  let body: @Sendable (HTTPRequest) -> JSONValue

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let data = (try? JSONEncoder().encode(self.body(request))) ?? Data()
    return (data, HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]))
  }
}
