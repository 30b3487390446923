#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL

  /// A proxy that ends TLS in front of a server on loopback. It requires a certificate from clients, and passes it on in the
  /// `Client-Cert` field (RFC 9440).
  public struct TLSFront: Sendable {
    /// The certificates that the proxy accepts.
    public enum Clients: Sendable {
      /// Valid certificates of an authority in PEM.
      case issued(by: String)
      /// Any certificate, so that the server behind the proxy decides (RFC 8705 §2.2).
      case any
    }

    private let channel: any Channel
    public var url: String { "https://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    /// - Parameter port: The port of the server behind the proxy.
    public static func start(before port: Int, accepting clients: Clients) async throws -> TLSFront {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(TLSServer.certificate.utf8)).map {
          .certificate($0)
        },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(TLSServer.key.utf8), format: .pem)))
      configuration.certificateVerification = .noHostnameVerification
      if case .issued(let authority) = clients {
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authority.utf8)))
      }
      let context = try NIOSSLContext(configuration: configuration)
      let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .childChannelInitializer { child in
          child.eventLoop.makeCompletedFuture {
            let tls = handler(context, clients)
            try child.pipeline.syncOperations.addHandlers([tls, Forwarder(port: port)])
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
      return TLSFront(channel: channel)
    }

    public func stop() async { try? await channel.close().get() }

    private static func handler(_ context: NIOSSLContext, _ clients: Clients) -> NIOSSLServerHandler {
      guard case .any = clients else { return NIOSSLServerHandler(context: context) }
      return NIOSSLServerHandler(context: context) { _, promise in promise.succeed(.certificateVerified) }
    }
  }

  /// Forwards one connection, and adds the client's certificate after the request line.
  private final class Forwarder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let port: Int
    private var server: EventLoopFuture<any Channel>?

    init(port: Int) { self.port = port }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var buffer = unwrapInboundIn(data)
      let client = context.channel
      if server == nil {
        buffer = Self.adding(certificate(context), to: buffer)
        server = ClientBootstrap(group: context.eventLoop)
          .channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(Returning(client: client))
            }
          }
          .connect(host: "127.0.0.1", port: port)
      }
      let part = buffer
      server?.whenSuccess { $0.writeAndFlush(part, promise: nil) }
      server?.whenFailure { _ in client.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) { server?.whenSuccess { $0.close(promise: nil) } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func certificate(_ context: ChannelHandlerContext) -> String {
      let tls = try? context.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
      return (try? tls?.peerCertificate?.toDERBytes()).map { Data($0).base64EncodedString() } ?? ""
    }

    private static func adding(_ certificate: String, to request: ByteBuffer) -> ByteBuffer {
      let text = String(buffer: request)
      guard let end = text.range(of: "\r\n") else { return request }
      return ByteBuffer(string: "\(text[..<end.upperBound])Client-Cert: :\(certificate):\r\n\(text[end.upperBound...])")
    }
  }

  private final class Returning: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let client: any Channel

    init(client: any Channel) { self.client = client }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      client.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }
  }
#endif
