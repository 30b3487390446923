import NIOCore
import NIOPosix

/// A server on `127.0.0.1` whose responses don't end. It sends the head, and then one part of the body over and over.
public final class EndlessServer: Sendable {
  private let channel: any Channel
  private let events: (starts: AsyncStream<Void>, ends: AsyncStream<Void>)

  public var port: Int { channel.localAddress?.port ?? 0 }

  /// - Parameter interval: The time between two parts.
  public static func start(sending part: String, every interval: Duration) async throws -> EndlessServer {
    let (starts, started) = AsyncStream.makeStream(of: Void.self)
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let pause = TimeAmount(interval)
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          try child.pipeline.syncOperations.addHandler(Sender(part, every: pause, started, ended))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return EndlessServer(channel, (starts, ends))
  }

  private init(_ channel: any Channel, _ events: (starts: AsyncStream<Void>, ends: AsyncStream<Void>)) {
    (self.channel, self.events) = (channel, events)
  }

  /// Waits until a client has sent a request.
  public func waitForRequest() async {
    for await _ in events.starts { return }
  }

  /// Waits until a client has closed a connection.
  public func waitForEnd() async {
    for await _ in events.ends { return }
  }

  public func stop() async { try? await channel.close().get() }

  private final class Sender: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let part: String
    private let pause: TimeAmount
    private let started: AsyncStream<Void>.Continuation
    private let ended: AsyncStream<Void>.Continuation
    private var sending: RepeatedTask?

    init(
      _ part: String, every pause: TimeAmount, _ started: AsyncStream<Void>.Continuation,
      _ ended: AsyncStream<Void>.Continuation
    ) {
      (self.part, self.pause, self.started, self.ended) = (part, pause, started, ended)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard sending == nil else { return }
      started.yield()
      context.writeAndFlush(
        wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n")),
        promise: nil)
      let (channel, part) = (context.channel, ByteBuffer(string: part))
      sending = context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: pause) { _ in
        // The server doesn't send more to a client that doesn't read.
        if channel.isWritable { channel.writeAndFlush(part, promise: nil) }
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      sending?.cancel()
      ended.yield()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
