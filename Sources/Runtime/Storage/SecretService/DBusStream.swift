#if os(Linux)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Until when something may take.
  struct DBusDeadline {
    private let end: SuspendingClock.Instant

    /// - Parameter time: From now. A machine that sleeps meanwhile does not use it up.
    init(in time: Duration) {
      end = SuspendingClock.now + time
    }

    /// What is left, rounded up: `poll` with zero does not wait at all.
    var milliseconds: Int32 {
      let rest = (end - SuspendingClock.now).seconds
      return rest <= 0 ? 0 : Int32(min(rest * 1000 + 1, 86_400_000))
    }

    var isOver: Bool { SuspendingClock.now >= end }
  }

  /// The bytes of a Unix socket. Every wait ends at a deadline.
  final class DBusStream {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    deinit { close(descriptor) }

    /// Connects.
    init(to address: DBusAddress, until deadline: DBusDeadline) throws(DBusFailure) {
      #if canImport(Musl)
        let kind = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK
      #else
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      #endif
      descriptor = socket(AF_UNIX, kind, 0)
      guard descriptor >= 0 else { throw .unreachable(SystemError.last) }
      while !Self.connect(descriptor, to: address) {
        // While its line is full, a Unix socket neither waits nor says when there is room.
        guard errno == EAGAIN || errno == EINTR else { throw .unreachable(SystemError.last) }
        guard !deadline.isOver else { throw .late }
        poll(nil, 0, 5)
      }
      try checkOwner()
    }

    private static func connect(_ descriptor: Int32, to address: DBusAddress) -> Bool {
      let family = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) }
      // A path ends with a zero, another name with the length.
      let bytes = family + address.name + (address.name.first == 0 ? [] : [0])
      return bytes.withUnsafeBytes { raw in
        guard let start = raw.baseAddress else { return false }
        return systemConnect(
          descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count)) == 0
      }
    }

    /// A name that stands in no folder is anybody's who takes it first, and a path may lead anywhere: secrets go only
    /// to a bus of this user, or of root, who can read them anyway.
    private func checkOwner() throws(DBusFailure) {
      // `ucred`: process, user, group.
      var owner = [UInt32](repeating: .max, count: 3)
      var length = socklen_t(owner.count * MemoryLayout<UInt32>.size)
      guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &owner, &length) == 0 else {
        throw .unreachable(SystemError.last)
      }
      guard owner[1] == geteuid() || owner[1] == 0 else {
        throw .unreachable("the bus belongs to another user (\(owner[1]))")
      }
    }

    func write(_ bytes: [UInt8], until deadline: DBusDeadline) throws(DBusFailure) {
      var count = 0
      while count < bytes.count {
        // Without a signal, which would end the process, when the other side is gone.
        let more = bytes.withUnsafeBytes { raw in
          send(descriptor, raw.baseAddress.map { $0 + count }, raw.count - count, Int32(MSG_NOSIGNAL))
        }
        if more >= 0 { count += more } else { try wait(for: POLLOUT, until: deadline) }
      }
    }

    /// So many bytes; fewer are left for the next time.
    func read(_ count: Int, until deadline: DBusDeadline) throws(DBusFailure) -> [UInt8] {
      while buffer.count < count { try fill(until: deadline) }
      defer { buffer.removeFirst(count) }
      return Array(buffer.prefix(count))
    }

    /// A line of the handshake, without its end.
    func line(until deadline: DBusDeadline) throws(DBusFailure) -> String {
      while true {
        if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
          let line = buffer[..<end]
          defer { buffer.removeFirst(end + 1) }
          return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        guard buffer.count < 4096 else { throw .broken("the bus does not greet as one") }
        try fill(until: deadline)
      }
    }

    private func fill(until deadline: DBusDeadline) throws(DBusFailure) {
      var chunk = [UInt8](repeating: 0, count: 16_384)
      while true {
        // Who sends without end is not waited for, either.
        guard !deadline.isOver else { throw .late }
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 { return buffer += chunk.prefix(count) }
        guard count < 0 else { throw .broken("the bus closed the connection") }
        try wait(for: POLLIN, until: deadline)
      }
    }

    /// After a call that failed: until it may be made again.
    private func wait<Events: BinaryInteger>(for events: Events, until deadline: DBusDeadline) throws(DBusFailure) {
      guard errno == EAGAIN || errno == EINTR else { throw .broken(SystemError.last) }
      guard !deadline.isOver else { throw .late }
      var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      _ = poll(&state, 1, deadline.milliseconds)
    }
  }

  // The method of the same name hides the function.
  private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
  }
#endif
