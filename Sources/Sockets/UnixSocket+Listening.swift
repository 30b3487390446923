#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension UnixSocket {
    /// Creates two sockets that are connected to each other.
    package static func pair() throws(Failure) -> (UnixSocket, UnixSocket) {
      var both: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, kind, 0, &both) == 0 else { throw .last }
      return (UnixSocket(both[0]), UnixSocket(both[1]))
    }

    /// Creates a socket that listens at a path. Its file appears only once it listens. A socket file that rejects connections
    /// is abandoned.
    package static func listening(at path: String) throws(Failure) -> UnixSocket {
      let socket = try make()
      let new = path + ".new"
      try socket.call(bind, Array(new.utf8))
      guard chmod(new, 0o600) == 0, listen(socket.descriptor, 128) == 0, rename(new, path) == 0 else {
        let failure = Failure.last
        unlink(new)
        throw failure
      }
      return socket
    }

    /// Accepts the next connection.
    package func next() throws(Failure) -> UnixSocket {
      let new = accept(descriptor, nil, nil)
      guard new >= 0 else { throw .last }
      let socket = UnixSocket(new)
      // Swift doesn't import `accept4`. A program that is started between these calls only keeps the connection open.
      guard fcntl(new, F_SETFD, FD_CLOEXEC) == 0, fcntl(new, F_SETFL, O_NONBLOCK) == 0 else { throw .last }
      return socket
    }
  }
#endif
