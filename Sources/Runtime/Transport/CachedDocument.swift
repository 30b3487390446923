import Foundation

/// A document that a server publishes, such as its keys: fetched when needed, by one request for all who wait, and used again
/// within its lifetime.
///
/// - `Doubt`: Why a document that is still good may have to be fetched again.
actor CachedDocument<Value: Sendable, Doubt: Hashable & Sendable> {
  struct Policy: Sendable {
    /// How long after its lifetime a document still serves while the server can't be reached.
    var grace: TimeInterval = 86_400
    /// After a failed request, or one that didn't help, the server isn't asked again for so long if there is a document.
    var cooldown: TimeInterval = 10
    /// The same if there is no document.
    var firstCooldown: TimeInterval = 0
  }

  /// A document, and how long it may be used.
  struct Kept: Sendable {
    let value: Value
    let fetched: Date
    let lifetime: TimeInterval

    /// A clock that was set back makes an age negative. That is no reason to keep anything.
    func isWithin(_ span: TimeInterval, at now: Date) -> Bool { (0..<span).contains(now.timeIntervalSince(fetched)) }

    func isFresh(at now: Date) -> Bool { isWithin(lifetime, at: now) }
  }

  /// What another request brought.
  enum Again: Sendable {
    case value(Value)
    /// Nothing new, or the server was asked a moment ago.
    case unchanged
    /// The server couldn't be reached a moment ago.
    case outage(StepFailure)
  }

  private let policy: Policy
  private let now: @Sendable () -> Date
  private let load: @Sendable () async throws(StepFailure) -> (Value, lifetime: TimeInterval)
  private let countsAsOutage: @Sendable (StepFailure) -> Bool
  private let flight = SingleFlight<Value>()
  /// Read without waiting for this actor, where verifications on several cores would meet.
  private let memory = Guarded<Kept?>(nil)
  private var outage: (date: Date, failure: StepFailure)?
  /// When a request for that reason last began without having helped.
  private var asked: [Doubt: Date] = [:]
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

  /// The latest document, whatever its age.
  nonisolated var kept: Kept? { memory.withLock { $0 } }

  /// The document.
  ///
  /// - Parameter old: Whether an older one serves as well while the server can't be reached.
  /// - Throws: Why the document can't be fetched.
  func value(orOld old: @Sendable (Value) -> Bool = { _ in true }) async throws(StepFailure) -> Value {
    let kept = kept
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

  /// Fetches the document once more because of a doubt about the one that is there. Strangers can raise any number of doubts, so
  /// the server is asked about each kind of doubt once in a while.
  ///
  /// - Parameters:
  ///   - isSettled: Whether a document that was fetched a moment ago leaves no such doubt.
  ///   - helps: Whether the new document removes the doubt.
  func again(
    because doubt: Doubt, isSettled: Bool, helps: @Sendable (Value) -> Bool
  ) async throws(StepFailure) -> Again {
    if isSettled, let kept, kept.isWithin(policy.cooldown, at: now()) { return .unchanged }
    if let outage, isWithin(policy.cooldown, since: outage.date) { return .outage(outage.failure) }
    let begun = now()
    // Who comes during a request waits for what that brings.
    if loading == nil {
      if let date = asked[doubt], isWithin(policy.cooldown, since: date) { return .unchanged }
      asked[doubt] = begun
    }
    let value: Value
    do throws(StepFailure) { value = try await fetch() } catch {
      // Who gives up hasn't seen whether the request helps, and keeps nobody else from trying.
      if error == .cancelled { asked[doubt] = nil }
      throw error
    }
    asked[doubt] = helps(value) ? nil : begun
    return helps(value) ? .value(value) : .unchanged
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
    // The request may have been given up.
    defer { endLoading(mine) }
    return try await flight.value { () async throws(StepFailure) in try await self.loaded(mine) }
  }

  /// A request that was given up ends late, perhaps during another one.
  private func endLoading(_ number: Int) {
    if loading == number { loading = nil }
  }

  /// Runs once for all who wait. Who comes after its end finds what it brought.
  private func loaded(_ number: Int) async throws(StepFailure) -> Value {
    defer { endLoading(number) }
    do throws(StepFailure) {
      let (value, lifetime) = try await load()
      let kept = Kept(value: value, fetched: now(), lifetime: lifetime)
      memory.withLock { $0 = kept }
      outage = nil
      return value
    } catch {
      if countsAsOutage(error) { outage = (now(), error) }
      throw error
    }
  }
}
