#if PostgreSQL
  import AuthRuntime
  import Foundation

  /// A limited number of connections. Callers that find none wait for their turn, in order.
  final class PostgresPool: Sendable {
    private struct Waiter: Sendable {
      let number: Int
      let end: ContinuousClock.Instant
      let continuation: CheckedContinuation<Result<PostgresConnection, PostgresFailure>, Never>
    }

    private struct State: Sendable {
      var idle: [PostgresConnection] = []
      var count = 0
      /// In the order of their ends, because all wait for the same time.
      var waiters: [Waiter] = []
      var nextNumber = 0
      var isClosed = false
      var isWatching = false
    }

    private static let maximumWaiters = 10_000

    private let configuration: PostgresConfiguration
    private let state = Guarded(State())

    init(_ configuration: PostgresConfiguration) { self.configuration = configuration }

    /// Runs `body` with a free connection. A connection that broke opens again when it's next used.
    func use<Value: Sendable>(
      _ body: (PostgresConnection) async throws(PostgresFailure) -> Value
    ) async throws(PostgresFailure) -> Value {
      let connection = try await connection()
      let result: Result<Value, PostgresFailure>
      do throws(PostgresFailure) { result = .success(try await body(connection)) } catch {
        result = .failure(error)
      }
      release(connection)
      return try result.get()
    }

    /// Rejects new and waiting callers, and closes each connection when it's no longer in use.
    func close() {
      let waiters = state.withLock { state in
        defer { (state.waiters, state.idle) = ([], []) }
        state.isClosed = true
        return state.waiters
      }
      for waiter in waiters { waiter.continuation.resume(returning: .failure(.closed)) }
    }

    private func release(_ connection: PostgresConnection) {
      let next = state.withLock { state -> Waiter? in
        guard !state.isClosed else { return nil }
        guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
        state.idle.append(connection)
        return nil
      }
      next?.continuation.resume(returning: .success(connection))
    }
  }

  /// Waiting for a connection.
  extension PostgresPool {
    private enum Availability: Sendable {
      case free(PostgresConnection)
      case failed(PostgresFailure)
      case later(Int)
    }

    private func connection() async throws(PostgresFailure) -> PostgresConnection {
      switch reserve() {
      case .free(let connection): return connection
      case .failed(let failure): throw failure
      case .later(let number): return try await wait(number).get()
      }
    }

    private func reserve() -> Availability {
      state.withLock { [configuration] state in
        if state.isClosed { return .failed(.closed) }
        if let connection = state.idle.popLast() { return .free(connection) }
        if state.count < max(1, configuration.maximumConnections) {
          state.count += 1
          return .free(PostgresConnection(configuration))
        }
        state.nextNumber += 1
        return .later(state.nextNumber)
      }
    }

    private func wait(_ number: Int) async -> Result<PostgresConnection, PostgresFailure> {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          enqueue(Waiter(number: number, end: .now + configuration.longestWait, continuation: continuation))
        }
      } onCancel: {
        let waiter = state.withLock { state in
          state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: .failure(.canceled))
      }
    }

    private func enqueue(_ waiter: Waiter) {
      let (result, mustWatch) = state.withLock { state -> (Result<PostgresConnection, PostgresFailure>?, Bool) in
        if state.isClosed { return (.failure(.closed), false) }
        // Inside the lock: a cancellation from now on finds the waiter.
        if Task.isCancelled { return (.failure(.canceled), false) }
        // A connection may have become free in the meantime.
        if let connection = state.idle.popLast() { return (.success(connection), false) }
        guard state.waiters.count < Self.maximumWaiters else { return (.failure(.busy), false) }
        state.waiters.append(waiter)
        defer { state.isWatching = true }
        return (nil, !state.isWatching)
      }
      if let result { waiter.continuation.resume(returning: result) }
      if mustWatch { Task { await self.watch() } }
    }

    /// Ends the waits whose time is up, as long as there are any.
    private func watch() async {
      while let end = nextEnd() {
        try? await Task.sleep(until: end, clock: .continuous)
        let late = state.withLock { state in
          let count = state.waiters.prefix { $0.end <= .now }.count
          defer { state.waiters.removeFirst(count) }
          return Array(state.waiters.prefix(count))
        }
        for waiter in late { waiter.continuation.resume(returning: .failure(.busy)) }
      }
    }

    private func nextEnd() -> ContinuousClock.Instant? {
      state.withLock { state in
        state.isWatching = !state.waiters.isEmpty
        return state.waiters.first?.end
      }
    }
  }
#endif
