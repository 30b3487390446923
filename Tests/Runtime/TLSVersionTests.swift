#if AsyncHTTPClient && !canImport(Darwin)
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL
  import Testing

  @testable import AuthRuntime

  @Suite struct `The versions of TLS` {
    @Test(arguments: [(TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
    func `a server is accepted only with TLS 1.2 or later`(version: TLSVersion, works: Bool)
      async throws
    {
      let server = try await TLSServer.start(speaking: version)
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString).pem")
      try Data(TLSServer.certificate.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let transport = try AsyncHTTPTransport(trustRoot: file)
      let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
      do throws(TransportFailure) {
        let response = try await transport.send(HTTPRequest(url: url))
        #expect(works && response.status == 204, "\(version)")
      } catch {
        #expect(!works && error == .network(.untrustedServer(host: "127.0.0.1")), "\(version): \(error)")
      }
      await server.stop()
    }

    @Test func `are 1.2 and later for every transport`() {
      #expect(AsyncHTTPTransport().tls.minimumTLSVersion == .tlsv12)
    }
  }

  /// A server that speaks one version of TLS and responds with 204 to whatever it is sent.
  private struct TLSServer {
    private let channel: any Channel
    var port: Int { channel.localAddress?.port ?? 0 }

    static func start(speaking version: TLSVersion) async throws -> TLSServer {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
      configuration.minimumTLSVersion = version
      configuration.maximumTLSVersion = version
      let context = try NIOSSLContext(configuration: configuration)
      let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .childChannelInitializer { child in
          child.eventLoop.makeCompletedFuture {
            try child.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            try child.pipeline.syncOperations.addHandler(Responder())
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      return TLSServer(channel: channel)
    }

    func stop() async { try? await channel.close().get() }

    private final class Responder: ChannelInboundHandler {
      typealias InboundIn = ByteBuffer
      typealias OutboundOut = ByteBuffer

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let response = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response)), promise: nil)
      }

      func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    // Made for this test, for 127.0.0.1.
    static let certificate = """
      -----BEGIN CERTIFICATE-----
      MIIBkTCCATagAwIBAgIUP9UEHnJ4TuOQUgW5m05iqt9BDQAwCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMzExMDIwMVoYDzIxMjYxMDMw
      MTEwMjAxWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
      PQMBBwNCAATAtJ0bn0Lwh2ViCFB15Vs72e6CtVcTzM3/GMZ1X/QWc/SHZuMuJQdq
      LpyQDOdCQ/Up3LhXdXltXGoct/vg0YAdo2QwYjAdBgNVHQ4EFgQUXVjhcnty7S/2
      0KPqwtS8tJskQv4wHwYDVR0jBBgwFoAUXVjhcnty7S/20KPqwtS8tJskQv4wDwYD
      VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
      IQCWLHsHgpkgkWJZGaAyzXw9Lv6mtlvqBUwCk8ypDJc+uwIhAONycPqkhDqxPyzd
      Yw5GxRLkf2anGqSCTsuZlnlpdeav
      -----END CERTIFICATE-----
      """
    private static let key = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJxx/bIubOUu288Ly
      OpiLpglxppJbZn8IphEXOE9Z6mShRANCAATAtJ0bn0Lwh2ViCFB15Vs72e6CtVcT
      zM3/GMZ1X/QWc/SHZuMuJQdqLpyQDOdCQ/Up3LhXdXltXGoct/vg0YAd
      -----END PRIVATE KEY-----
      """
  }
#endif
