import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport

@testable import AuthRuntime

/// An API with scripted provider responses and a clock that a test moves.
struct APIFixture<Provider: AuthProvider>: Sendable {
  let tokenSigner: TokenSigner
  let server: ScriptedTransport
  let api: ResourceServer<Provider>
  let time: Locked<Date>

  init(
    _: Provider.Type = DynamicProvider.self, _ configuration: ProviderConfiguration = .api,
    variables: [String: String] = ["domain": "id.example"], tokenSigner: TokenSigner = TokenSigner(),
    audiences: [String] = ["https://api.example"], client: ClientCredentials? = nil, cache: TokenCachePolicy = .none,
    _ response: (@Sendable (TransportRequest) async throws(TransportFailure) -> TransportResponse)? = nil
  ) {
    let (time, jwk) = (Locked(Date(timeIntervalSince1970: 1_800_000_000)), tokenSigner.jwk)
    let server = ScriptedTransport { request throws(TransportFailure) in
      if let response { return try await response(request) }
      return .keySet([jwk])
    }
    (self.tokenSigner, self.server, self.time) = (tokenSigner, server, time)
    api = ResourceServer(
      configuration: configuration, variables: variables, audiences: audiences, client: client, cache: cache,
      environment: AuthEnvironment(transport: server, now: { time.value }, clock: ImmediateClock()))
  }

  /// The claims of a valid token (RFC 9068).
  var claims: [String: JSONValue] {
    let now = time.value.timeIntervalSince1970
    return [
      "iss": .string("https://id.example"), "sub": .string("user-1"), "aud": .string("https://api.example"),
      "client_id": .string("app"), "iat": .number(now), "exp": .number(now + 600), "jti": .string("t1"),
      "scope": .string("read:timesheets openid"),
    ]
  }

  /// A token with changed claims. `null` removes a claim.
  func token(
    _ changes: [String: JSONValue] = [:], header: [String: JSONValue] = ["typ": .string("at+jwt")]
  ) throws -> String {
    try tokenSigner.token(claims: claims.merging(changes) { $1 }.filter { $0.value != .null }, header: header)
  }

  func caller(_ token: String) async throws(AccessFailure) -> Caller<Provider> {
    try await api.caller(authorization: "Bearer \(token)")
  }

  func failure(of token: String) async -> AccessFailure? {
    do throws(AccessFailure) {
      _ = try await caller(token)
      return nil
    } catch {
      return error
    }
  }
}

extension ProviderConfiguration {
  /// A provider whose access tokens follow RFC 9068.
  static let api = plain.with {
    $0.accessToken.format = .jwt
    $0.accessToken.types = ["at+jwt"]
    $0.accessToken.permissions = "permissions"
    $0.accessToken.roles = "realm.roles"
    $0.accessToken.organization = "org_id"
  }
}
