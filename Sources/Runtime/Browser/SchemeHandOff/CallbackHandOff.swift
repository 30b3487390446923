#if os(Linux)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

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
      case nobodyWaits
      /// There is no callback of this scheme among the arguments: the app was started in another way.
      case notACallback
    }

    private let scheme: String
    private let environment: [String: String]
    /// How long a process may take to hand over, or to answer.
    private let patience: Duration
    private let poll: HandOffLoop.Poll

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
      (self.scheme, self.environment, self.patience, self.poll) = (scheme, environment, patience, poll)
    }

    /// Whether callbacks may be taken from this user's processes, or handed to them: not even root's, who need not ask.
    static func trusts(_ peer: uid_t?, here: uid_t = geteuid()) -> Bool { peer == here }

    /// For the second process: offers the callback among the arguments to each process that waits, the newest first, until one
    /// takes it. To be called before anything else. It takes as long as they do to answer; one that does not answer is given up
    /// after five seconds.
    public func deliver(_ arguments: [String]) async -> Outcome {
      guard let scheme = try? CallbackScheme(scheme),
        let callback = arguments.first(where: { scheme.callback($0) != nil })
      else { return .notACallback }
      guard let folder = try? HandOffFolder(environment) else { return .nobodyWaits }
      // A thread of its own, for it may wait long: the ones of queues and tasks are few, and others need them.
      return await withCheckedContinuation { continuation in
        Thread { [patience] in
          let isTaken = folder.offer(callback, for: scheme, patience: patience)
          continuation.resume(returning: isTaken ? .delivered : .nobodyWaits)
        }.start()
      }
    }

    /// For the first process: from now on it can be found. Each callback waits for its ``HandedCallback/answer(isTaken:)``. It ends
    /// when the stream is given up, or the task that iterates is cancelled. Several may listen, in one process or in many.
    ///
    /// - Throws: ``SchemeFailure/unsuitable(_:)`` for the scheme, and ``SchemeFailure/cannotListen(_:)``.
    public func listen() throws(SchemeFailure) -> AsyncStream<HandedCallback> {
      let scheme = try CallbackScheme(scheme)
      let folder = try HandOffFolder(environment)
      folder.removeDead(for: scheme)
      let path = folder.newSocket(for: scheme)
      let (callbacks, continuation) = AsyncStream.makeStream(
        of: HandedCallback.self, bufferingPolicy: .bufferingNewest(HandOffLoop.mostConnections))
      do throws(UnixSocket.Failure) {
        let (bell, ringer) = try UnixSocket.pair()
        let socket = try UnixSocket.listening(at: path)
        continuation.onTermination = { _ in
          unlink(path)
          _ = try? ringer.put([0])
        }
        Thread { [patience, poll] in
          var loop = HandOffLoop(scheme, socket, bell: bell, continuation, patience: patience, poll: poll)
          loop.run()
        }.start()
      } catch {
        throw .cannotListen(
          "there can be no socket at \(path) (\(error.text)): XDG_RUNTIME_DIR must be a folder of this user's with a path of "
            + "at most \(HandOffFolder.longestRuntime) bytes")
      }
      return callbacks
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
