#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import NIOCore
  import NIOPosix
  import NIOSSL

  /// A server that speaks the given versions of TLS and responds to any data with 204. It can require ``certificate``
  /// from clients.
  public struct TLSServer: Sendable {
    private let channel: any Channel
    public var port: Int { channel.localAddress?.port ?? 0 }

    public static func start(
      from lowest: TLSVersion = .tlsv12, to highest: TLSVersion = .tlsv13, requiresCertificate: Bool = false,
      certificate: String = certificate, protocols: [String] = []
    ) async throws -> TLSServer {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
      configuration.minimumTLSVersion = lowest
      configuration.maximumTLSVersion = highest
      configuration.applicationProtocols = protocols
      if requiresCertificate {
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)))
      }
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

    public func stop() async { try? await channel.close().get() }

    private final class Responder: ChannelInboundHandler {
      typealias InboundIn = ByteBuffer
      typealias OutboundOut = ByteBuffer

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let response = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response)), promise: nil)
      }

      func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    // A certificate for 127.0.0.1, created for this test.
    public static let certificate = """
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
    /// A certificate for `localhost` and 127.0.0.1, with the same key.
    public static let certificateWithName = """
      -----BEGIN CERTIFICATE-----
      MIIBlDCCATugAwIBAgIUJS+DZKnvMVS4tDy+rADay021TGMwCgYIKoZIzj0EAwIw
      ETEPMA0GA1UEAwwGc2VydmVyMCAXDTI2MTEyOTE1MDAyM1oYDzIxMjYxMTA1MTUw
      MDIzWjARMQ8wDQYDVQQDDAZzZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
      AATAtJ0bn0Lwh2ViCFB15Vs72e6CtVcTzM3/GMZ1X/QWc/SHZuMuJQdqLpyQDOdC
      Q/Up3LhXdXltXGoct/vg0YAdo28wbTAdBgNVHQ4EFgQUXVjhcnty7S/20KPqwtS8
      tJskQv4wHwYDVR0jBBgwFoAUXVjhcnty7S/20KPqwtS8tJskQv4wDwYDVR0TAQH/
      BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0EAwID
      RwAwRAIgCbgL9/fUbAFLcidbaHZZtDggsUgcnWJDwXBaAxToPe8CIDAIqLwObZ5a
      1fDKgBeJp0J2L7cWhesQY6WVykR0nyS/
      -----END CERTIFICATE-----
      """
    /// A certificate for `host.example` and 127.0.0.1, with the same key.
    public static let certificateWithOtherName = """
      -----BEGIN CERTIFICATE-----
      MIIBlzCCAT6gAwIBAgIUCNktzIeudo4rS6sEDHRFOtGB9Q0wCgYIKoZIzj0EAwIw
      ETEPMA0GA1UEAwwGc2VydmVyMCAXDTI2MTEyOTE1MDAyM1oYDzIxMjYxMTA1MTUw
      MDIzWjARMQ8wDQYDVQQDDAZzZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
      AATAtJ0bn0Lwh2ViCFB15Vs72e6CtVcTzM3/GMZ1X/QWc/SHZuMuJQdqLpyQDOdC
      Q/Up3LhXdXltXGoct/vg0YAdo3IwcDAdBgNVHQ4EFgQUXVjhcnty7S/20KPqwtS8
      tJskQv4wHwYDVR0jBBgwFoAUXVjhcnty7S/20KPqwtS8tJskQv4wDwYDVR0TAQH/
      BAUwAwEB/zAdBgNVHREEFjAUggxob3N0LmV4YW1wbGWHBH8AAAEwCgYIKoZIzj0E
      AwIDRwAwRAIgGDP0hi9VHECT7Vuv5CwRc5g402JwV/aI0X0Oqs89qqYCIHXmR0FG
      X+Bxls9fak1HX1yMAbrBS/VBJMEvDeM4fR0Z
      -----END CERTIFICATE-----
      """
    /// A certificate for 127.0.0.1 in which `localhost` isn't the name of a host, with the same key.
    public static let certificateWithoutName = """
      -----BEGIN CERTIFICATE-----
      MIIBnzCCAUagAwIBAgIUPKtv/9B7WauoQDlo/jiSf8INClIwCgYIKoZIzj0EAwIw
      ETEPMA0GA1UEAwwGc2VydmVyMCAXDTI2MTEyOTE1NTY1N1oYDzIxMjYxMTA1MTU1
      NjU3WjARMQ8wDQYDVQQDDAZzZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
      AATAtJ0bn0Lwh2ViCFB15Vs72e6CtVcTzM3/GMZ1X/QWc/SHZuMuJQdqLpyQDOdC
      Q/Up3LhXdXltXGoct/vg0YAdo3oweDAdBgNVHQ4EFgQUXVjhcnty7S/20KPqwtS8
      tJskQv4wHwYDVR0jBBgwFoAUXVjhcnty7S/20KPqwtS8tJskQv4wDwYDVR0TAQH/
      BAUwAwEB/zAlBgNVHREEHjAchglsb2NhbGhvc3SBCWxvY2FsaG9zdIcEfwAAATAK
      BggqhkjOPQQDAgNHADBEAiApcYBoUdOmRPrKhZrs9BOGvup11q6rankIYuMTPe2Z
      +AIgMpKNyZzIRIpZdgKn8LotseHD1knY+T1FspjIhM3v2t8=
      -----END CERTIFICATE-----
      """
    public static let key = """
      -----BEGIN PRIVATE KEY-----
      MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJxx/bIubOUu288Ly
      OpiLpglxppJbZn8IphEXOE9Z6mShRANCAATAtJ0bn0Lwh2ViCFB15Vs72e6CtVcT
      zM3/GMZ1X/QWc/SHZuMuJQdqLpyQDOdCQ/Up3LhXdXltXGoct/vg0YAd
      -----END PRIVATE KEY-----
      """
  }
#endif
