#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A Unix socket that programs started by this one do not get. It waits only where a deadline is given.
  package final class UnixSocket: Sendable {
    package let descriptor: Int32

    /// Why a call of the system failed: its `errno`.
    package struct Failure: Error {
      package let code: Int32

      package static var last: Failure { Failure(code: errno) }
      /// The deadline is over.
      static let late = Failure(code: ETIMEDOUT)

      package var isLate: Bool { code == ETIMEDOUT }
      /// It may go better the next time.
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

    /// - Parameter name: What the kernel knows the other side by: a path, or zero and a name that stands in no folder.
    package static func connected(to name: [UInt8], until deadline: Deadline) throws(Failure) -> UnixSocket {
      let socket = try make()
      while true {
        do throws(Failure) {
          try socket.call(connect, name)
          return socket
        } catch {
          // While its line is full, a Unix socket neither waits nor says when there is room.
          guard error.isPassing else { throw error }
          guard !deadline.isOver else { throw .late }
          poll(nil, 0, 5)
        }
      }
    }

    /// As many bytes fit into the system's `sun_path`, with the zero behind a path.
    package static let longestName = 107

    /// Hands a name to a function of the system.
    func call(_ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ name: [UInt8]) throws(Failure) {
      guard name.count <= Self.longestName else { throw Failure(code: ENAMETOOLONG) }
      // A path ends with a zero, another name with the length.
      let address = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) } + name + (name.first == 0 ? [] : [0])
      let status = address.withUnsafeBytes { raw in
        guard let start = raw.baseAddress else { return Int32(-1) }
        return function(descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
      }
      guard status == 0 else { throw .last }
    }

    /// Whose process is at the other end, as the kernel says; `nil` when it does not.
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

    /// - Returns: What has come; nothing when the other side has ended.
    package func read(until deadline: Deadline) throws(Failure) -> [UInt8] {
      while true {
        // Who sends without end is not waited for, either.
        guard !deadline.isOver else { throw .late }
        do throws(Failure) { return try take() } catch { try wait(after: error, for: POLLIN, until: deadline) }
      }
    }

    /// Does not wait.
    ///
    /// - Returns: How many bytes there was room for.
    @discardableResult
    package func put(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int {
      // Without a signal, which would end the process, when the other side is gone.
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count >= 0 else { throw .last }
      return count
    }

    /// Does not wait.
    ///
    /// - Returns: What has come; nothing when the other side has ended.
    package func take() throws(Failure) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count >= 0 else { throw .last }
      return Array(bytes.prefix(count))
    }

    /// After a call that failed: until it may be made again.
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
