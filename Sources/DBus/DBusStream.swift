#if os(Linux)
  internal import AuthSockets

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The bytes of a connection to a bus. Every wait ends at a deadline.
  final class DBusStream {
    private let socket: UnixSocket
    private var input = DBusInput()

    /// Connects to a bus.
    init(to address: DBusAddress, until deadline: Deadline) throws(DBusFailure) {
      do throws(UnixSocket.Failure) { socket = try UnixSocket.connected(to: address.name, until: deadline) } catch {
        throw error.isLate ? .late : .unreachable(error.text)
      }
      // Any user can take an abstract name, and a path may lead anywhere. Secrets are sent only to a bus of this user, or of
      // root, who could read them anyway.
      guard let owner = socket.peer else { throw .unreachable(UnixSocket.Failure.last.text) }
      guard owner == geteuid() || owner == 0 else {
        throw .unreachable("the bus belongs to another user (\(owner))")
      }
    }

    func write(_ bytes: [UInt8], until deadline: Deadline) throws(DBusFailure) {
      do throws(UnixSocket.Failure) { try socket.write(bytes, until: deadline) } catch { throw Self.ended(error) }
    }

    /// Returns exactly this number of bytes. The rest is kept for the next call.
    func read(_ count: Int, until deadline: Deadline) throws(DBusFailure) -> [UInt8] {
      while true {
        if let found = input.take(count) { return found }
        try fill(until: deadline)
      }
    }

    /// Returns a line of the handshake without its line break.
    func line(until deadline: Deadline) throws(DBusFailure) -> String {
      while true {
        if let line = try input.line() { return line }
        try fill(until: deadline)
      }
    }

    private func fill(until deadline: Deadline) throws(DBusFailure) {
      let more: [UInt8]
      do throws(UnixSocket.Failure) { more = try socket.read(until: deadline) } catch { throw Self.ended(error) }
      guard !more.isEmpty else { throw .broken("the bus closed the connection") }
      input.add(more)
    }

    private static func ended(_ failure: UnixSocket.Failure) -> DBusFailure {
      failure.isLate ? .late : .broken(failure.text)
    }
  }
#endif
