#if Loopback
  internal import AuthSockets
  import Foundation

  /// Serves all connections of one receiver on a thread.
  struct LoopbackLoop {
    /// The maximum number of open connections. If there are more, the oldest is closed, because rejecting new ones could lock out
    /// the real callback.
    static let maximumConnections = 64
    /// The maximum number of connections to accept before the open ones are served again.
    private static let maximumAtOnce = 16
    /// How long to wait after a system call failed before calling it again.
    private static let restTime = Duration.milliseconds(100)
    /// The longest wait in milliseconds. After it, the thread checks its state even if no byte arrived on the wake-up
    /// socket, because a firewall can block that socket.
    private static let maximumWait: Int32 = 1000

    private struct PollResult {
      var wakeUpSocket = false
      var exchanges: [Bool] = []
      var listeners: [Bool] = []
    }

    private let control: LoopbackControl
    /// Empty once the receiver has stopped.
    private var listeners: [LoopbackSocket]
    /// The open connections, in the order in which they were accepted.
    private var exchanges: [LoopbackExchange] = []
    /// Set while accepting fails, for example because this process has used up its file descriptors.
    private var rest: Deadline?

    /// Starts the thread.
    static func start(_ control: LoopbackControl) {
      Thread.detachNewThread {
        var loop = LoopbackLoop(control)
        loop.run()
      }
    }

    private init(_ control: LoopbackControl) {
      self.control = control
      listeners = control.takeListeners()
    }

    private mutating func run() {
      while true {
        stopIfRequested()
        guard !listeners.isEmpty || !exchanges.isEmpty else { return }
        let ready = wait()
        if ready.wakeUpSocket { drainWakeUpSocket() }
        // Requests that have arrived are read before new connections can close the oldest ones.
        advance(ready.exchanges)
        for (listener, isReady) in zip(listeners, ready.listeners) where isReady { accept(from: listener) }
      }
    }

    private func drainWakeUpSocket() {
      do throws(LoopbackSocket.Failure) { _ = try control.wakeUpSocket.take() } catch {
        if !error.isPassing { Thread.sleep(forTimeInterval: Self.restTime.seconds) }
      }
    }

    /// Closes the ports, and the connections that haven't started a response.
    private mutating func stopIfRequested() {
      guard !listeners.isEmpty, control.end?.isOver == true else { return }
      for listener in listeners { listener.stopListening() }
      listeners = []
      removeAll { !$0.isResponding }
      control.noteStopped()
    }

    private mutating func wait() -> PollResult {
      if rest?.isOver == true { rest = nil }
      let open = rest == nil ? listeners : []
      let deadlines = exchanges.map(\.deadline) + [rest, listeners.isEmpty ? nil : control.end].compactMap(\.self)
      let requests =
        [LoopbackSocket.PollRequest(socket: control.wakeUpSocket)] + exchanges.map(\.pollRequest)
        + open.map { LoopbackSocket.PollRequest(socket: $0) }
      do throws(LoopbackSocket.Failure) {
        let flags = try LoopbackSocket.wait(
          for: requests, milliseconds: min(deadlines.map(\.milliseconds).min() ?? Self.maximumWait, Self.maximumWait))
        let end = 1 + exchanges.count
        return PollResult(wakeUpSocket: flags[0], exchanges: Array(flags[1..<end]), listeners: Array(flags[end...]))
      } catch {
        if !error.isPassing { Thread.sleep(forTimeInterval: Self.restTime.seconds) }
        return PollResult()
      }
    }

    private mutating func advance(_ isReady: [Bool]) {
      let ready = Set(zip(exchanges, isReady).filter(\.1).map { ObjectIdentifier($0.0) })
      removeAll { [control] exchange in
        let isOver = ready.contains(ObjectIdentifier(exchange)) && exchange.advance(control.respond)
        return isOver || exchange.deadline.isOver
      }
    }

    private mutating func accept(from listener: LoopbackSocket) {
      for _ in 0..<Self.maximumAtOnce {
        do throws(LoopbackSocket.Failure) {
          guard let socket = try listener.next() else { continue }
          exchanges.append(LoopbackExchange(socket))
          if exchanges.count > Self.maximumConnections { exchanges.removeFirst().end() }
        } catch {
          if !error.isPassing { rest = Deadline(in: Self.restTime) }
          return
        }
      }
    }

    private mutating func removeAll(where isOver: (LoopbackExchange) -> Bool) {
      exchanges.removeAll { exchange in
        guard isOver(exchange) else { return false }
        exchange.end()
        return true
      }
    }
  }
#endif
