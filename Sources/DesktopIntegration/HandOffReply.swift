#if os(Linux)
  internal import AuthSockets
  import Synchronization

  /// The answer to one process. It is given by whoever decides, at once: the app may be done, and end, right after that.
  package final class HandOffReply: Sendable {
    static let taken = Array("taken\n".utf8)
    static let notWanted = Array("not wanted\n".utf8)

    /// `nil` when the answer is given.
    private let socket: Mutex<UnixSocket?>

    init(_ socket: UnixSocket) {
      self.socket = Mutex(socket)
    }

    /// Nobody wants what is thrown away.
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
