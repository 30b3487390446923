#if os(Windows)
  #if Loopback
    import WinSDK

    /// The Windows Sockets calls. This project hasn't run them on Windows.
    extension LoopbackSocket {
      typealias Handle = SOCKET

      static let noHandle = INVALID_SOCKET
      static let passingCodes = [WSAEWOULDBLOCK, WSAEINTR]
      static let abortCodes = [WSAECONNRESET, WSAECONNABORTED]
      static let absenceCodes = [WSAEADDRNOTAVAIL, WSAEAFNOSUPPORT, WSAEPROTONOSUPPORT]
      static var lastFailure: Failure { Failure(code: WSAGetLastError()) }
      static let streamKind = SOCK_STREAM
      static let datagramKind = SOCK_DGRAM

      /// Initializes Windows Sockets once per process, before the first socket.
      private static let isStarted: Bool = {
        var facts = WSADATA()
        return WSAStartup(0x0202, &facts) == 0
      }()

      /// Hides the system's function, which requires ``isStarted``.
      static func socket(_ family: Int32, _ kind: Int32, _ protocolNumber: Int32) -> Handle {
        isStarted ? WinSDK.socket(family, kind, protocolNumber) : noHandle
      }

      static func closeHandle(_ handle: Handle) { closesocket(handle) }

      /// Does nothing: closing a socket frees its port, because no other process shares it.
      func stopListening() {}

      /// Makes calls nonblocking, and keeps other programs from inheriting the handle.
      static func prepare(_ handle: Handle) -> Bool {
        var isOn: UInt32 = 1
        guard ioctlsocket(handle, FIONBIO, &isOn) == 0, let file = HANDLE(bitPattern: UInt(handle)) else {
          return false
        }
        return SetHandleInformation(file, DWORD(HANDLE_FLAG_INHERIT), 0)
      }

      /// Prevents another program from binding the same port with `SO_REUSEADDR` and receiving the callback.
      static func reserve(_ handle: Handle) -> Bool {
        // `SO_EXCLUSIVEADDRUSE`, a macro that Swift doesn't import.
        let exclusively = ~SO_REUSEADDR
        var isOn: Int32 = 1
        return withUnsafeBytes(of: &isOn) { bytes in
          setsockopt(
            handle, SOL_SOCKET, exclusively, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
            == 0
        }
      }

      /// - Returns: The bytes that have arrived, or an empty array if the other side has ended the stream.
      func take(atMost limit: Int = 16_384) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = bytes.withUnsafeMutableBytes { raw in
          recv(handle, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), 0)
        }
        guard count >= 0 else { throw Self.lastFailure }
        return Array(bytes.prefix(Int(count)))
      }

      /// - Returns: The number of bytes written.
      @discardableResult
      func put(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int {
        let count = bytes.withUnsafeBytes { raw in
          send(handle, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), 0)
        }
        guard count >= 0 else { throw Self.lastFailure }
        return Int(count)
      }

      /// Ends the stream to the other side, which can still send data.
      func endWriting() { shutdown(handle, SD_SEND) }

      /// Waits until a socket is ready or its connection has ended.
      ///
      /// - Returns: For each socket, whether it is ready.
      static func wait(for requests: [PollRequest], milliseconds: Int32) throws(Failure) -> [Bool] {
        var states = requests.map {
          WSAPOLLFD(
            fd: $0.socket.handle, events: Int16($0.isForWriting ? POLLWRNORM : POLLRDNORM), revents: 0)
        }
        guard WSAPoll(&states, UInt32(states.count), milliseconds) >= 0 else { throw lastFailure }
        return states.map { $0.revents != 0 }
      }
    }
  #endif
#endif
