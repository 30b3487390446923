#if os(Linux)
  import AuthSockets
  import Foundation

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  /// A user's folder for sockets, and processes that use it. All of them are in this process.
  struct HandOffFixture: Sendable {
    let runtime: URL
    let scheme = "com.example.app"

    /// The folder's path must be short, because a socket's path has at most 107 bytes.
    static func with(_ body: (HandOffFixture) async throws -> Void) async throws {
      let runtime = URL(fileURLWithPath: "/tmp/ho-\(UInt32.random(in: .min ... .max))")
      try FileManager.default.createDirectory(at: runtime, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: runtime) }
      try await body(HandOffFixture(runtime: runtime))
    }

    var environment: [String: String] { ["XDG_RUNTIME_DIR": runtime.path] }

    /// - Parameter patience: Long, unless the test is about a process that doesn't respond.
    func handOff(_ patience: Duration = .seconds(60)) -> CallbackHandOff {
      CallbackHandOff(scheme: scheme, environment: environment, patience: patience)
    }

    /// A hand-off that reports each wait of its thread.
    func handOff(
      _ patience: Duration = .seconds(60), waiting: @escaping @Sendable (_ milliseconds: Int32) -> Void
    ) -> CallbackHandOff {
      CallbackHandOff(scheme: scheme, environment: environment, patience: patience) { states, milliseconds in
        HandOffLoop.systemPoll(&states, milliseconds)
        waiting(milliseconds)
      }
    }

    func url(_ number: Int = 1) -> String { "com.example.app:/callback?code=\(number)&state=s%20t" }

    /// The sockets in the folder, with the newest first.
    func sockets() throws -> [String] {
      try HandOffFolder(environment).sockets(for: CallbackScheme(scheme))
    }

    /// Delivers repeatedly with a short patience, because on a busy machine even a process that responds immediately may be late.
    func deliverSoon() async {
      while await handOff(.milliseconds(100)).deliver([url()]) != .delivered {}
    }

    /// Listens for callbacks until the body ends.
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
    /// The folder, checked as in the runtime.
    init(_ environment: [String: String]) throws(DesktopFailure) {
      try self.init(environment, check: CallbackHandOff.checkFolder)
    }
  }

  /// The other end of a socket, which can send anything.
  struct HandOffPeer: Sendable {
    let socket: UnixSocket

    init(at path: String) throws {
      socket = try UnixSocket.connected(to: Array(path.utf8), until: Deadline(in: .seconds(60)))
    }

    func say(_ text: String) throws { try socket.put(Array(text.utf8)[...]) }

    /// Everything that arrives until the other side closes the connection, or `nil` if it doesn't within a minute.
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
        // If the other side closes without reading everything, the read fails.
        if error.isLate { return nil }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
