import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport

@testable import AuthRuntime

/// An ID token verifier with scripted server responses and a clock that a test moves.
struct VerifierFixture: Sendable {
  let tokenSigner: TokenSigner
  let server: ScriptedTransport
  let verifier: IDTokenVerifier
  let keys: KeySource
  let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
  /// The number of times that the clock was read.
  let readings = Locked(0)

  init(
    _ tokenSigner: TokenSigner = TokenSigner(), algorithms: [SignatureAlgorithm]? = nil, secret: Secret? = nil,
    settings: [String: Secret] = [:],
    _ response: (@Sendable (TransportRequest) async throws(TransportFailure) -> TransportResponse)? = nil,
    adjust: (inout ProviderConfiguration) -> Void = { _ in }
  ) throws {
    let (time, readings, jwk) = (time, readings, tokenSigner.jwk)
    let configuration = ProviderConfiguration.plain.with {
      $0.idToken?.algorithms = algorithms ?? [tokenSigner.algorithm]
      adjust(&$0)
    }
    let provider = try ResolvedProvider(
      configuration, variables: ["domain": "id.example"], clientID: "app", settings: settings)
    let server = ScriptedTransport { request throws(TransportFailure) in
      if let response { return try await response(request) }
      return .keySet([jwk])
    }
    let now: @Sendable () -> Date = {
      readings.withLock { $0 += 1 }
      return time.value
    }
    let metadata = ServerMetadataSource(provider: provider, transport: server, now: now)
    let keys = KeySource(metadata: metadata, transport: server, now: now)
    (self.tokenSigner, self.server, self.keys) = (tokenSigner, server, keys)
    verifier = IDTokenVerifier(
      provider: provider, rules: configuration.idToken ?? .init(),
      signatures: SignatureCheck(metadata: metadata, keys: keys, clientSecret: secret),
      clock: ServerClock(.none, deviceTime: now))
  }

  /// The claims of a valid token.
  var claims: [String: JSONValue] {
    let now = time.value.timeIntervalSince1970
    return [
      "iss": .string("https://id.example"), "sub": .string("user-1"), "aud": .string("app"), "iat": .number(now),
      "exp": .number(now + 600),
    ]
  }

  func token(_ header: [String: JSONValue] = [:]) throws -> String {
    try tokenSigner.token(claims: claims, header: header)
  }

  func failure(of token: String, _ expectation: IDTokenVerifier.Expectation = .init()) async -> StepFailure? {
    do throws(StepFailure) {
      _ = try await verifier.verify(Secret(token), expecting: expectation)
      return nil
    } catch {
      return error
    }
  }
}

/// A transport that returns a test's responses and counts the requests.
struct ScriptedTransport: HTTPTransport {
  let asked = Locked(0)
  let response: @Sendable (TransportRequest) async throws(TransportFailure) -> TransportResponse

  init(_ response: @escaping @Sendable (TransportRequest) async throws(TransportFailure) -> TransportResponse) {
    self.response = response
  }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    asked.withLock { $0 += 1 }
    let response = try await self.response(TransportRequest(request, body, options))
    return (response.body, response.head)
  }
}

extension TransportRequest {
  var url: URL { head.url ?? URL(fileURLWithPath: "/") }
  var headers: HTTPFields { head.headerFields }
}

extension TransportResponse {
  static func keySet(_ keys: [JSONValue], headers: HTTPFields = [:]) -> TransportResponse {
    let body = try? JSONEncoder().encode(["keys": JSONValue.array(keys)])
    return TransportResponse(status: 200, headers: headers, body: body ?? Data())
  }
}
