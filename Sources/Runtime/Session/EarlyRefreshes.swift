import Foundation

/// Decides when to attempt a refresh that no caller needs yet: a further attempt after a lost response, or a refresh
/// that the provider advises before the token expires.
final class EarlyRefreshes: Sendable {
  /// The time between two attempts, in seconds.
  private static let pause: TimeInterval = 10

  private struct State: Sendable {
    var isRefreshing = false
    var lastAttempt: Attempt?
  }

  private struct Attempt: Sendable {
    let generation: Int
    let date: Date
  }

  private let state = Guarded(State())

  /// Whether a refresh is useful although the token is still valid.
  static func isUseful(_ credential: Credential, _ requirement: TokenRequirement, at date: Date) -> Bool {
    // An exchange can't confirm the session's own refresh.
    credential.unconfirmedRefresh != nil && requirement.derivedRequest?.exchange == nil
      || credential.token(for: requirement.derivedRequest)?.isGood(for: requirement.early, at: date) == false
  }

  /// Starts an attempt if one is due. A caller with a valid token doesn't wait for a refresh that is running.
  func start(of generation: Int, at date: Date) -> Bool {
    state.withLock { state in
      if state.isRefreshing { return false }
      if let last = state.lastAttempt, last.generation == generation,
        // If the clock was set back, the next attempt isn't postponed.
        abs(date.timeIntervalSince(last.date)) <= Self.pause
      {
        return false
      }
      state.lastAttempt = Attempt(generation: generation, date: date)
      return true
    }
  }

  /// Postpones the next attempt.
  func note(of generation: Int, at date: Date) {
    state.withLock { $0.lastAttempt = Attempt(generation: generation, date: date) }
  }

  /// Makes the next attempt due immediately.
  func forget() {
    state.withLock { $0.lastAttempt = nil }
  }

  func setRefreshing(_ isRefreshing: Bool) {
    state.withLock { $0.isRefreshing = isRefreshing }
  }
}
