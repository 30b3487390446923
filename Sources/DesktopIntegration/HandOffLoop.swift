#if os(Linux)
  internal import AuthSockets
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Serves a listening socket on a separate thread. A process that hands over a callback sends one line and receives one line.
  package struct HandOffLoop {
    /// The maximum number of connections with an incomplete line. If there are more, the oldest is closed, because rejecting
    /// new ones could lock out the real callback.
    package static let maximumConnections = 64

    let scheme: CallbackScheme
    let socket: UnixSocket
    /// The thread ends when this socket receives data.
    let wakeUpSocket: UnixSocket
    /// Receives a callback and the reply that its sender waits for.
    let callback: @Sendable (URL, HandOffReply) -> Void
    /// How long a process may take to send its line.
    let patience: Duration
    let poll: Poll

    /// Waits until a descriptor is ready or the time is up.
    package typealias Poll = @Sendable (_ states: inout [pollfd], _ milliseconds: Int32) -> Void
    package static let systemPoll: Poll = { states, milliseconds in
      _ = systemCall(&states, nfds_t(states.count), milliseconds)
    }

    /// The connections with an incomplete line, in the order in which they were accepted.
    private var connections: [HandOffConnection] = []
    /// Set while accepting fails, for example because this process has used up its file descriptors.
    private var rest: Deadline?

    init(
      _ scheme: CallbackScheme, _ socket: UnixSocket, wakeUpSocket: UnixSocket, patience: Duration,
      poll: @escaping Poll,
      callback: @escaping @Sendable (URL, HandOffReply) -> Void
    ) {
      (self.scheme, self.socket, self.wakeUpSocket) = (scheme, socket, wakeUpSocket)
      (self.callback, self.patience, self.poll) = (callback, patience, poll)
    }

    mutating func run() {
      while wait() {
        connections.removeAll(where: isDone)
        accept()
      }
    }

    /// - Returns: Whether the loop should continue.
    private mutating func wait() -> Bool {
      if rest?.isOver == true { rest = nil }
      // A negative descriptor is ignored.
      let descriptors =
        [wakeUpSocket.descriptor, rest == nil ? socket.descriptor : -1] + connections.map(\.socket.descriptor)
      var states = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let deadlines = connections.map(\.deadline) + [rest].compactMap(\.self)
      poll(&states, deadlines.map(\.milliseconds).min() ?? -1)
      return states[0].revents == 0
    }

    private mutating func accept() {
      guard rest == nil else { return }
      for _ in 0..<Self.maximumConnections {
        do throws(UnixSocket.Failure) {
          let new = try socket.next()
          guard DesktopHandOff.trusts(new.peer) else { continue }
          let connection = HandOffConnection(new, until: Deadline(in: patience))
          // Most processes have already sent their line, and don't need to be kept.
          if isDone(connection) { continue }
          if connections.count == Self.maximumConnections { connections.removeFirst() }
          connections.append(connection)
        } catch {
          if !error.isPassing { rest = Deadline(in: .milliseconds(100)) }
          return
        }
      }
    }

    /// Reads the data that has arrived. The app responds to a callback, and owns the connection from then on.
    private func isDone(_ connection: HandOffConnection) -> Bool {
      switch connection.read() {
      case .more: return connection.deadline.isOver
      case .over: HandOffReply(connection.socket).give(isTaken: false)
      case .line(let text):
        let reply = HandOffReply(connection.socket)
        guard let url = scheme.callback(text) else {
          reply.give(isTaken: false)
          break
        }
        // An app that doesn't read the stream for a long time gets the newest callbacks. The others are rejected when they are
        // dropped.
        callback(url, reply)
      }
      return true
    }
  }

  // The property of the same name hides the function.
  private func systemCall(_ states: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    poll(states, count, milliseconds)
  }

  /// A connection with an incomplete line.
  private final class HandOffConnection {
    let socket: UnixSocket
    let deadline: Deadline
    private var line = HandOffLine(atMost: CallbackScheme.maximumCallbackLength)

    init(_ socket: UnixSocket, until deadline: Deadline) {
      (self.socket, self.deadline) = (socket, deadline)
    }

    /// Reads the data that has arrived.
    func read() -> HandOffLine.Progress {
      do throws(UnixSocket.Failure) { return line.add(try socket.take()) } catch {
        return error.isPassing ? .more : .over
      }
    }
  }
#endif
