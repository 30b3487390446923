#if os(Linux)
  internal import AuthSockets
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The folder in which the processes of an app find each other. Only this user can access it. It contains a socket for each
  /// process that waits for a callback.
  struct HandOffFolder: Sendable {
    private let path: String
    /// The maximum length of the runtime folder's path. The rest of a socket's name is for the names below.
    static let maximumRuntimeLength = UnixSocket.maximumNameLength - 63

    /// Creates the folder if it is missing.
    ///
    /// - Parameter check: Creates a folder, and fails unless only this user can access it.
    init(
      _ environment: [String: String], check: (String) throws(DesktopFailure) -> Void
    ) throws(DesktopFailure) {
      let folder = RuntimeFolder(in: environment)
      // A user who can write to this folder could replace ours.
      if let parent = folder.parent { try check(parent) }
      do throws(DesktopFailure) { try check(folder.path) } catch {
        guard case .cannotListen(let reason) = error else { throw error }
        throw .cannotListen(folder.advice(for: reason))
      }
      path = folder.path
    }

    /// Returns a name that sorts after all earlier ones.
    func newSocket(for scheme: CallbackScheme) -> String {
      let time = UInt64(ProcessInfo.processInfo.systemUptime * 1_000_000_000)
      let digits = String(time, radix: 16)
      let padded = String(repeating: "0", count: max(0, 16 - digits.count)) + digits
      return "\(path)/\(scheme.hash).\(padded).\(getpid()).sock"
    }

    /// Returns the sockets of a scheme, the newest first. Links are ignored.
    func sockets(for scheme: CallbackScheme) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0.hasPrefix(scheme.hash + ".") && $0.hasSuffix(".sock") }.sorted(by: >)
        .map { "\(path)/\($0)" }
        .filter { path in
          let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
          return type == .typeSocket
        }
    }

    /// Removes the sockets of processes that ended without removing them.
    func removeUnusedSockets(for scheme: CallbackScheme) {
      for path in sockets(for: scheme) { _ = try? connect(to: path, until: Deadline(in: .zero)) }
    }

    /// Offers a callback to the waiting processes, the newest first. It blocks its thread for up to `patience` at each of them.
    ///
    /// - Returns: Whether a process accepted it.
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
