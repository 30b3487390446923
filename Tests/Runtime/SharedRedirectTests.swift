import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// RFC 9700 §4.4, for a descriptor that is used with several hosts.
@Suite struct `A redirect URI that several clients of a descriptor share` {
  private typealias Variable = ProviderConfiguration.Variable

  private static let address = "https://app.example/cb"

  /// A provider at a host, which may contain placeholders.
  private static func provider(_ host: String, _ variables: [Variable]) -> ProviderConfiguration {
    ProviderConfiguration.plain.with { it in
      it.variables = variables
      it.discovery.mode = .none
      it.server.issuer = .init(stringLiteral: "https://\(host)")
      it.server.authorizationEndpoint = .init(stringLiteral: "https://\(host)/authorize")
      it.server.tokenEndpoint = .init(stringLiteral: "https://\(host)/token")
      it.server.jwksURI = .init(stringLiteral: "https://\(host)/keys")
      it.server.revocationEndpoint = .init(stringLiteral: "https://\(host)/revoke")
      it.server.endSessionEndpoint = .init(stringLiteral: "https://\(host)/logout")
    }
  }

  /// The failure of a sign-in at `a` after one at `b`, which use the same redirect URI.
  private func failureOfSecond(
    _ configuration: ProviderConfiguration, _ values: @Sendable (String) -> [String: String],
    _ parameters: AuthorizationParameters = .init()
  ) async throws -> StepFailure? {
    let environment = AuthEnvironment.default.withOwnRedirects
    let clients = ["b", "a"].map { name in
      BackendExchange<DynamicProvider>(
        configuration: configuration, variables: values(name), clientID: "app", environment: environment)
    }
    _ = try await clients[0].start(redirectURI: Self.address, scopes: [], parameters: parameters)
    return await failure(
      of: try await clients[1].start(redirectURI: Self.address, scopes: [], parameters: parameters))
  }

  @Test func `Clients whose hosts the app chooses freely can't share a redirect URI`() async throws {
    let configuration = Self.provider("{domain}", [.init("domain", .host, example: "id.example.com")])
    let failure = try await failureOfSecond(configuration) { ["domain": "\($0).example"] }
    #expect(failure == .configuration(.sharedRedirect(Self.address, otherIssuer: "https://b.example")))
  }

  @Test func `Clients of one provider can share a redirect URI`() async throws {
    let label = Self.provider("{tenant}.id.example", [.init("tenant", .hostLabel, example: "acme")])
    #expect(try await failureOfSecond(label) { ["tenant": $0] } == nil)
    let listed = Self.provider(
      "{domain}", [.init("domain", .host, values: ["a.example", "b.example"], example: "a.example")])
    #expect(try await failureOfSecond(listed) { ["domain": "\($0).example"] } == nil)
    let allowed = Self.provider(
      "{domain}", [.init("domain", .host, allowedHosts: ["*.id.example"], example: "a.id.example")])
    #expect(try await failureOfSecond(allowed) { ["domain": "\($0).id.example"] } == nil)
  }

  @Test func `A host that isn't that of the issuer or its page doesn't matter`() async throws {
    let configuration = Self.provider(
      "{tenant}.id.example",
      [.init("tenant", .hostLabel, example: "acme"), .init("api", .host, example: "api.example.com")]
    ).with { $0.server.userInfoEndpoint = "https://{api}/userinfo" }
    #expect(try await failureOfSecond(configuration) { ["tenant": $0, "api": "\($0).api.example"] } == nil)
  }

  @Test func `A host that each sign-in names isn't the issuer that the app chooses`() async throws {
    let configuration = Self.provider(
      "{tenant}.id.example",
      [
        .init("tenant", .hostLabel, example: "acme"),
        .init("page", .host, source: .request, example: "login.example.com"),
      ]
    ).with { $0.server.authorizationEndpoint = "https://{page}/authorize" }
    var parameters = AuthorizationParameters()
    parameters.fill("page", "login.example")
    #expect(try await failureOfSecond(configuration, { ["tenant": $0] }, parameters) == nil)
  }

  @Test func `A callback is rejected if another issuer's client has started to use the redirect URI`() async throws {
    let environment = AuthEnvironment.default.withOwnRedirects
    let client = BackendExchange<DynamicProvider>(
      configuration: .plain.with { $0.server.issuerIsChosenAtRunTime = true }, variables: ["domain": "id.example"],
      clientID: "app", environment: environment)
    let pending = try await client.start(redirectURI: Self.address, scopes: [])
    let query = "code=c&state=\(try #require(pending.request.state))"
    environment.redirects.note(.url(Self.address), of: "https://other.example")
    #expect(
      throws: StepFailure.configuration(.sharedRedirect(Self.address, otherIssuer: "https://other.example"))
    ) {
      try client.grant(from: query, for: pending)
    }
  }
}
