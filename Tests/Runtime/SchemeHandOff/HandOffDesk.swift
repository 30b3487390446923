#if os(Linux)
  import AuthSockets
  import Foundation

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  /// A user's folder for sockets, and processes that meet there, all of them in this one.
  struct HandOffDesk: Sendable {
    let runtime: URL
    let scheme = "com.example.app"

    /// The folder's path must be short: the name of a socket is at most 107 bytes long.
    static func with(_ body: (HandOffDesk) async throws -> Void) async throws {
      let runtime = URL(fileURLWithPath: "/tmp/ho-\(UInt32.random(in: .min ... .max))")
      try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: runtime) }
      try await body(HandOffDesk(runtime: runtime))
    }

    var environment: [String: String] { ["XDG_RUNTIME_DIR": runtime.path] }

    /// - Parameter patience: Long, unless the test is about who is given up.
    func handOff(_ patience: Duration = .seconds(60)) -> CallbackHandOff {
      CallbackHandOff(scheme: scheme, environment: environment, patience: patience)
    }

    /// One that tells of each wait of its thread.
    func handOff(
      _ patience: Duration = .seconds(60), waiting: @escaping @Sendable (_ milliseconds: Int32) -> Void
    ) -> CallbackHandOff {
      CallbackHandOff(scheme: scheme, environment: environment, patience: patience) { states, milliseconds in
        HandOffLoop.systemPoll(&states, milliseconds)
        waiting(milliseconds)
      }
    }

    func url(_ number: Int = 1) -> String { "com.example.app:/callback?code=\(number)&state=s%20t" }

    /// The sockets that can be found, the newest first.
    func sockets() throws -> [String] {
      try HandOffFolder(environment).sockets(for: CallbackScheme(scheme))
    }

    /// Delivers with a short patience, again and again: on a busy machine even a process that answers at once may be late.
    func deliverSoon() async {
      while await handOff(.milliseconds(100)).deliver([url()]) != .delivered {}
    }

    /// A process that listens until the body is done.
    func serving(
      _ handle: @escaping @Sendable (URL) async throws -> Void, by handOff: CallbackHandOff? = nil,
      while body: () async throws -> Void
    ) async throws {
      let callbacks = try (handOff ?? self.handOff()).listen()
      let task = Task { for await callback in callbacks { await callback.handle(handle) } }
      defer { task.cancel() }
      try await body()
    }
  }

  extension HandOffFolder {
    /// The folder as the runtime checks it.
    init(_ environment: [String: String]) throws(DesktopFailure) {
      try self.init(environment, check: CallbackHandOff.checkFolder)
    }
  }

  /// The other end of a socket, which may say anything.
  struct HandOffPeer: Sendable {
    let socket: UnixSocket

    init(at path: String) throws {
      socket = try UnixSocket.connected(to: Array(path.utf8), until: Deadline(in: .seconds(60)))
    }

    func say(_ text: String) throws { try socket.put(Array(text.utf8)[...]) }

    /// All that comes until the other side ends; `nil` when it does not, for a minute.
    func response() async -> String? {
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: read()) }.start()
      }
    }

    private func read() -> String? {
      let deadline = Deadline(in: .seconds(60))
      var bytes: [UInt8] = []
      do throws(UnixSocket.Failure) {
        while true {
          let more = try socket.read(until: deadline)
          if more.isEmpty { break }
          bytes += more
        }
      } catch {
        // What was not read by the other side makes its end an error.
        if error.isLate { return nil }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
