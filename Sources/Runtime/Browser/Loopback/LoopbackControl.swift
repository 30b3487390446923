#if Loopback
  internal import AuthSockets

  /// Passes a receiver's settings to the thread that serves its connections.
  final class LoopbackControl: Sendable {
    typealias Respond = @Sendable (LoopbackRequest) -> LoopbackReply

    private struct State: Sendable {
      /// The listening sockets, until the thread takes them.
      var listeners: [LoopbackSocket]
      var respond: Respond?
      var pages = CallbackPages()
      /// The time to stop listening.
      var end: Deadline?
      var hasStopped = false
      /// The tasks that wait until the thread stops listening.
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Wakes the thread.
    let wakeUpSocket: LoopbackSocket
    private let state: Guarded<State>

    init(_ listeners: [LoopbackSocket], wakeUpSocket: LoopbackSocket) {
      self.wakeUpSocket = wakeUpSocket
      state = Guarded(State(listeners: listeners))
    }

    /// Sets the function that responds to requests. Until then, every request gets a 404 response.
    func set(_ respond: @escaping Respond, _ pages: CallbackPages) {
      state.withLock { ($0.respond, $0.pages) = (respond, pages) }
    }

    /// Stops listening later, without waiting for it.
    func stop(after delay: Duration) {
      state.withLock { if $0.end?.isOver != true { $0.end = Deadline(in: delay) } }
      wakeUp()
    }

    /// Stops listening, and waits until the ports are free. This works even without the thread: a system that has no room for
    /// another thread doesn't start it and doesn't report an error.
    func stop() async {
      await withCheckedContinuation { continuation in
        let hasStopped = state.withLock { state in
          // The thread hasn't taken the sockets. If it starts later, it finds none.
          if !state.listeners.isEmpty {
            for listener in state.listeners { listener.stopListening() }
            (state.listeners, state.hasStopped) = ([], true)
          }
          if !state.hasStopped {
            state.end = Deadline(in: .zero)
            state.waiting.append(continuation)
          }
          return state.hasStopped
        }
        if hasStopped { continuation.resume() } else { wakeUp() }
      }
    }

    private func wakeUp() {
      // If the socket's buffer is full, an earlier byte already wakes the thread.
      _ = try? wakeUpSocket.put([0])
    }

    // MARK: For the thread

    /// Returns the listening sockets, which the thread owns from now on.
    func takeListeners() -> [LoopbackSocket] {
      state.withLock { state in
        defer { state.listeners = [] }
        return state.listeners
      }
    }

    /// The time to stop listening, if it is known.
    var end: Deadline? { state.withLock { $0.end } }

    /// Records that the thread has closed the listening sockets.
    func noteStopped() {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        state.hasStopped = true
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    func respond(to request: LoopbackRequest) -> LoopbackResponse {
      let (respond, pages) = state.withLock { ($0.respond, $0.pages) }
      return LoopbackResponse(respond?(request) ?? LoopbackReply(404), pages)
    }
  }
#endif
