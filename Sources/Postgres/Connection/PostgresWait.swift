#if PostgreSQL
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Waits for a socket, on a connection's own thread.
  enum PostgresWait {
    /// Waits until the socket can be used.
    ///
    /// - Parameter late: The failure when the time is up.
    static func wait(
      _ socket: Int32, writing: Bool, reading: Bool? = nil, until end: ContinuousClock.Instant,
      late: () -> PostgresFailure
    ) throws(PostgresFailure) {
      guard socket >= 0 else { throw .unavailable("the connection was lost") }
      let events = (writing ? POLLOUT : 0) | (reading ?? !writing ? POLLIN : 0)
      while true {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { throw late() }
        let milliseconds = min(left / .milliseconds(1) + 1, Double(Int32.max / 2))
        var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
        let count = poll(&entry, 1, Int32(milliseconds))
        if count > 0 { return }
        // A signal interrupts the wait.
        guard count == 0 || errno == EINTR else { throw .unavailable("the connection can't be used") }
      }
    }

    /// Whether the socket has input, or was closed.
    static func isReadable(_ socket: Int32) -> Bool {
      var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return poll(&entry, 1, 0) != 0
    }
  }
#endif
