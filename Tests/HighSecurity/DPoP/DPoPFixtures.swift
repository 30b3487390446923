import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

extension ProviderConfiguration {
  /// A provider whose clients bind their tokens to a key.
  static func binding(
    _ use: DPoPRules.Use = .required, _ change: (inout ProviderConfiguration) -> Void = { _ in }
  ) -> ProviderConfiguration {
    ProviderConfiguration(id: "bank", name: "Bank") { it in
      it.variables = [.init("domain", .host, example: "bank.example.com")]
      it.server.issuer = "https://{domain}"
      it.server.authorizationEndpoint = "https://{domain}/authorize"
      it.server.tokenEndpoint = "https://{domain}/token"
      it.server.userInfoEndpoint = "https://{domain}/userinfo"
      it.server.revocationEndpoint = "https://{domain}/revoke"
      it.server.deviceAuthorizationEndpoint = "https://{domain}/device"
      it.server.introspectionEndpoint = "https://{domain}/introspect"
      it.server.jwksURI = "https://{domain}/keys"
      it.scopes?.defaults = ["openid"]
      it.scopes?.required = ["openid"]
      it.refresh?.rotation = .rotate
      it.revocation.style = .rfc7009
      it.revocation.tokens = [.refreshToken]
      it.userInfo.sources = [.idToken, .endpoint]
      it.userInfo.map = ["id": "sub"]
      it.idToken?.algorithms = [.es256]
      it.client.dpop.use = use
      it.errors = StandardErrors.all
      change(&it)
    }
  }
}

/// Runs a test with a provider and an API that accepts its tokens.
func withBank(
  _ configuration: ProviderConfiguration = .binding(), script: ScriptedProvider.Script = .init(),
  _ test: (ScriptedProvider, _ api: ScriptedServer) async throws -> Void
) async throws {
  try await ConcurrencyLimit.shared.run {
    let provider = try await ScriptedProvider.start(as: configuration, script: script)
    let api = try await ScriptedServer.start { await provider.apiResponse(to: $0) }
    let result: Result<Void, any Error>
    do { result = .success(try await test(provider, api)) } catch { result = .failure(error) }
    await api.stop()
    await provider.stop()
    try result.get()
  }
}

extension ScriptedProvider {
  typealias Client = AuthClient<DynamicProvider>

  /// A client whose session is in a store.
  nonisolated func client(
    keepingIn store: any CredentialStore, now: @escaping @Sendable () -> Date = { Date() }
  ) -> Client {
    client(environment: AuthEnvironment(browser: FollowingBrowser(), store: store, now: now))
  }

  nonisolated func plainBackend() -> BackendExchange<DynamicProvider> {
    BackendExchange(
      configuration: configuration, variables: [:], clientID: "test-client", clientSecret: Secret("secret"))
  }

  nonisolated func requests(at path: String) -> [RecordedRequest] { requests.filter { $0.path == path } }
}

extension AuthClient<DynamicProvider> {
  @discardableResult func signInPlainly() async throws(Failure) -> DynamicProvider.User {
    try await signIn(scopes: [], parameters: AuthorizationParameters())
  }
}

extension RecordedRequest {
  /// The proof, if there is a valid one.
  var proof: ReceivedProof? { headers["dpop"].flatMap(ReceivedProof.init) }
}

extension HTTPRequest {
  static func get(_ url: String) -> HTTPRequest {
    HTTPRequest(method: .get, url: URL(string: url) ?? URL(fileURLWithPath: "/"))
  }
}
