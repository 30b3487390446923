#if Curl && AsyncHTTPClient && os(Linux)
  import AuthTesting
  import CLibCurl
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `The transport over libcurl` {
    @Test(arguments: [
      (CURLE_COULDNT_RESOLVE_HOST, NetworkFailure.unreachable(host: "a")),
      (CURLE_COULDNT_CONNECT, .unreachable(host: "a")),
      (CURLE_OPERATION_TIMEDOUT, .noResponse(host: "a")), (CURLE_SSL_CONNECT_ERROR, .untrustedServer(host: "a")),
      (CURLE_PEER_FAILED_VERIFICATION, .untrustedServer(host: "a")),
      (CURLE_SSL_CACERT_BADFILE, .untrustedServer(host: "a")),
      // The request may have been sent.
      (CURLE_SEND_ERROR, .interrupted(host: "a")), (CURLE_RECV_ERROR, .interrupted(host: "a")),
      (CURLE_GOT_NOTHING, .interrupted(host: "a")), (CURLE_UNSUPPORTED_PROTOCOL, .interrupted(host: "a")),
      (CURLE_ABORTED_BY_CALLBACK, .interrupted(host: "a")),
    ])
    func `Each error code becomes the matching failure`(code: CURLcode, expected: NetworkFailure) {
      #expect(CurlTransport.failure(CurlError(code: code, wasSent: false), host: "a") == .network(expected))
      let isLate = code == CURLE_OPERATION_TIMEDOUT
      #expect(
        CurlTransport.failure(CurlError(code: code, wasSent: true), host: "a")
          == .network(isLate ? .noResponse(host: "a") : .interrupted(host: "a")))
    }

    @Test func `Lines of a head become fields, and those without a valid name are dropped`() {
      var head = CurlHead()
      for line in [
        "HTTP/1.1 200 OK: really\r\n", "X-A:  a: b \r\n", "X-A:c\n", " folded: d\r\n", "Bad Name: e\r\n",
        "X-Empty:\r\n",
        "no colon\r\n",
      ] {
        #expect(line.utf8.withContiguousStorageIfAvailable { head.add(UnsafeRawBufferPointer($0)) } == true)
        #expect(!head.isComplete)
      }
      #expect("\r\n".utf8.withContiguousStorageIfAvailable { head.add(UnsafeRawBufferPointer($0)) } == true)
      #expect(head.isComplete)
      #expect(head.fields.map { "\($0.name.rawName)=\($0.value)" } == ["X-A=a: b", "X-A=c", "X-Empty="])
    }

    @Test func `The length of the body doesn't depend on the app's header fields`() async throws {
      let server = try await ScriptedServer.start { _ in ScriptedResponse(204) }
      let url = try #require(URL(string: server.url + "/"))
      let headers: HTTPFields = [.contentLength: "3", .transferEncoding: "chunked"]
      let body = Data("a=b GET /admin HTTP/1.1".utf8)
      let request = TransportRequest(method: .post, url: url, headers: headers, body: body)
      #expect(try await CurlTransport().send(request).status == 204)
      #expect(server.requests.map(\.text) == [String(decoding: body, as: UTF8.self)])
      await server.stop()
    }
  }
#endif
