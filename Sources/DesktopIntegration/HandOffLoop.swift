#if os(Linux)
  internal import AuthSockets
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// All that a listening socket is told, on a thread that waits for nothing else. A process that hands something over says one
  /// line, and is answered with one.
  package struct HandOffLoop {
    /// More processes that have not said all end the one that came first: rejecting new ones would lock out the real callback.
    package static let mostConnections = 64

    let scheme: CallbackScheme
    let socket: UnixSocket
    /// The thread ends when something comes here.
    let bell: UnixSocket
    /// Takes a callback and the reply that its sender waits for.
    let callback: @Sendable (URL, HandOffReply) -> Void
    /// How long a process may take to say its line.
    let patience: Duration
    let poll: Poll

    /// Waits until a descriptor is ready, or for so long.
    package typealias Poll = @Sendable (_ states: inout [pollfd], _ milliseconds: Int32) -> Void
    package static let systemPoll: Poll = { states, milliseconds in
      _ = systemCall(&states, nfds_t(states.count), milliseconds)
    }

    /// The processes that have not said all, in the order in which they came.
    private var connections: [HandOffConnection] = []
    /// While this process has no descriptor left, accepting would fail again and again.
    private var rest: Deadline?

    init(
      _ scheme: CallbackScheme, _ socket: UnixSocket, bell: UnixSocket, patience: Duration, poll: @escaping Poll,
      callback: @escaping @Sendable (URL, HandOffReply) -> Void
    ) {
      (self.scheme, self.socket, self.bell) = (scheme, socket, bell)
      (self.callback, self.patience, self.poll) = (callback, patience, poll)
    }

    mutating func run() {
      while wait() {
        connections.removeAll(where: isDone)
        accept()
      }
    }

    /// - Returns: Whether there is more to do.
    private mutating func wait() -> Bool {
      if rest?.isOver == true { rest = nil }
      // A negative descriptor is left out.
      let descriptors =
        [bell.descriptor, rest == nil ? socket.descriptor : -1] + connections.map(\.socket.descriptor)
      var states = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let deadlines = connections.map(\.deadline) + [rest].compactMap(\.self)
      poll(&states, deadlines.map(\.milliseconds).min() ?? -1)
      return states[0].revents == 0
    }

    private mutating func accept() {
      guard rest == nil else { return }
      for _ in 0..<Self.mostConnections {
        do throws(UnixSocket.Failure) {
          let new = try socket.next()
          guard DesktopHandOff.trusts(new.peer) else { continue }
          let connection = HandOffConnection(new, until: Deadline(in: patience))
          // Most have said all by now, and take nobody's place.
          if isDone(connection) { continue }
          if connections.count == Self.mostConnections { connections.removeFirst() }
          connections.append(connection)
        } catch {
          if !error.isPassing { rest = Deadline(in: .milliseconds(100)) }
          return
        }
      }
    }

    /// Reads what has come. The answer to a callback is the app's, which has the connection from then on.
    private func isDone(_ connection: HandOffConnection) -> Bool {
      switch connection.read(atMost: CallbackScheme.longestCallback) {
      case .more: return connection.deadline.isOver
      case .over: HandOffReply(connection.socket).give(isTaken: false)
      case .line(let text):
        let reply = HandOffReply(connection.socket)
        guard let url = scheme.callback(text) else {
          reply.give(isTaken: false)
          break
        }
        // Who does not look for a long time gets the newest; the others are answered by being dropped.
        callback(url, reply)
      }
      return true
    }
  }

  // The property of the same name hides the function.
  private func systemCall(_ states: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    poll(states, count, milliseconds)
  }

  /// A process that has not said all.
  private final class HandOffConnection {
    enum Progress {
      case more
      case line(String)
      /// The other side has ended, or its line is too long.
      case over
    }

    let socket: UnixSocket
    let deadline: Deadline
    private var bytes: [UInt8] = []

    init(_ socket: UnixSocket, until deadline: Deadline) {
      (self.socket, self.deadline) = (socket, deadline)
    }

    func read(atMost limit: Int) -> Progress {
      do throws(UnixSocket.Failure) {
        let more = try socket.take()
        bytes += more
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
          return end <= limit ? .line(String(decoding: bytes[..<end], as: UTF8.self)) : .over
        }
        return more.isEmpty || bytes.count > limit ? .over : .more
      } catch {
        return error.isPassing ? .more : .over
      }
    }
  }
#endif
