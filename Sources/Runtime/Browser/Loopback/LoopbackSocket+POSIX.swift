#if Loopback && !os(Windows)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  extension LoopbackSocket {
    typealias Handle = Int32

    static let noHandle: Handle = -1
    static let passingCodes = [EAGAIN, EWOULDBLOCK, EINTR]
    static let abortCodes = [ECONNABORTED]
    static let absenceCodes = [EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT]
    static var lastFailure: Failure { Failure(code: errno) }

    // Linux sets close-on-exec in the call itself, so a program that another thread starts at that moment doesn't inherit the
    // socket.
    #if canImport(Glibc)
      private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
      static let streamKind = Int32(SOCK_STREAM.rawValue) | closeOnExec
      static let datagramKind = Int32(SOCK_DGRAM.rawValue) | closeOnExec
    #elseif canImport(Darwin)
      static let streamKind = SOCK_STREAM
      static let datagramKind = SOCK_DGRAM
    #else
      private static let closeOnExec = SOCK_CLOEXEC
      static let streamKind = SOCK_STREAM | closeOnExec
      static let datagramKind = SOCK_DGRAM | closeOnExec
    #endif

    static func closeHandle(_ handle: Handle) { close(handle) }

    /// Frees the port, even while a process that is being started shares the socket.
    func stopListening() { shutdown(handle, Int32(SHUT_RDWR)) }

    /// Makes calls nonblocking, keeps other programs from inheriting the handle, and disables `SIGPIPE`.
    static func prepare(_ handle: Handle) -> Bool {
      let flags = fcntl(handle, F_GETFL)
      guard flags >= 0, fcntl(handle, F_SETFL, flags | O_NONBLOCK) == 0, fcntl(handle, F_SETFD, FD_CLOEXEC) == 0
      else { return false }
      #if canImport(Darwin)
        return set(handle, SO_NOSIGPIPE)
      #else
        return true
      #endif
    }

    /// Allows a port to be bound while connections of its previous owner are closing. Two sockets still can't listen on one
    /// port.
    static func reserve(_ handle: Handle) -> Bool { set(handle, SO_REUSEADDR) }

    private static func set(_ handle: Handle, _ option: Int32) -> Bool {
      var isOn: Int32 = 1
      return setsockopt(handle, SOL_SOCKET, option, &isOn, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    /// - Returns: The bytes that have arrived, or an empty array if the other side has ended the stream.
    func take(atMost limit: Int = 16_384) throws(Failure) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: limit)
      let count = recv(handle, &bytes, bytes.count, 0)
      guard count >= 0 else { throw Self.lastFailure }
      return Array(bytes.prefix(count))
    }

    /// - Returns: The number of bytes written.
    @discardableResult
    func put(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes.withUnsafeBytes { raw in
        // Android's headers don't accept a null pointer.
        raw.baseAddress.map { send(handle, $0, raw.count, flags) } ?? 0
      }
      guard count >= 0 else { throw Self.lastFailure }
      return count
    }

    /// Ends the stream to the other side, which can still send data.
    func endWriting() { shutdown(handle, Int32(SHUT_WR)) }

    /// Waits until a socket is ready or its connection has ended.
    ///
    /// - Returns: For each socket, whether it is ready.
    static func wait(for requests: [PollRequest], milliseconds: Int32) throws(Failure) -> [Bool] {
      var states = requests.map {
        pollfd(fd: $0.socket.handle, events: Int16($0.isForWriting ? POLLOUT : POLLIN), revents: 0)
      }
      guard poll(&states, nfds_t(states.count), milliseconds) >= 0 else { throw lastFailure }
      return states.map { $0.revents != 0 }
    }
  }
#endif
