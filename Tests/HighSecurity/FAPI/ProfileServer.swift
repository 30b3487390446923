import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

/// A provider, an API, and a client that follow the FAPI 2.0 Security Profile. The client knows only the issuer.
struct ProfileServer {
  static let key = PrivateKeyFixture.ec("k1")

  let provider: ScriptedProvider
  let api: ScriptedServer
  let client: AuthClient<DynamicProvider>
  let issuer: String

  /// Runs a test. The server requires nonces in proofs, like that of the OpenID Foundation's tests.
  ///
  /// - Parameter scheme: The spelling of the authentication scheme in the API's challenges.
  static func run<Value: Sendable>(
    script: ScriptedProvider.Script = .init { $0.proofNonces = .constant }, scheme: String = "DPoP",
    environment: AuthEnvironment = AuthEnvironment(browser: FollowingBrowser()),
    _ test: (ProfileServer) async throws -> Value
  ) async throws -> Value {
    try await ConcurrencyLimit.shared.run {
      var script = script
      script.clientKeys = [key.publicKey]
      script.requiresPushedRequests = true
      let known = ProviderConfiguration.openIDConnect(issuer: "https://bank.example") { $0.follow(.fapi2Security) }
      let provider = try await ScriptedProvider.start(as: known, script: script)
      let api = try await ScriptedServer.start { request in
        var response = await provider.apiResponse(to: request)
        let challenge = response.headers["WWW-Authenticate"]
        response.headers["WWW-Authenticate"] = challenge.map { scheme + $0.dropFirst("DPoP".count) }
        return response
      }
      let result: Result<Value, any Error>
      do {
        result = .success(try await test(ProfileServer(provider, api, environment)))
      } catch { result = .failure(error) }
      await api.stop()
      await provider.stop()
      return try result.get()
    }
  }

  private init(
    _ provider: ScriptedProvider, _ api: ScriptedServer, _ environment: AuthEnvironment
  ) throws {
    (self.provider, self.api) = (provider, api)
    issuer = try #require(provider.configuration.server.issuer?.text)
    client = AuthClient(
      issuer: issuer, clientID: "app", key: .key(Self.key), redirect: .loopback(ports: 20_000...29_999),
      environment: environment.withOwnRedirects
    ) { it in
      it.follow(.fapi2Security)
    }
  }

  /// Signs a user in and calls the API, as the suite's tests do.
  func signInAndCall() async throws(AuthFailure<AnyErrorCode>) -> Int {
    _ = try await client.signIn(scopes: [], parameters: .init())
    return try await client.data(from: "\(api.url)/accounts").1.status.code
  }

  /// The parameters of the requests to an endpoint.
  func requests(to path: String) -> [[String: String]] {
    provider.requests.filter { $0.path == path }.map { request in
      MessageFixture.fields(request.query).merging(MessageFixture.fields(request.text)) { $1 }
    }
  }

  /// The claims of the client's assertions.
  var assertions: [[String: JSONValue]] {
    get throws {
      try provider.requests.compactMap { MessageFixture.fields($0.text)["client_assertion"] }.map {
        try SignedToken($0).claims()
      }
    }
  }

  /// The proofs in all requests.
  var proofs: [ReceivedProof] { (provider.requests + api.requests).compactMap(\.proof) }
}
