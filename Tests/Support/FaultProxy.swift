import NIOCore
import NIOPosix

/// A proxy between a client and a server on loopback. It forwards all data and resets connections (TCP RST) on demand.
public final class FaultProxy: Sendable {
  /// The moment at which the proxy resets a connection.
  public enum Reset: String, Sendable, CaseIterable {
    /// The server receives nothing.
    case beforeRequest
    /// The server receives half of the request.
    case duringRequest
    /// The server has processed the request, and the client receives nothing.
    case beforeResponse
    /// The client receives half of the response.
    case duringResponse
    /// The client usually receives the whole response. A reset may overtake unread data.
    case afterResponse
  }

  private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  public let port: Int
  private let resets: Locked<[Reset]>
  private let running: Task<Void, any Error>

  /// - Parameter server: The port of the server.
  public static func start(before server: Int) async throws -> FaultProxy {
    let listening = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0) { child in
        child.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: child) }
      }
    return FaultProxy(listening, server)
  }

  private init(_ listening: NIOAsyncChannel<Connection, Never>, _ server: Int) {
    port = listening.channel.localAddress?.port ?? 0
    let resets = Locked<[Reset]>([])
    self.resets = resets
    running = Task {
      try await listening.executeThenClose { connections in
        try await withThrowingDiscardingTaskGroup { group in
          for try await connection in connections {
            let reset = resets.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            group.addTask { try? await Self.pass(connection, to: server, reset) }
          }
        }
      }
    }
  }

  /// Resets this many of the next connections.
  public func reset(_ moment: Reset, times: Int = 1) {
    resets.withLock { $0 = Array(repeating: moment, count: times) }
  }

  public func stop() async {
    running.cancel()
    _ = await running.result
  }

  private static func pass(_ client: Connection, to port: Int, _ reset: Reset?) async throws {
    let server = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
      }
    try await server.executeThenClose { fromServer, toServer in
      try await client.executeThenClose { fromClient, toClient in
        try await withThrowingTaskGroup { group in
          group.addTask {
            for try await part in fromClient {
              if reset == .beforeRequest { return await Self.reset(client.channel) }
              try await toServer.write(reset == .duringRequest ? part.half : part)
              if reset == .duringRequest { return await Self.reset(client.channel) }
            }
          }
          group.addTask {
            for try await part in fromServer {
              if reset == .beforeResponse { return await Self.reset(client.channel) }
              try await toClient.write(reset == .duringResponse ? part.half : part)
              if reset == .duringResponse { return await Self.reset(client.channel) }
            }
            if reset == .afterResponse { await Self.reset(client.channel) }
          }
          // As soon as one side closes the connection, the proxy closes the other.
          try await group.next()
          group.cancelAll()
        }
      }
    }
  }

  /// A socket that may not linger closes with a reset.
  private static func reset(_ channel: any Channel) async {
    try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    try? await channel.close().get()
  }
}

extension ByteBuffer {
  fileprivate var half: ByteBuffer { getSlice(at: readerIndex, length: readableBytes / 2) ?? self }
}
