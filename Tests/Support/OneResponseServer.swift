import NIOCore
import NIOPosix

/// A server on `127.0.0.1` that keeps connections open. It responds to the first request of each connection with 204, and closes the
/// connection after the second one, without a response.
public struct OneResponseServer: Sendable {
  private let channel: any Channel
  private let count: Locked<Int>
  private let accepted: Locked<Int>
  public var port: Int { channel.localAddress?.port ?? 0 }
  /// The number of requests that have arrived.
  public var requests: Int { count.value }
  /// The number of connections that clients have opened.
  public var connections: Int { accepted.value }

  public static func start() async throws -> OneResponseServer {
    let (count, accepted) = (Locked(0), Locked(0))
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { child in
        accepted.withLock { $0 += 1 }
        return child.eventLoop.makeCompletedFuture { try child.pipeline.syncOperations.addHandler(Responder(count)) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return OneResponseServer(channel: channel, count: count, accepted: accepted)
  }

  /// Accepts no more connections. Those that are open stay open.
  public func stop() async { try? await channel.close().get() }

  private final class Responder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let count: Locked<Int>
    private var isSecond = false

    init(_ count: Locked<Int>) { self.count = count }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      // A body may arrive separately.
      guard String(buffer: unwrapInboundIn(data)).contains(" HTTP/1.1\r\n") else { return }
      count.withLock { $0 += 1 }
      guard !isSecond else { return context.close(promise: nil) }
      isSecond = true
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 204 No Content\r\n\r\n")), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
