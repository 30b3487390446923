import NIOCore
import NIOPosix

/// A port that another program listens on.
public struct TakenPort: Sendable {
  private let channel: any Channel

  public var port: Int { channel.localAddress?.port ?? 0 }

  /// Listens on a free port of an address.
  public static func take(at address: String) async throws -> TakenPort {
    TakenPort(
      channel: try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: address, port: 0)
        .get())
  }

  public func release() async { try? await channel.close().get() }
}
