/// A limit for the whole of an exchange: a response whose head came in time may still drip.
enum TimeLimit {
  struct Exceeded: Error {}

  /// The longest limit that counts. Clocks trap beyond some.
  private static let longest = Duration.seconds(86_400)

  /// Runs `body`, and cancels it when the time is up.
  ///
  /// - Throws: What `body` throws, or ``Exceeded``. `body` must end soon after it is canceled.
  static func run<Value: Sendable>(
    _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask(operation: body)
      group.addTask {
        try await clock.sleep(for: min(limit, longest))
        throw Exceeded()
      }
      defer { group.cancelAll() }
      // The first child to end decides. The group is never empty here.
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
