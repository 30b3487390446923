#if os(Linux)
  import Foundation

  /// A callback that another process of the app was started with, and waits to be told whether it was wanted.
  public struct HandedCallback: Sendable {
    /// The callback as the browser gave it. It holds a code: do not log it.
    public let url: URL
    private let reply: HandOffReply

    init(url: URL, _ reply: HandOffReply) {
      (self.url, self.reply) = (url, reply)
    }

    /// Tells the other process, which then ends or asks another one. Only the first answer counts. A callback
    /// that is thrown away without one is not wanted.
    public func answer(isTaken: Bool) { reply.give(isTaken: isTaken) }

    /// Answers by whether the body takes the callback: one that throws does not.
    public func handle(_ body: (URL) async throws -> Void) async {
      do {
        try await body(url)
        answer(isTaken: true)
      } catch {
        answer(isTaken: false)
      }
    }
  }

  extension HandedCallback: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<callback>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// The answer to one process. It is given by whoever decides, at once: the app may be done, and end, right after that.
  final class HandOffReply: Sendable {
    static let taken = Array("taken\n".utf8)
    static let notWanted = Array("not wanted\n".utf8)

    /// `nil` when the answer is given.
    private let socket: Guarded<UnixSocket?>

    init(_ socket: UnixSocket) {
      self.socket = Guarded(socket)
    }

    /// Nobody wants what is thrown away.
    deinit { give(isTaken: false) }

    /// Only the first one counts. It is so short that there is always room for it.
    func give(isTaken: Bool) {
      let socket = socket.withLock { socket in
        defer { socket = nil }
        return socket
      }
      _ = try? socket?.put((isTaken ? Self.taken : Self.notWanted)[...])
    }
  }
#endif
