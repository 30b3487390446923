#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import Crypto
  import Foundation
  import NIOSSL
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `A client certificate` {
    private static let identity = ClientIdentity(
      certificateChain: TLSServer.certificate, privateKey: Secret(TLSServer.key))

    private func withTrustRoot(_ body: (URL) async throws -> Void) async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("identity-\(UUID().uuidString).pem")
      try Data(TLSServer.certificate.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try await body(file)
    }

    @Test(arguments: [TLSVersion.tlsv12, .tlsv13])
    func `A client certificate is presented to a server that requires one, which rejects clients without it`(
      version: TLSVersion
    )
      async throws
    {
      let server = try await TLSServer.start(from: version, to: version, requiresCertificate: true)
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      try await withTrustRoot { file in
        let known = try AsyncHTTPTransport(presenting: Self.identity, trustRoot: file)
        #expect(try await known.send(HTTPRequest(url: url)).1.status == .noContent)
        let unknown = try AsyncHTTPTransport(trustRoot: file)
        await #expect(throws: TransportFailure.self) { try await unknown.send(HTTPRequest(url: url)) }
      }
      await server.stop()
    }

    @Test(arguments: ["", "no PEM", P256.Signing.PrivateKey().pemRepresentation])
    func `A client certificate without its own private key is rejected`(key: String) {
      let identity = ClientIdentity(certificateChain: TLSServer.certificate, privateKey: Secret(key))
      #expect(throws: ConfigurationFailure.unusableClientCertificate) {
        try AsyncHTTPTransport(presenting: identity)
      }
    }

    @Test func `A client registers its key together with the certificate, or not at all`() throws {
      func keys(_ chain: String) -> [JSONValue]? {
        let identity = ClientIdentity(certificateChain: chain, privateKey: Secret(TestCertificates.clientKey))
        return ClientCertificate.identity(identity).keySet?["keys"]?.array
      }
      let registered = try #require(keys(TestCertificates.client)?.first?.object)
      #expect(registered["x5c"]?.array?.count == 1)
      #expect(keys("no PEM") == nil)
    }

    @Test func `A description of a client certificate never contains its private key`() {
      var text = "\(Self.identity)"
      dump(Self.identity, to: &text)
      #expect(!text.contains("PRIVATE KEY"))
    }
  }
#endif
