/// A time limit for a whole exchange, including the response body, which a server may send very slowly.
enum TimeLimit {
  struct Exceeded: Error {}

  /// The longest limit that is used. Clocks trap on durations that are too long.
  private static let maximum = Duration.seconds(86_400)

  /// Runs `body`, and cancels it when the limit is reached.
  ///
  /// - Throws: The error that `body` throws, ``Exceeded``, or `CancellationError` if the task is already canceled. `body`
  ///   must end soon after it is canceled.
  static func run<Value: Sendable>(
    _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // AsyncHTTPClient may send the request of a task that was canceled before.
    try Task.checkCancellation()
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask(operation: body)
      group.addTask {
        try await clock.sleep(for: min(limit, maximum))
        throw Exceeded()
      }
      defer { group.cancelAll() }
      // The child task that ends first decides. The group is never empty here.
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
