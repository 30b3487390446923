import NIOCore
import NIOPosix

/// A server on `127.0.0.1` that responds to any data with the given bytes and closes the connection.
public struct RawServer: Sendable {
  private let channel: any Channel
  public var port: Int { channel.localAddress?.port ?? 0 }

  public static func start(responding text: String) async throws -> RawServer {
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture { try child.pipeline.syncOperations.addHandler(Responder(text)) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return RawServer(channel: channel)
  }

  public func stop() async { try? await channel.close().get() }

  private final class Responder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String

    init(_ text: String) { self.text = text }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text))).whenComplete { _ in channel.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
