import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// RFC 9207 §2.4: a server that promises to name itself in callbacks must do so in every one, from the first sign-in on. A
/// promise in the descriptor alone counts too.
@Suite struct `A promise to name the issuer` {
  private static let stated = "server: { authorization_response_iss_parameter_supported: true }"

  /// The failure of a sign-in whose callback is changed on its way.
  private func rejection(
    _ snippet: String, _ change: @escaping @Sendable (inout [(name: String, value: String)]) -> Void
  ) async throws -> StepFailure? {
    try await SignInScenario(snippet, over: .oidc) { $0.script.callback = change }.rejection().failure
  }

  @Test func `If the descriptor promises iss, a callback without it is rejected`() async throws {
    #expect(try await rejection(Self.stated) { _ in } == nil)
    #expect(try await rejection(Self.stated) { $0.removeAll { $0.name == "iss" } } == .callback(.issuerMixUp))
  }

  @Test func `If the descriptor promises iss, an error callback without it is rejected`() async throws {
    let honest = try await rejection(Self.stated) {
      $0 = $0.filter { $0.name != "code" } + [("error", "access_denied")]
    }
    guard case .server(let code, _)? = honest else {
      Issue.record("\(String(describing: honest))")
      return
    }
    #expect(code?.rawValue == "access_denied")
    let nameless = try await rejection(Self.stated) {
      $0 = $0.filter { $0.name == "state" } + [("error", "access_denied")]
    }
    #expect(nameless == .callback(.issuerMixUp))
  }

  @Test func `If the descriptor withdraws the metadata's promise, a callback needs no iss`() async throws {
    let none = "server: { authorization_response_iss_parameter_supported: false }"
    #expect(try await rejection(none) { $0.removeAll { $0.name == "iss" } } == nil)
  }

  private static let document = """
    {"issuer":"https://id.example","token_endpoint":"https://id.example/token","jwks_uri":"https://id.example/keys",
    "id_token_signing_alg_values_supported":["ES256"],"authorization_response_iss_parameter_supported":true}
    """

  /// The failure of a new client's first callback, which lacks `iss`, and the number of metadata requests before it.
  private func first(
    _ adjust: (inout ProviderConfiguration) -> Void
  ) async throws -> (verdict: StepFailure?, asked: Int) {
    let server = ScriptedTransport { _ in TransportResponse(status: 200, body: Data(Self.document.utf8)) }
    let configuration = ProviderConfiguration(id: "acme", name: "Acme") { it in
      it.server.issuer = "https://id.example"
      it.server.authorizationEndpoint = "https://id.example/authorize"
      adjust(&it)
    }
    let exchange = BackendExchange<DynamicProvider>(
      configuration: configuration, variables: [:], clientID: "app",
      clientSecret: Secret(String(repeating: "s", count: 32)),
      environment: AuthEnvironment(transport: server).withOwnRedirects)
    let pending = try await exchange.start(redirectURI: "https://app.example/callback", scopes: [])
    let state = try #require(pending.request.state)
    let verdict = await failure(of: try exchange.grant(from: "code=c&state=\(state)", for: pending))
    return (verdict, server.asked.value)
  }

  /// Sets everything that a sign-in needs.
  private static func stateAll(_ it: inout ProviderConfiguration) {
    it.server.tokenEndpoint = "https://id.example/token"
    it.server.jwksURI = "https://id.example/keys"
    it.server.userInfoEndpoint = "https://id.example/me"
    it.userInfo.sources = [.idToken, .endpoint]
    it.idToken?.algorithms = [.es256]
  }

  private static let gaps: [(name: String, open: @Sendable (inout ProviderConfiguration) -> Void)] = [
    ("all the rest", { _ in }),
    (
      "the token endpoint",
      {
        stateAll(&$0); $0.server.tokenEndpoint = nil
      }
    ),
    (
      "the URL of the keys",
      {
        stateAll(&$0); $0.server.jwksURI = nil
      }
    ),
    (
      "the userinfo endpoint",
      {
        stateAll(&$0); $0.server.userInfoEndpoint = nil
      }
    ),
    (
      "the algorithms",
      {
        stateAll(&$0); $0.idToken?.algorithms = []
      }
    ),
  ]

  @Test(arguments: gaps.indices)
  func `If any metadata is discovered, the promise is known before the first callback`(index: Int) async throws {
    let (verdict, asked) = try await first(Self.gaps[index].open)
    #expect((verdict, asked) == (.callback(.issuerMixUp), 1), "\(Self.gaps[index].name)")
  }

  private static let complete: [(name: String, change: @Sendable (inout ProviderConfiguration) -> Void)] = [
    ("everything is set", { stateAll(&$0) }),
    (
      "ID tokens aren't used",
      {
        stateAll(&$0); $0.server.jwksURI = nil; $0.idToken = nil
      }
    ),
    (
      "the client secret is the key",
      {
        stateAll(&$0); $0.server.jwksURI = nil; $0.idToken?.algorithms = [.hs256]
      }
    ),
    (
      "discovery is off",
      {
        stateAll(&$0); $0.discovery.mode = .none
      }
    ),
  ]

  @Test(arguments: complete.indices)
  func `If a sign-in needs no metadata, the promise isn't requested`(index: Int) async throws {
    let (verdict, asked) = try await first(Self.complete[index].change)
    #expect((verdict, asked) == (nil, 0), "\(Self.complete[index].name)")
  }
}
