import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The table of endpoints` {
  @Test func `Each endpoint that metadata can list has its own property, path, and name`() {
    var server = ProviderConfiguration.ServerMetadata()
    for endpoint in Endpoint.announced { server[endpoint] = TextTemplate(endpoint.rawValue) }
    for endpoint in Endpoint.announced { #expect(server[endpoint]?.text == endpoint.rawValue) }
    #expect(Set(Endpoint.announced.map(\.facts.path)).count == Endpoint.announced.count)
    #expect(Set(Endpoint.allCases.map(\.description)).count == Endpoint.allCases.count)
  }

  @Test(arguments: [
    ProviderConfiguration.Variable.Source.request, .callback("shop"), .token("shop"),
  ])
  func `A value from a sign-in replaces its variable's default in each endpoint's URL`(
    source: ProviderConfiguration.Variable.Source
  ) throws {
    let provider = try ResolvedProvider(
      Self.provider(at: "https://{shop}.example.com/token", source), variables: [:], clientID: "app")
    let endpoint = try #require(provider.endpoints[.token])
    #expect(try endpoint.url(provider.values).absoluteString == "https://acme.example.com/token")
    let values = try provider.values(with: ["shop": "other"])
    #expect(try endpoint.url(values).absoluteString == "https://other.example.com/token")
  }

  @Test func `An endpoint's URL contains the app's value of a variable`() throws {
    let provider = try ResolvedProvider(
      Self.provider(at: "https://{shop}.example.com/token", .app), variables: ["shop": "other"], clientID: "app")
    #expect(
      try provider.endpoints[.token]?.url(provider.values).absoluteString == "https://other.example.com/token")
  }

  @Test func `A derived value in an endpoint's URL is new in each request`() throws {
    let provider = try ResolvedProvider(
      Self.provider(at: "https://{shop}.example.com/token?r={derive.request}", .app), variables: [:], clientID: "app")
    let endpoint = try #require(provider.endpoints[.token])
    #expect(try endpoint.url(provider.values.withFreshValues) != endpoint.url(provider.values.withFreshValues))
  }

  private static func provider(
    at tokenEndpoint: TextTemplate, _ source: ProviderConfiguration.Variable.Source
  ) -> ProviderConfiguration {
    ProviderConfiguration(id: "test", name: "Test") { it in
      it.variables = [.init("shop", .hostLabel, source: source, defaultValue: "acme", example: "acme")]
      it.derived = ["request": "uuid()"]
      it.server.tokenEndpoint = tokenEndpoint
    }
  }

  @Test(arguments: [(true, [Endpoint.authorization, .token, .keys]), (false, [.authorization, .token])])
  func `Every sign-in needs the key set only if the ID token is required`(_ isRequired: Bool, _ endpoints: [Endpoint]) {
    let configuration = ProviderConfiguration(id: "test", name: "Test") { $0.idToken?.required = isRequired }
    #expect(configuration.requiredEndpoints.filter { $0 != .userInfo } == endpoints)
    #expect(configuration.neededEndpoints.contains(.keys))
  }

  @Test func `A failure's description contains the name of its endpoint`() {
    for endpoint in Endpoint.allCases {
      let failures: [StepFailure] = [
        .response(.unexpectedStatus(500, endpoint: endpoint)), .network(.noResponse(host: "h"), endpoint: endpoint),
        .session(.offline(.network(.noResponse(host: "h"), endpoint: endpoint))),
        .server(nil, ServerError(code: "e", endpoint: endpoint)),
      ]
      for failure in failures { #expect(failure.description.contains("\(endpoint)"), "\(failure)") }
    }
  }
}
