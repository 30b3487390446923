#if Curl && AsyncHTTPClient && os(Linux)
  import AuthTesting
  import CLibCurl
  import Foundation
  import NIOSSL
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `The transport over libcurl` {
    private func withFile(_ text: String, _ body: (URL) async throws -> Void) async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("curl-\(UUID().uuidString).pem")
      try Data(text.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try await body(file)
    }

    @Test(arguments: [(TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
    func `A server is accepted only with TLS 1.2 or later`(version: TLSVersion, works: Bool) async throws {
      let server = try await TLSServer.start(from: version, to: version)
      try await withFile(TLSServer.certificate) { file in
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let transport = try CurlTransport(trustRoot: file)
        // The transport keeps the authorities.
        try FileManager.default.removeItem(at: file)
        do throws(TransportFailure) {
          let response = try await transport.send(TransportRequest(url: url))
          #expect(works && response.status == 204, "\(version)")
        } catch {
          #expect(!works && error == .network(.untrustedServer(host: "127.0.0.1")), "\(version): \(error)")
        }
      }
      await server.stop()
    }

    @Test func `A server's certificate must come from a trusted authority and match the host`() async throws {
      let server = try await TLSServer.start()
      func failure(_ host: String, trusting text: String) async throws -> TransportFailure? {
        var found: TransportFailure?
        try await withFile(text) { file in
          let url = try #require(URL(string: "https://\(host):\(server.port)/"))
          let transport = try CurlTransport(trustRoot: file)
          do throws(TransportFailure) { _ = try await transport.send(HTTPRequest(url: url)) } catch { found = error }
        }
        return found
      }
      #expect(try await failure("127.0.0.1", trusting: TLSServer.certificate) == nil)
      let other = try await failure("localhost", trusting: TLSServer.certificate)
      #expect(other == .network(.untrustedServer(host: "localhost")))
      let unknown = try await failure("127.0.0.1", trusting: TestCertificates.client)
      #expect(unknown == .network(.untrustedServer(host: "127.0.0.1")))
      await server.stop()
    }

    @Test(arguments: ["", "no PEM", TLSServer.key])
    func `A file without a certificate can't be a trust root`(text: String) async throws {
      try await withFile(text) { file in
        #expect(throws: ConfigurationFailure.unreadableTrustRoot(file.path)) { try CurlTransport(trustRoot: file) }
      }
      let missing = URL(fileURLWithPath: "/missing.pem")
      #expect(throws: ConfigurationFailure.unreadableTrustRoot("/missing.pem")) {
        try CurlTransport(trustRoot: missing)
      }
    }

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
