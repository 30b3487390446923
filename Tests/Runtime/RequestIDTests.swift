import HTTPTypes
import Testing

@testable import AuthRuntime

@Suite struct `The request ID in a response's headers` {
  private func requestID(_ fields: HTTPFields) -> String? { HTTPResponse(status: .ok, headerFields: fields).requestID }

  @Test(arguments: ["Request-Id", "X-Request-ID", "x-acme-request-id", "x-acme-requestid", "X-Correlation-ID"])
  func `A header's name may have a provider's prefix`(name: String) throws {
    let field = try #require(HTTPField.Name(name))
    #expect(requestID([.server: "acme", field: "r-1"]) == "r-1")
  }

  @Test(arguments: [false, true])
  func `Of several request IDs, the one with the shortest name is used`(isReversed: Bool) throws {
    let (long, short) = try (
      #require(HTTPField.Name("x-acme-request-id")), #require(HTTPField.Name("x-request-id"))
    )
    let fields: HTTPFields = isReversed ? [short: "short", long: "long"] : [long: "long", short: "short"]
    #expect(requestID(fields) == "short")
  }

  @Test func `A request ID comes before a correlation ID`() throws {
    let (request, correlation) = try (
      #require(HTTPField.Name("x-acme-request-id")), #require(HTTPField.Name("correlation-id"))
    )
    #expect(requestID([correlation: "c", request: "r"]) == "r")
  }

  @Test func `A response without such a header has no request ID`() throws {
    let name = try #require(HTTPField.Name("x-request-id-format"))
    #expect(requestID([name: "uuid", .server: "acme"]) == nil)
  }
}
