#if os(Linux)
  internal import AuthSockets
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Passes a callback from the process that the desktop starts to the process that waits for it.
  ///
  /// The processes communicate over a socket in a folder that only this user can enter. Each side asks the kernel whether the
  /// other one runs as the same user.
  package struct DesktopHandOff: Sendable {
    private let scheme: String
    private let environment: [String: String]
    /// How long a process may take to send a callback or to respond.
    private let patience: Duration
    private let poll: HandOffLoop.Poll
    private let check: @Sendable (String) throws(DesktopFailure) -> Void

    /// - Parameter check: Creates a folder, and fails unless only this user can access it.
    package init(
      scheme: String, environment: [String: String], patience: Duration, poll: @escaping HandOffLoop.Poll,
      check: @escaping @Sendable (String) throws(DesktopFailure) -> Void
    ) {
      (self.scheme, self.environment, self.patience, self.poll) = (scheme, environment, patience, poll)
      self.check = check
    }

    /// Whether callbacks may be accepted from, or passed to, this process. Even root isn't trusted, because root doesn't need
    /// this.
    static func trusts(_ peer: uid_t?, here: uid_t = geteuid()) -> Bool { peer == here }

    /// Offers the callback in the arguments to each waiting process, the newest first, until one accepts it.
    ///
    /// - Returns: Whether a process accepted it, or `nil` if no argument is a callback.
    package func deliver(_ arguments: [String]) async -> Bool? {
      guard let scheme = try? CallbackScheme(scheme),
        let callback = arguments.first(where: { scheme.callback($0) != nil })
      else { return nil }
      guard let folder = try? HandOffFolder(environment, check: check) else { return false }
      // A separate thread, because the wait can be long, and queues and tasks have few threads.
      return await withCheckedContinuation { continuation in
        Thread { [patience] in
          continuation.resume(returning: folder.offer(callback, for: scheme, patience: patience))
        }.start()
      }
    }

    /// Starts to listen for callbacks. To stop listening, release the stream.
    ///
    /// - Parameter callback: Creates the stream's element from a callback and the reply that its sender waits for.
    package func listen<Callback: Sendable>(
      _ callback: @escaping @Sendable (URL, HandOffReply) -> Callback
    ) throws(DesktopFailure) -> AsyncStream<Callback> {
      let scheme = try CallbackScheme(scheme)
      let folder = try HandOffFolder(environment, check: check)
      folder.removeUnusedSockets(for: scheme)
      let path = folder.newSocket(for: scheme)
      let (callbacks, continuation) = AsyncStream.makeStream(
        of: Callback.self, bufferingPolicy: .bufferingNewest(HandOffLoop.maximumConnections))
      do throws(UnixSocket.Failure) {
        let (wakeUpSocket, wakeUpSender) = try UnixSocket.pair()
        let socket = try UnixSocket.listening(at: path)
        continuation.onTermination = { _ in
          unlink(path)
          _ = try? wakeUpSender.put([0])
        }
        Thread { [patience, poll] in
          var loop = HandOffLoop(scheme, socket, wakeUpSocket: wakeUpSocket, patience: patience, poll: poll) {
            url, reply in
            continuation.yield(callback(url, reply))
          }
          loop.run()
          continuation.finish()
        }.start()
      } catch {
        throw .cannotListen(
          "the socket \(path) can't be created (\(error.text)); XDG_RUNTIME_DIR must be a folder of this user with a path of "
            + "at most \(HandOffFolder.maximumRuntimeLength) bytes")
      }
      return callbacks
    }
  }
#endif
