import Foundation

/// What most callers need, seen without the actor: thousands who go there at once would wait for one another.
extension Session {
  struct AtHand: Sendable {
    /// The credential as it is; none while something has to be done first, which is for the actor to know.
    var lease: Lease?
    /// The refreshes that run.
    var flights: [Purpose: RefreshFlight] = [:]
  }

  /// What a caller finds there.
  enum Found: Sendable {
    case lease(Lease)
    case refresh(RefreshFlight)
  }

  /// A token that is good, or the refresh that brings one, which begins now if need be; `nil` when ``valid(_:by:)`` is to be asked.
  nonisolated func find(_ need: TokenNeed, by renewal: @Sendable () -> Renewal?) -> Found? {
    let date = now()
    guard let lease = atHand.withLock({ $0.lease }) else { return nil }
    if let end = lease.end, end <= date { return nil }
    guard let token = lease.credential.token(for: need.wish), token.isGood(for: need.duration, at: date) else {
      return flight(lease, need, by: renewal).map { .refresh($0) }
    }
    guard lease.credential.unansweredRefresh == nil, token.isGood(for: need.early, at: date) else { return nil }
    return .lease(lease)
  }

  /// The credential as it is in memory.
  func currentLease() -> Lease? {
    putAtHand()
    return atHand.withLock { $0.lease } ?? credential.map { Lease($0, generation) }
  }

  /// Shows the credential as it is; but one that the store has not taken yet is stored first, by whoever asks.
  func putAtHand() {
    guard let credential, !isUnsaved else { return }
    atHand.withLock { [generation] atHand in
      if atHand.lease == nil { atHand.lease = Lease(credential, generation) }
    }
  }

  /// What is changed here is shown again when the change is whole.
  func takeAway() {
    atHand.withLock { $0.lease = nil }
  }
}
