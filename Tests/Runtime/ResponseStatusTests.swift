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
    func `has three digits, whatever HTTP/2 lets a server send`(code: Int) throws {
      #expect(throws: TransportFailure.network(.interrupted(host: "id.example"))) {
        try HTTPResponse(response(code), from: "id.example")
      }
    }

    @Test(arguments: [100, 200, 599, 999])
    func `is any of three digits`(code: Int) throws {
      #expect(try HTTPResponse(response(code), from: "id.example").status.code == code)
    }
  }
#endif
