import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A request to an endpoint` {
  private func request(_ change: (inout EndpointRequest) -> Void) throws -> TransportRequest {
    var request = EndpointRequest(endpoint: .token, url: try SecureURL.parse("https://id.example/token"))
    change(&request)
    return request.http
  }

  @Test(arguments: [(true, false, true), (true, true, false), (false, false, false)])
  func `A request with a one-time value isn't repeated`(isRepeatable: Bool, isOneTime: Bool, isSentAgain: Bool) throws {
    for body in [nil, "{}"] {
      let request = try request { ($0.isRepeatable, $0.isOneTime, $0.rawBody) = (isRepeatable, isOneTime, body) }
      #expect(request.options.isRepeatable == isSentAgain)
    }
  }

  @Test(arguments: [(ProviderConfiguration.Method.get, nil), (.delete, nil), (.post, Data())])
  func `Of the requests with a query, only a POST request has a body, which is empty`(
    method: ProviderConfiguration.Method, body: Data?
  ) throws {
    let request = try request {
      ($0.method, $0.encoding, $0.parameters) = (method, .query, [(name: "a", value: "b")])
    }
    #expect(request.head.path == "/token?a=b")
    #expect(request.body == body)
  }
}
