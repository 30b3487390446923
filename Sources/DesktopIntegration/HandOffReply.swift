#if os(Linux)
  internal import AuthSockets
  import Synchronization

  /// The reply to the process that hands over a callback. It's sent immediately, because the app may exit afterward.
  package final class HandOffReply: Sendable {
    static let taken = Array("taken\n".utf8)
    static let notWanted = Array("not wanted\n".utf8)

    /// The connection, or `nil` after the reply was sent.
    private let socket: Mutex<UnixSocket?>

    init(_ socket: UnixSocket) {
      self.socket = Mutex(socket)
    }

    /// Discarding a callback without a reply rejects it.
    deinit { give(isTaken: false) }

    /// Sends the reply. Only the first call has an effect. The reply is so short that it always fits into the socket's buffer.
    package func give(isTaken: Bool) {
      let socket = socket.withLock { socket in
        defer { socket = nil }
        return socket
      }
      _ = try? socket?.put((isTaken ? Self.taken : Self.notWanted)[...])
    }
  }
#endif
