/// The tokens that a client obtained without a session: for a workload or for a service account. They're in memory, and the
/// client's accounts share them.
final class OwnTokens: Sendable {
  let exchanged = SharedValues<ExchangedToken>()
  let serviceAccounts = SharedValues<Credential>()
}

/// Values that many callers share. Callers that need a new value at the same time share one request for it.
final class SharedValues<Value: Sendable>: Sendable {
  /// The largest number of values. An app that uses more requests some of them again.
  private let maximumCount: Int

  private struct Entry: Sendable {
    var value: Value?
    let flight = SingleFlight<Value>()
    /// The number of the latest use.
    var use: Int
  }

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    var uses = 0

    /// Returns the entry, and removes the one that wasn't used for the longest time if there are too many.
    mutating func entry(_ id: String, maximumCount: Int) -> Entry {
      uses += 1
      var entry = entries[id] ?? Entry(value: nil, use: uses)
      entry.use = uses
      entries[id] = entry
      if entries.count > maximumCount, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
        entries[oldest.key] = nil
      }
      return entry
    }
  }

  private let state = Guarded(State())

  init(maximumCount: Int = 64) { self.maximumCount = maximumCount }

  /// Returns a value that is good, or a new one.
  ///
  /// - Parameters:
  ///   - id: The request.
  ///   - renewing: Whether to request a new value in any case.
  ///   - isGood: Whether a value can be used again.
  ///   - request: Requests a new value.
  func value(
    of id: String, renewing: Bool = false, isGood: @escaping @Sendable (Value) -> Bool,
    by request: @escaping @Sendable () async throws(StepFailure) -> Value
  ) async throws(StepFailure) -> Value {
    let entry = state.withLock { [maximumCount] in $0.entry(id, maximumCount: maximumCount) }
    if !renewing, let value = entry.value, isGood(value) { return value }
    return try await entry.flight.value { () async throws(StepFailure) in
      // A request that has just ended may have brought a value.
      let known = self.state.withLock { $0.entries[id] }
      if !renewing, let value = known?.value, isGood(value) { return value }
      let value = try await request()
      self.state.withLock { $0.entries[id]?.value = value }
      return value
    }
  }
}
