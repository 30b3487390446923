#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import Foundation
  import NIOSSL
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `The certificate authorities and TLS versions of a transport` {
    @Test(
      arguments: TransportKind.withTrustRoots,
      [(TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
    func `A server is accepted only with TLS 1.2 or later`(kind: TransportKind, by version: (TLSVersion, Bool))
      async throws
    {
      let (version, works) = version
      let server = try await TLSServer.start(from: version, to: version)
      let failure = try await failure(of: kind, at: "127.0.0.1", server, trusting: TLSServer.certificate)
      #expect(failure == (works ? nil : .network(.untrustedServer(host: "127.0.0.1"))), "\(version)")
      await server.stop()
    }

    @Test(arguments: TransportKind.withTrustRoots)
    func `A server's certificate must come from a trusted authority`(kind: TransportKind) async throws {
      let server = try await TLSServer.start()
      let unknown = try await failure(of: kind, at: "127.0.0.1", server, trusting: TestCertificates.client)
      #expect(unknown == .network(.untrustedServer(host: "127.0.0.1")))
      await server.stop()
    }

    // A certificate that contains only the IP address of the connection must not be valid for a host name. Public
    // authorities issue such certificates, so an attacker who spoofs DNS could receive every request.
    @Test(
      arguments: TransportKind.withTrustRoots,
      [
        (TLSServer.certificate, [false, true]), (TLSServer.certificateWithName, [true, true]),
        (TLSServer.certificateWithOtherName, [false, true]), (TLSServer.certificateWithoutName, [false, true]),
      ])
    func `A server's certificate must be for the host of the URL`(kind: TransportKind, by: (String, [Bool]))
      async throws
    {
      let (certificate, expected) = by
      let server = try await TLSServer.start(certificate: certificate)
      for (host, works) in zip(["localhost", "127.0.0.1"], expected) {
        let failure = try await failure(of: kind, at: host, server, trusting: certificate)
        #expect(failure == (works ? nil : .network(.untrustedServer(host: host))), "\(host)")
      }
      await server.stop()
    }

    @Test(arguments: [
      ("a.example", "a.example", true), ("A.example", "a.EXAMPLE.", true), ("a.example", "b.example", false),
      ("*.a.example", "b.a.example", true), ("*.a.example", "c.b.a.example", false),
      ("*.a.example", "a.example", false),
      ("*.example", "a.example", true), ("*", "localhost", false), ("\u{212A}.example", "k.example", false),
      ("b*.a.example", "bc.a.example", false),
      ("a.example\0.b.example", "a.example", false), ("a.example", "", false),
    ])
    func `A name in a certificate matches the same host, and a wildcard matches its first label`(
      name: String, host: String, matches: Bool
    ) {
      #expect(ServerIdentity.matches(Array(name.utf8), host) == matches)
    }

    @Test func `If NIOSSL's property changes, the expected host is unknown`() {
      let none: String? = nil
      #expect(ServerIdentity.host("a.example") == .name("a.example"))
      #expect(ServerIdentity.host(.some(none as Any)) == .address)
      #expect(ServerIdentity.host(nil) == .unknown)
      for other: any Sendable in [5, Int?(5), [String](), ()] { #expect(ServerIdentity.host(other) == .unknown) }
    }

    @Test func `If the expected host is unknown, a certificate with an IP address is rejected`() throws {
      let address = try NIOSSLCertificate(bytes: Array(TLSServer.certificateWithName.utf8), format: .pem)
      let name = try NIOSSLCertificate(bytes: Array(TestCertificates.client.utf8), format: .pem)
      #expect(!ServerIdentity.isFor(.unknown, address))
      // NIOSSL has already compared the names in the other certificate.
      #expect(ServerIdentity.isFor(.unknown, name))
    }

    @Test(arguments: TransportKind.withTrustRoots, ["", "no PEM", TLSServer.key])
    func `A file without a certificate can't be a trust root`(kind: TransportKind, text: String) throws {
      try withFile(text) { file in
        #expect(throws: ConfigurationFailure.unreadableTrustRoot(file.path)) { try kind.trusting(file) }
      }
      let missing = URL(fileURLWithPath: "/missing.pem")
      #expect(throws: ConfigurationFailure.unreadableTrustRoot("/missing.pem")) { try kind.trusting(missing) }
    }

    // A server that accepts a connection with HTTP/2 and then sends nothing would block all later requests to its host.
    @Test(arguments: TransportKind.withTrustRoots)
    func `A transport uses HTTP/1.1 even if the server supports HTTP/2`(kind: TransportKind) async throws {
      let server = try await TLSServer.start(protocols: ["h2", "http/1.1"])
      #expect(try await failure(of: kind, at: "127.0.0.1", server, trusting: TLSServer.certificate) == nil)
      await server.stop()
    }

    @Test func `The default transport requires TLS 1.2 or later`() {
      #expect(AsyncHTTPTransport().tls.minimumTLSVersion == .tlsv12)
    }

    /// The failure of a request by a transport that trusts only the authority, or `nil` if the server responds.
    private func failure(
      of kind: TransportKind, at host: String, _ server: TLSServer, trusting authority: String
    ) async throws -> TransportFailure? {
      let url = try #require(URL(string: "https://\(host):\(server.port)/"))
      // The file is gone when the request is sent.
      let transport = try withFile(authority) { try kind.trusting($0) }
      do throws(TransportFailure) {
        #expect(try await transport.send(TransportRequest(url: url)).status == 204)
        return nil
      } catch {
        return error
      }
    }

    @discardableResult private func withFile<Result>(_ text: String, _ body: (URL) throws -> Result) throws -> Result {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID().uuidString).pem")
      try Data(text.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return try body(file)
    }
  }

  extension TransportKind {
    /// The transports for which an app can choose the certificate authorities.
    fileprivate static let withTrustRoots = allCases.filter { $0 != .urlSession }

    fileprivate func trusting(_ file: URL) throws(ConfigurationFailure) -> any HTTPTransport {
      switch self {
      case .urlSession: preconditionFailure("URLSession can't choose its authorities on this platform")
      case .platform: try AsyncHTTPTransport(trustRoot: file)
      #if Curl && os(Linux)
        case .curl: try CurlTransport(trustRoot: file)
      #endif
      }
    }
  }
#endif
