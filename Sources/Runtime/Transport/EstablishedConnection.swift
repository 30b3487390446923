#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import NIOCore

  /// Replaces the system's errors on an established connection, on which a request may have been sent.
  ///
  /// Otherwise, they would look like errors of a failed connection attempt. For example, the system reports
  /// `EHOSTUNREACH` if its retransmissions fail because a router can't reach the host.
  final class EstablishedConnection: ChannelInboundHandler {
    typealias InboundIn = Any

    /// The connection broke.
    struct Broken: Error {}

    /// Checks a new connection, and adds the handler to it. Call this on the connection's event loop.
    @Sendable static func prepare(_ channel: any Channel) -> EventLoopFuture<Void> {
      do {
        try channel.pipeline.syncOperations.addHandler(EstablishedConnection(), position: .first)
      } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
      return ServerIdentity.check(channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.fireErrorCaught(error is IOError ? Broken() : error)
    }
  }
#endif
