#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A Unix socket that child processes don't inherit. Its calls wait only if they have a deadline.
  package final class UnixSocket: Sendable {
    package let descriptor: Int32

    /// The error of a system call: its `errno`.
    package struct Failure: Error {
      package let code: Int32

      package static var last: Failure { Failure(code: errno) }
      /// The deadline has passed.
      static let late = Failure(code: ETIMEDOUT)

      package var isLate: Bool { code == ETIMEDOUT }
      /// Whether the same call may succeed later.
      package var isPassing: Bool { [EAGAIN, EINTR, ECONNABORTED].contains(code) }
      package var text: String { String(cString: strerror(code)) }
    }

    #if canImport(Musl)
      static let kind = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK
    #else
      static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    #endif

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    static func make() throws(Failure) -> UnixSocket {
      let descriptor = socket(AF_UNIX, kind, 0)
      guard descriptor >= 0 else { throw .last }
      return UnixSocket(descriptor)
    }

    /// - Parameter name: The other side's name for the kernel: a path, or a zero byte and an abstract name.
    package static func connected(to name: [UInt8], until deadline: Deadline) throws(Failure) -> UnixSocket {
      let socket = try make()
      while true {
        do throws(Failure) {
          try socket.call(connect, name)
          return socket
        } catch {
          // While the other side's queue is full, a nonblocking Unix socket doesn't report when there is room.
          guard error.isPassing else { throw error }
          guard !deadline.isOver else { throw .late }
          poll(nil, 0, 5)
        }
      }
    }

    /// The maximum length of a name. The system's `sun_path` has room for it and the zero byte after a path.
    package static let maximumNameLength = 107

    /// Passes a name to a system function.
    func call(_ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ name: [UInt8]) throws(Failure) {
      guard name.count <= Self.maximumNameLength else { throw Failure(code: ENAMETOOLONG) }
      // A path ends with a zero byte. The length determines the end of an abstract name.
      let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + name + (name.first == 0 ? [] : [0])
      let status = address.withUnsafeBytes { raw in
        guard let start = raw.baseAddress else { return Int32(-1) }
        return function(descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
      }
      guard status == 0 else { throw .last }
    }

    /// The user of the process at the other end, as reported by the kernel, or `nil` if the kernel doesn't report it.
    package var peer: uid_t? {
      // `ucred`: process, user, group.
      var owner = [UInt32](repeating: .max, count: 3)
      var length = socklen_t(owner.count * MemoryLayout<UInt32>.size)
      guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &owner, &length) == 0 else { return nil }
      return owner[1]
    }

    package func write(_ bytes: [UInt8], until deadline: Deadline) throws(Failure) {
      var rest = bytes[...]
      while !rest.isEmpty {
        do throws(Failure) { rest = rest.dropFirst(try put(rest)) } catch {
          try wait(after: error, for: POLLOUT, until: deadline)
        }
      }
    }

    /// - Returns: The bytes that have arrived, or an empty array if the other side has ended the stream.
    package func read(until deadline: Deadline) throws(Failure) -> [UInt8] {
      while true {
        // The deadline also limits a stream that never ends.
        guard !deadline.isOver else { throw .late }
        do throws(Failure) { return try take() } catch { try wait(after: error, for: POLLIN, until: deadline) }
      }
    }

    /// Writes bytes without waiting.
    ///
    /// - Returns: The number of bytes written.
    @discardableResult
    package func put(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int {
      // Without this flag, a signal would end the process if the other side is gone.
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count >= 0 else { throw .last }
      return count
    }

    /// Reads bytes without waiting.
    ///
    /// - Returns: The bytes that have arrived, or an empty array if the other side has ended the stream.
    package func take() throws(Failure) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count >= 0 else { throw .last }
      return Array(bytes.prefix(count))
    }

    /// Waits after a call failed, until it can be repeated.
    private func wait(
      after failure: Failure, for events: some BinaryInteger, until deadline: Deadline
    ) throws(Failure) {
      guard failure.isPassing else { throw failure }
      guard !deadline.isOver else { throw .late }
      var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      _ = poll(&state, 1, deadline.milliseconds)
    }
  }
#endif
