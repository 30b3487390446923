#if os(Linux)
  internal import AuthDesktopIntegration
  import Foundation

  /// Passes a callback with a private-use scheme to the process that waits for it.
  ///
  /// On a Linux desktop, the browser starts the app again with the callback as an argument (Desktop Entry Specification 1.5,
  /// `%u`). The second process passes the callback to the first one and exits:
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
  /// The processes communicate over a socket in a folder that only this user can enter. The folder is in `XDG_RUNTIME_DIR`, or
  /// in the temporary folder if that isn't set. Each side asks the kernel whether the other one runs as the same user. A
  /// callback isn't trusted more than a URL from any other source: the sign-in checks its `state` (RFC 8252 §8.10).
  public struct CallbackHandOff: Sendable {
    /// The result of delivering a process's arguments.
    public enum Outcome: Sendable, Hashable {
      /// Another process accepted the callback. This process can exit.
      case delivered
      /// The arguments contain a callback, but no process is waiting for it: it is old or forged, or the app has exited in the
      /// meantime.
      case noReceiver
      /// The arguments don't contain a callback with this scheme: the app was started for another reason.
      case notACallback
    }

    private let handOff: DesktopHandOff

    /// Creates a hand-off for a scheme.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the ``SchemeRegistration``.
    ///   - environment: Contains `XDG_RUNTIME_DIR`, which must be the same for all processes of the app.
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

    /// Creates a folder, and fails unless only this user can access it.
    @Sendable static func checkFolder(_ path: String) throws(DesktopFailure) {
      do throws(StoreFailure) { try PrivateFolder(path: path).check() } catch {
        guard case .unavailable(let reason) = error else { throw .cannotListen("\(path) can't be used") }
        throw .cannotListen(reason)
      }
    }

    /// Offers the callback in the arguments to each waiting process, the newest first, until one accepts it. Call this in the
    /// second process, before anything else. It takes as long as the waiting processes need to respond. A process that doesn't
    /// respond is skipped after five seconds.
    public func deliver(_ arguments: [String]) async -> Outcome {
      switch await handOff.deliver(arguments) {
      case true?: .delivered
      case false?: .noReceiver
      case nil: .notACallback
      }
    }

    /// Starts to receive callbacks. Call this in the first process. Each callback waits until you call its
    /// ``ForwardedCallback/respond(isAccepted:)``. To stop listening, release the stream or cancel the task that iterates over
    /// it. Several tasks or processes may listen.
    ///
    /// - Throws: ``SchemeFailure/unsuitable(_:)`` if the scheme is invalid, or ``SchemeFailure/cannotListen(_:)``.
    public func listen() throws(SchemeFailure) -> AsyncStream<ForwardedCallback> {
      try SchemeFailure.from { () throws(DesktopFailure) in try handOff.listen(ForwardedCallback.init) }
    }

    /// Handles each callback of ``listen()`` until the task is canceled. Call this in the first process.
    ///
    /// - Parameter handle: Handles the callback, for example with ``AuthClient/handle(_:)``. If it throws, the other process is
    ///   notified that the callback wasn't accepted, and this method continues to wait.
    /// - Throws: The errors of ``listen()``.
    public func serve(_ handle: (URL) async throws -> Void) async throws(SchemeFailure) {
      for await callback in try listen() { await callback.handle(handle) }
    }
  }
#endif
