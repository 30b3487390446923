#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension UnixSocket {
    /// Two that are connected with each other.
    package static func pair() throws(Failure) -> (UnixSocket, UnixSocket) {
      var both: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, kind, 0, &both) == 0 else { throw .last }
      return (UnixSocket(both[0]), UnixSocket(both[1]))
    }

    /// One that others find at the path. It is there only when it listens. A socket file that rejects connections has no owner.
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

    /// The next one that somebody has connected.
    package func next() throws(Failure) -> UnixSocket {
      let new = accept(descriptor, nil, nil)
      guard new >= 0 else { throw .last }
      let socket = UnixSocket(new)
      // Swift does not know `accept4`. A program that is started between these calls keeps the connection open, no more.
      guard fcntl(new, F_SETFD, FD_CLOEXEC) == 0, fcntl(new, F_SETFL, O_NONBLOCK) == 0 else { throw .last }
      return socket
    }
  }
#endif
