import AuthConfiguration
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
