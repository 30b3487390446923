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

    @Test func `A head of up to 128 KB is accepted`() {
      let line = "X-Field: \(String(repeating: "a", count: 1013))\r\n"
      var head = CurlHead()
      let isWithin = (0..<129).map { _ in
        line.utf8.withContiguousStorageIfAvailable { head.add(UnsafeRawBufferPointer($0)) }
      }
      #expect(line.utf8.count == 1024 && isWithin == Array(repeating: true, count: 128) + [false])
    }

    @Test func `Trailers are ignored, and don't count toward the size limit of the head`() async throws {
      let trailer = "X-Trailer: \(String(repeating: "a", count: 1_000))\r\n"
      let server = try await RawServer.start(
        responding: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"
          + String(repeating: trailer, count: 200) + "\r\n")
      let response = try await CurlTransport().send(TransportRequest(url: Self.url(server.port)))
      #expect(response.body == Data("ok".utf8) && response.headers.count == 1)
      await server.stop()
    }

    @Test func `A response that switches protocols fails at once`() async throws {
      let server = try await ScriptedServer.start { _ in
        ScriptedResponse(101, headers: ["Connection": "upgrade", "Upgrade": "other"], body: "1234").stalled
      }
      let url = try #require(URL(string: server.url))
      await #expect(throws: TransportFailure.network(.interrupted(host: "127.0.0.1"))) {
        try await CurlTransport().send(TransportRequest(url: url, timeout: .seconds(20)))
      }
      await server.stop()
    }

    @Test func `A request is sent once, unless it's repeatable, and never after its exchange has ended`() throws {
      let url = try Self.url(1)
      for isRepeatable in [false, true] {
        let request = TransportRequest(url: url, isRepeatable: isRepeatable)
        let exchange = ResponseExchange(host: "127.0.0.1", maximumBytes: 0)
        let transfer = try #require(CurlTransfer(request, to: url, trusting: nil, exchange))
        #expect(transfer.send() == CURL_PREREQFUNC_OK)
        #expect(transfer.send() == (isRepeatable ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT))
        exchange.complete(CancellationError())
        #expect(transfer.send() == CURL_PREREQFUNC_ABORT)
      }
    }

    @Test func `A transfer waits while too much of its body is unread`() throws {
      let url = try Self.url(1)
      let exchange = ResponseExchange(host: "127.0.0.1", maximumBytes: .max)
      let transfer = try #require(CurlTransfer(TransportRequest(url: url), to: url, trusting: nil, exchange))
      #expect(exchange.start(HTTPResponse(status: .ok)))
      let part = Data(count: 1 << 20)
      #expect(part.withUnsafeBytes { transfer.receive(part: $0) } == part.count)
      #expect(part.withUnsafeBytes { transfer.receive(part: $0) } == CURL_WRITEFUNC_PAUSE)
    }

    @Test func `A transfer whose exchange has ended opens no connection`() async throws {
      let server = try await OneResponseServer.start()
      let url = try Self.url(server.port)
      let request = TransportRequest(url: url)
      let exchange = ResponseExchange(host: "127.0.0.1", maximumBytes: 0)
      exchange.complete(CancellationError())
      CurlLoop.shared.start(try #require(CurlTransfer(request, to: url, trusting: nil, exchange)))
      #expect(try await CurlTransport().send(request).status == 204)
      #expect(server.connections == 1)
      await server.stop()
    }

    @Test func `If sending a request again fails, the first attempt may have arrived`() async throws {
      let server = try await OneResponseServer.start()
      let request = TransportRequest(url: try Self.url(server.port), isRepeatable: true)
      #expect(try await CurlTransport().send(request).status == 204)
      await server.stop()
      // The server closes this connection after the second request, and doesn't accept another connection.
      await #expect(throws: TransportFailure.network(.interrupted(host: "127.0.0.1"))) {
        try await CurlTransport().send(request)
      }
      #expect(server.requests == 2)
    }

    @Test func `Programs that the app starts don't inherit connections`() async throws {
      let server = try await EndlessServer.start(sending: "a", every: .milliseconds(20))
      let head = HTTPRequest(url: try Self.url(server.port))
      let (body, _) = try await CurlTransport().stream(head, body: nil, options: TransportOptions())
      let connections = (3..<4096).filter { Self.peerPort(of: $0) == server.port }
      #expect(connections.map { fcntl($0, F_GETFD) & FD_CLOEXEC } == [FD_CLOEXEC])
      withExtendedLifetime(body) {}
      await server.stop()
    }

    @Test func `Proxies of environment variables aren't used`() async {
      // In a separate process, because all tests share the environment.
      await #expect(processExitsWith: .success) {
        for name in ["http_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:1", 1) }
        let server = try await ScriptedServer.start { _ in ScriptedResponse(204) }
        let url = try #require(URL(string: server.url))
        #expect(try await CurlTransport().send(TransportRequest(url: url)).status == 204)
        await server.stop()
      }
    }

    @Test func `SSL_CERT_FILE names the authorities, and if it can't be read, none is trusted`() throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("authorities-\(UUID().uuidString).pem")
      try Data("authority".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      #expect(CurlTransport.authorities(in: [:]) == nil)
      #expect(CurlTransport.authorities(in: ["SSL_CERT_FILE": ""]) == nil)
      #expect(CurlTransport.authorities(in: ["SSL_CERT_FILE": file.path]) == Data("authority".utf8))
      #expect(CurlTransport.authorities(in: ["SSL_CERT_FILE": file.path + ".missing"]) == Data("\n".utf8))
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

    private static func url(_ port: Int) throws -> URL { try #require(URL(string: "http://127.0.0.1:\(port)/")) }

    /// The port to which a socket is connected over IPv4.
    private static func peerPort(of descriptor: Int32) -> Int? {
      var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
      let status = withUnsafeMutableBytes(of: &address) {
        getpeername(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
      }
      return status == 0 && address.sin_family == AF_INET ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
  }
#endif
