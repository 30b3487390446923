#if os(Linux)
  internal import AuthSockets
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Where the processes of one app find each other: a folder that is the user's alone, with a socket of each process that waits
  /// for a callback.
  struct HandOffFolder: Sendable {
    private let path: String
    /// What is left of a socket's name beside the names below.
    static let longestRuntime = UnixSocket.longestName - 63

    /// Makes it when it is missing.
    ///
    /// - Parameter check: Makes a folder, and fails unless it is this user's alone.
    init(
      _ environment: [String: String], check: (String) throws(DesktopFailure) -> Void
    ) throws(DesktopFailure) {
      if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
        FileManager.default.fileExists(atPath: folder)
      {
        // Who may write there could put another folder in the place of ours.
        try check(folder)
        path = folder + "/swift-auth"
      } else {
        // Others may write there, but not move what is ours.
        path = FileManager.default.temporaryDirectory.path + "/swift-auth-\(geteuid())"
      }
      try check(path)
    }

    /// A name that sorts behind those of all earlier ones.
    func newSocket(for scheme: CallbackScheme) -> String {
      let time = UInt64(ProcessInfo.processInfo.systemUptime * 1_000_000_000)
      let digits = String(time, radix: 16)
      let padded = String(repeating: "0", count: max(0, 16 - digits.count)) + digits
      return "\(path)/\(scheme.hash).\(padded).\(getpid()).sock"
    }

    /// The sockets of a scheme, the newest first. A link to one elsewhere is none.
    func sockets(for scheme: CallbackScheme) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasPrefix(scheme.hash + ".") && $0.hasSuffix(".sock") }.sorted(by: >)
        .map { "\(path)/\($0)" }
        .filter { path in
          let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
          return type == .typeSocket
        }
    }

    /// Removes the sockets of processes that have ended without doing so.
    func removeDead(for scheme: CallbackScheme) {
      for path in sockets(for: scheme) { _ = try? connect(to: path, until: Deadline(in: .zero)) }
    }

    /// Offers a callback to the processes that wait, the newest first. It blocks its thread, for `patience` at each of them.
    ///
    /// - Returns: Whether one has taken it.
    func offer(_ callback: String, for scheme: CallbackScheme, patience: Duration) -> Bool {
      sockets(for: scheme).contains { path in
        (try? offer(callback, at: path, until: Deadline(in: patience))) == true
      }
    }

    private func offer(
      _ callback: String, at path: String, until deadline: Deadline
    ) throws(UnixSocket.Failure) -> Bool {
      let socket = try connect(to: path, until: deadline)
      guard DesktopHandOff.trusts(socket.peer) else { return false }
      try socket.write(Array((callback + "\n").utf8), until: deadline)
      var response: [UInt8] = []
      while response.last != UInt8(ascii: "\n"), response.count < HandOffReply.notWanted.count {
        let more = try socket.read(until: deadline)
        if more.isEmpty { return false }
        response += more
      }
      return response == HandOffReply.taken
    }

    private func connect(to path: String, until deadline: Deadline) throws(UnixSocket.Failure) -> UnixSocket {
      do throws(UnixSocket.Failure) { return try UnixSocket.connected(to: Array(path.utf8), until: deadline) } catch {
        if error.code == ECONNREFUSED { unlink(path) }
        throw error
      }
    }
  }
#endif
