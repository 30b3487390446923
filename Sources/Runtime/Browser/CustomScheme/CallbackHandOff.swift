#if os(Linux)
  internal import AuthDesktopIntegration
  import Foundation

  /// Brings a callback of a private-use scheme to the process that waits for it.
  ///
  /// On a Linux desktop the browser starts the app anew, with the callback as an argument (Desktop Entry Specification 1.5, `%u`).
  /// That second process hands it to the first, and ends:
  ///
  /// ```swift
  /// let handOff = CallbackHandOff(scheme: "com.example.app")
  /// if await handOff.deliver(CommandLine.arguments) == .delivered { return }
  ///
  /// let callbacks = try handOff.listen()
  /// Task { for await callback in callbacks { await callback.handle { try await client.handle($0) } } }
  /// let user = try await client.signIn()
  /// ```
  ///
  /// They meet at a socket in a folder that only this user can enter, below `XDG_RUNTIME_DIR`, or below the temporary folder where
  /// that is not set. Each side asks the kernel whether the other one is this user's. What comes is no more believed than a URL
  /// from anywhere else: the sign-in's `state` decides (RFC 8252 §8.10).
  public struct CallbackHandOff: Sendable {
    /// What became of a process's arguments.
    public enum Outcome: Sendable, Hashable {
      /// Another process has taken the callback. This one has nothing left to do.
      case delivered
      /// There is a callback, but no process that waits for it: it is an old one, or a forged one, or the app has ended meanwhile.
      case noReceiver
      /// There is no callback of this scheme among the arguments: the app was started in another way.
      case notACallback
    }

    private let handOff: DesktopHandOff

    /// - Parameters:
    ///   - scheme: The one of the ``SchemeRegistration``.
    ///   - environment: `XDG_RUNTIME_DIR` says where the processes meet; it must be the same for all of them.
    public init(scheme: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
      self.init(scheme: scheme, environment: environment, patience: .seconds(5))
    }

    init(
      scheme: String, environment: [String: String], patience: Duration,
      poll: @escaping HandOffLoop.Poll = HandOffLoop.systemPoll
    ) {
      handOff = DesktopHandOff(
        scheme: scheme, environment: environment, patience: patience, poll: poll, check: Self.checkFolder)
    }

    /// Makes a folder, and fails unless it is this user's alone.
    @Sendable static func checkFolder(_ path: String) throws(DesktopFailure) {
      do throws(StoreFailure) { try PrivateFolder(path: path).check() } catch {
        guard case .unavailable(let reason) = error else { throw .cannotListen("\(path) cannot be used") }
        throw .cannotListen(reason)
      }
    }

    /// For the second process: offers the callback among the arguments to each process that waits, the newest first, until one
    /// takes it. To be called before anything else. It takes as long as they do to answer; one that does not answer is given up
    /// after five seconds.
    public func deliver(_ arguments: [String]) async -> Outcome {
      switch await handOff.deliver(arguments) {
      case true?: .delivered
      case false?: .noReceiver
      case nil: .notACallback
      }
    }

    /// For the first process: from now on it can be found. Each callback waits for its ``ForwardedCallback/respond(isAccepted:)``. It ends
    /// when the stream is given up, or the task that iterates is cancelled. Several may listen, in one process or in many.
    ///
    /// - Throws: ``SchemeFailure/unsuitable(_:)`` for the scheme, and ``SchemeFailure/cannotListen(_:)``.
    public func listen() throws(SchemeFailure) -> AsyncStream<ForwardedCallback> {
      try SchemeFailure.from { () throws(DesktopFailure) in try handOff.listen(ForwardedCallback.init) }
    }

    /// For the first process: ``listen()``, and each callback handled until the task is cancelled.
    ///
    /// - Parameter handle: Takes the callback, such as ``AuthClient/handle(_:)``. When it throws, the other process is told that the
    ///   callback is not wanted, and the wait goes on.
    /// - Throws: What ``listen()`` throws.
    public func serve(_ handle: (URL) async throws -> Void) async throws(SchemeFailure) {
      for await callback in try listen() { await callback.handle(handle) }
    }
  }
#endif
