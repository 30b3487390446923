#if os(Linux)
  internal import AuthSockets
  import Synchronization

  /// The reply to the process that hands over a callback. It is sent at once, because the app may end right after it.
  package final class HandOffReply: Sendable {
    static let taken = Array("taken\n".utf8)
    static let notWanted = Array("not wanted\n".utf8)

    /// `nil` when the answer is given.
    private let socket: Mutex<UnixSocket?>

    init(_ socket: UnixSocket) {
      self.socket = Mutex(socket)
    }

    /// A callback that is discarded without a reply isn't wanted.
    deinit { give(isTaken: false) }

    /// Only the first one counts. It is so short that there is always room for it.
    package func give(isTaken: Bool) {
      let socket = socket.withLock { socket in
        defer { socket = nil }
        return socket
      }
      _ = try? socket?.put((isTaken ? Self.taken : Self.notWanted)[...])
    }
  }
#endif
