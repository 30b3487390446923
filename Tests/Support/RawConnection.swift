import NIOCore
import NIOPosix

/// A TCP connection to a server on loopback that can send arbitrary bytes at any pace.
public final class RawConnection: Sendable {
  private let channel: any Channel
  private let end: EventLoopFuture<String>

  private init(_ channel: any Channel, _ end: EventLoopFuture<String>) {
    (self.channel, self.end) = (channel, end)
  }

  deinit { channel.close(promise: nil) }

  /// - Parameter text: The text to send as soon as the client is connected. A busy test can't delay it.
  public static func open(
    to port: Int, at address: String = "127.0.0.1", saying text: String = ""
  ) async throws -> RawConnection {
    let group = MultiThreadedEventLoopGroup.singleton
    let end = group.next().makePromise(of: String.self)
    do {
      let channel = try await ClientBootstrap(group: group)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Listener(end)) }
        }
        .connect(host: address, port: port)
        .flatMap { channel in channel.writeAndFlush(ByteBuffer(string: text)).map { channel } }.get()
      return RawConnection(channel, end.futureResult)
    } catch {
      end.fail(error)
      throw error
    }
  }

  public func say(_ text: String) async throws {
    try await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// All bytes received until the other side closes the connection.
  public func response() async throws -> String { try await end.get() }

  private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let end: EventLoopPromise<String>
    private var heard = ByteBuffer()

    init(_ end: EventLoopPromise<String>) { self.end = end }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var part = unwrapInboundIn(data)
      heard.writeBuffer(&part)
    }

    func channelInactive(context: ChannelHandlerContext) { end.succeed(String(buffer: heard)) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
