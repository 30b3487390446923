import NIOCore
import NIOPosix

/// A port that another program listens on.
public struct TakenPort: Sendable {
  private let channel: any Channel

  public var port: Int { channel.localAddress?.port ?? 0 }

  /// Listens on a free port of an address: one that the system chooses, or the first of some ports.
  public static func take(at address: String, among ports: ClosedRange<Int> = 0...0) async throws -> TakenPort {
    for port in ports.dropLast() {
      if let channel = try? await listen(at: address, port) { return TakenPort(channel: channel) }
    }
    return TakenPort(channel: try await listen(at: address, ports.upperBound))
  }

  private static func listen(at address: String, _ port: Int) async throws -> any Channel {
    try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: address, port: port).get()
  }

  public func release() async { try? await channel.close().get() }
}
