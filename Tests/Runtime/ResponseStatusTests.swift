#if AsyncHTTPClient
  import AsyncHTTPClient
  import HTTPTypes
  import NIOHTTP1
  import Testing

  @testable import AuthRuntime

  @Suite struct `The status of a response` {
    private func response(_ code: Int) -> HTTPClientResponse {
      HTTPClientResponse(status: .custom(code: UInt(code), reasonPhrase: ""))
    }

    @Test(arguments: [0, 99, 1000, 2000, 1 << 40])
    func `A response whose status code doesn't have three digits is rejected`(code: Int) throws {
      #expect(throws: TransportFailure.network(.interrupted(host: "id.example"))) {
        try HTTPResponse(response(code), from: "id.example")
      }
    }

    @Test(arguments: [100, 200, 599, 999])
    func `A response with any status code of three digits is accepted`(code: Int) throws {
      #expect(try HTTPResponse(response(code), from: "id.example").status.code == code)
    }
  }
#endif
