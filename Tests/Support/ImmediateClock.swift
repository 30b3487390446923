/// A clock on which short waits end immediately and are recorded.
public final class ImmediateClock: Clock {
  private let limit: Duration
  private let waits = Locked<[Duration]>([])

  /// - Parameter limit: A wait of this length or longer takes its time.
  public init(upTo limit: Duration = .seconds(10)) {
    self.limit = limit
  }

  public var now: ContinuousClock.Instant { .now }
  public var minimumResolution: Duration { .zero }
  /// The waits, exact to about a millisecond.
  public var waited: [Duration] { waits.value }

  public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let wait = deadline - now
    guard wait < limit else { return try await Task.sleep(for: wait) }
    waits.withLock { $0.append(wait) }
    try Task.checkCancellation()
  }
}
