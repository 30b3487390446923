#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import Foundation
  import NIOSSL
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `The versions of TLS` {
    @Test(arguments: [(TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
    func `A server is accepted only with TLS 1.2 or later`(version: TLSVersion, works: Bool)
      async throws
    {
      let server = try await TLSServer.start(from: version, to: version)
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString).pem")
      try Data(TLSServer.certificate.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let transport = try AsyncHTTPTransport(trustRoot: file)
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      do throws(TransportFailure) {
        let response = try await transport.send(TransportRequest(url: url))
        #expect(works && response.status == 204, "\(version)")
      } catch {
        #expect(!works && error == .network(.untrustedServer(host: "127.0.0.1")), "\(version): \(error)")
      }
      await server.stop()
    }

    @Test func `Every transport requires TLS 1.2 or later`() {
      #expect(AsyncHTTPTransport().tls.minimumTLSVersion == .tlsv12)
    }
  }
#endif
