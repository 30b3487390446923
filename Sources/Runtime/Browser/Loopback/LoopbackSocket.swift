#if Loopback
  #if os(Windows)
    import WinSDK
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A socket on a loopback address. Its calls don't block, and programs that this process starts don't inherit it.
  final class LoopbackSocket: Sendable {
    typealias End = LoopbackConnection.End

    /// The error of a system call: its `errno`, or the code of Windows Sockets.
    struct Failure: Error {
      let code: Int32

      /// Whether the same call may succeed later: the other side isn't ready, or a signal arrived.
      var isPassing: Bool { LoopbackSocket.passingCodes.contains(code) }
      /// Whether the machine doesn't have this address.
      var isAbsence: Bool { LoopbackSocket.absenceCodes.contains(code) }
      /// Whether a connection ended before it was accepted.
      var isAbort: Bool { LoopbackSocket.abortCodes.contains(code) }
    }

    /// A socket to wait for.
    struct PollRequest {
      let socket: LoopbackSocket
      var isForWriting = false
    }

    let handle: Handle

    /// Takes ownership of the handle, even if it throws.
    private init(_ handle: Handle) throws(Failure) {
      guard handle != Self.noHandle else { throw Self.lastFailure }
      self.handle = handle
      guard Self.prepare(handle) else { throw Self.lastFailure }
    }

    deinit { Self.closeHandle(handle) }

    /// Listens on an address. A port that another socket uses isn't shared.
    static func listening(at end: End) throws(Failure) -> LoopbackSocket {
      let new = try LoopbackSocket(socket(end.family, streamKind, 0))
      guard reserve(new.handle), new.call(bind, end) == 0, listen(new.handle, 128) == 0 else { throw lastFailure }
      return new
    }

    /// Creates a socket to which only this process can write: a datagram socket that is connected to itself.
    static func wakeUpSocket() throws(Failure) -> LoopbackSocket {
      let new = try LoopbackSocket(socket(AF_INET, datagramKind, 0))
      guard new.call(bind, End(address: [127, 0, 0, 1], port: 0)) == 0, let end = new.here, new.call(connect, end) == 0
      else { throw lastFailure }
      return new
    }

    /// Accepts a connection to this listening socket.
    ///
    /// - Returns: The connection, or `nil` if it has already ended.
    func next() throws(Failure) -> LoopbackSocket? {
      let new = accept(handle, nil, nil)
      if new != Self.noHandle { return try? LoopbackSocket(new) }
      let failure = Self.lastFailure
      guard failure.isAbort else { throw failure }
      return nil
    }

    /// The address of this end.
    var here: End? { end(getsockname) }
    /// The address of the other end.
    var peer: End? { end(getpeername) }

    private func call(_ function: (Handle, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ end: End) -> Int32 {
      end.systemBytes.withUnsafeBytes { raw in
        guard let start = raw.baseAddress else { return -1 }
        return function(handle, start.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
      }
    }

    private func end(
      _ function: (Handle, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> End? {
      var bytes = [UInt8](repeating: 0, count: End.maximumSystemBytes)
      var length = socklen_t(bytes.count)
      let status = bytes.withUnsafeMutableBytes { raw -> Int32 in
        guard let start = raw.baseAddress else { return -1 }
        return function(handle, start.assumingMemoryBound(to: sockaddr.self), &length)
      }
      return status == 0 ? End(systemBytes: Array(bytes.prefix(Int(length)))) : nil
    }
  }

  /// The layout of `sockaddr_in` and `sockaddr_in6`, which is the same on all systems except for the first two bytes.
  extension LoopbackConnection.End {
    /// The size of `sockaddr_in6`.
    fileprivate static let maximumSystemBytes = 28

    fileprivate var family: Int32 { address.count == 4 ? AF_INET : AF_INET6 }

    fileprivate var systemBytes: [UInt8] {
      let port = [UInt8(truncatingIfNeeded: port >> 8), UInt8(truncatingIfNeeded: port)]
      let isV4 = address.count == 4
      // IPv6 has the flow before the address, and the scope after it.
      let rest = isV4 ? address + [UInt8](repeating: 0, count: 8) : [0, 0, 0, 0] + address + [0, 0, 0, 0]
      return Self.start(family, length: 4 + rest.count) + port + rest
    }

    fileprivate init?(systemBytes bytes: [UInt8]) {
      guard bytes.count >= 8 else { return nil }
      let port = Int(bytes[2]) << 8 | Int(bytes[3])
      switch Array(bytes[..<2]) {
      case Self.start(AF_INET, length: 16): self.init(address: Array(bytes[4..<8]), port: port)
      case Self.start(AF_INET6, length: 28) where bytes.count >= 24:
        self.init(address: Array(bytes[8..<24]), port: port)
      default: return nil
      }
    }

    /// On BSD, addresses start with a one-byte length and a one-byte family. On other systems they start with a two-byte
    /// family.
    private static func start(_ family: Int32, length: Int) -> [UInt8] {
      #if canImport(Darwin) || os(OpenBSD)
        [UInt8(length), UInt8(family)]
      #else
        withUnsafeBytes(of: UInt16(family)) { Array($0) }
      #endif
    }
  }
#endif
