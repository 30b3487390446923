import Foundation

/// A document that a server publishes, such as its keys. It is fetched when needed, by one request for all waiting
/// tasks, and used again within its lifetime.
///
/// - `Reason`: The reason to fetch a document again within its lifetime.
actor CachedDocument<Value: Sendable, Reason: Hashable & Sendable> {
  struct Policy: Sendable {
    /// The time after its lifetime for which a document is still used while the server can't be reached.
    var grace: TimeInterval = 86_400
    /// The pause after a request that failed or didn't help, if there is a document.
    var cooldown: TimeInterval = 10
    /// The pause after a failed request, as long as no document has been fetched.
    var firstCooldown: TimeInterval = 0
  }

  /// A document, and how long it may be used.
  struct Entry: Sendable {
    let value: Value
    let fetched: Date
    let lifetime: TimeInterval

    /// If the clock was set back, the age is negative, and the document isn't used.
    func isWithin(_ span: TimeInterval, at now: Date) -> Bool { (0..<span).contains(now.timeIntervalSince(fetched)) }

    func isFresh(at now: Date) -> Bool { isWithin(lifetime, at: now) }
  }

  /// The result of another request.
  enum Refetch: Sendable {
    case value(Value)
    /// The request found nothing new, or the last request was a moment ago.
    case unchanged
    /// The server couldn't be reached a moment ago.
    case outage(StepFailure)
  }

  private let policy: Policy
  private let now: @Sendable () -> Date
  private let load: @Sendable () async throws(StepFailure) -> (Value, lifetime: TimeInterval)
  private let countsAsOutage: @Sendable (StepFailure) -> Bool
  private let flight = SingleFlight<Value>()
  /// The latest document. Reading it doesn't wait for this actor, which would serialize verifications.
  private let memory = Guarded<Entry?>(nil)
  private var outage: (date: Date, failure: StepFailure)?
  /// For each reason, the start of the last request that didn't help.
  private var uselessRequests: [Reason: Date] = [:]
  /// The request in progress.
  private var loading: Int?
  private var requests = 0

  /// - Parameters:
  ///   - countsAsOutage: Whether a failure means that the document can't be fetched now, rather than that it is wrong.
  ///   - load: Fetches the document.
  init(
    _ policy: Policy, now: @escaping @Sendable () -> Date,
    countsAsOutage: @escaping @Sendable (StepFailure) -> Bool = { $0 != .cancelled },
    load: @escaping @Sendable () async throws(StepFailure) -> (Value, lifetime: TimeInterval)
  ) {
    (self.policy, self.now, self.countsAsOutage, self.load) = (policy, now, countsAsOutage, load)
  }

  /// The latest document, regardless of its age.
  nonisolated var kept: Entry? { memory.withLock { $0 } }

  /// The document.
  ///
  /// - Parameter old: Returns whether an older document is acceptable while the server can't be reached.
  /// - Throws: The failure of the request.
  nonisolated func value(orOld old: @Sendable (Value) -> Bool = { _ in true }) async throws(StepFailure) -> Value {
    if let kept, kept.isFresh(at: now()) { return kept.value }
    return try await renewed(orOld: old)
  }

  private func renewed(orOld old: @Sendable (Value) -> Bool) async throws(StepFailure) -> Value {
    let kept = kept
    // Another task may have fetched the document while this one waited for the actor.
    if let kept, kept.isFresh(at: now()) { return kept.value }
    guard let kept, kept.isWithin(kept.lifetime + policy.grace, at: now()) else { return try await fetch() }
    do throws(StepFailure) {
      if let outage, isWithin(policy.cooldown, since: outage.date) { throw outage.failure }
      return try await fetch()
    } catch {
      guard countsAsOutage(error), old(kept.value) else { throw error }
      return kept.value
    }
  }

  /// Fetches the document again because the current one may be outdated. Attackers can cause any number of such calls,
  /// so a cooldown applies to each reason.
  ///
  /// - Parameters:
  ///   - isSettled: Whether a document that was fetched a moment ago makes another request unnecessary.
  ///   - helps: Returns whether the new document solves the caller's problem.
  func refetch(
    because reason: Reason, isSettled: Bool, helps: @Sendable (Value) -> Bool
  ) async throws(StepFailure) -> Refetch {
    // Another caller's request may have ended since this caller read the document.
    if let kept, helps(kept.value), kept.isFresh(at: now()) { return .value(kept.value) }
    if isSettled, let kept, kept.isWithin(policy.cooldown, at: now()) { return .unchanged }
    if let outage, isWithin(policy.cooldown, since: outage.date) { return .outage(outage.failure) }
    let begun = now()
    // A call during a request waits for its result.
    if loading == nil {
      if let date = uselessRequests[reason], isWithin(policy.cooldown, since: date) { return .unchanged }
      uselessRequests[reason] = begun
    }
    let value: Value
    do throws(StepFailure) { value = try await fetch() } catch {
      // A canceled task doesn't know whether the request helps, so other tasks may try again.
      if error == .cancelled { uselessRequests[reason] = nil }
      throw error
    }
    guard helps(value) else {
      uselessRequests[reason] = begun
      return .unchanged
    }
    uselessRequests[reason] = nil
    return .value(value)
  }

  private func isWithin(_ span: TimeInterval, since date: Date) -> Bool {
    (0..<span).contains(now().timeIntervalSince(date))
  }

  private func fetch() async throws(StepFailure) -> Value {
    if loading == nil {
      if let outage, isWithin(policy.firstCooldown, since: outage.date) { throw outage.failure }
      requests += 1
      loading = requests
    }
    let mine = requests
    // The request may have been canceled.
    defer { endLoading(mine) }
    return try await flight.value { () async throws(StepFailure) in try await self.loaded(mine) }
  }

  /// A canceled request may end late, during another one.
  private func endLoading(_ number: Int) {
    if loading == number { loading = nil }
  }

  /// Runs once for all waiting tasks. Later calls find the stored document.
  private func loaded(_ number: Int) async throws(StepFailure) -> Value {
    defer { endLoading(number) }
    do throws(StepFailure) {
      let (value, lifetime) = try await load()
      let kept = Entry(value: value, fetched: now(), lifetime: lifetime)
      memory.withLock { $0 = kept }
      outage = nil
      return value
    } catch {
      if countsAsOutage(error) { outage = (now(), error) }
      throw error
    }
  }
}
