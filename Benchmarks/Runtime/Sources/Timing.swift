/// Compares two functions that do the same work.
struct Timing {
  /// The microseconds of one call of the work and of its reference, in the round with the least disturbance.
  let own: Double
  let reference: Double

  /// Runs both in turn, so that a busy moment of the machine affects both. A turn only takes a few milliseconds, so
  /// that at least one turn isn't interrupted.
  ///
  /// - Parameters:
  ///   - rounds: The number of turns for each.
  ///   - calls: The number of calls in a turn.
  init(
    rounds: Int = 200, calls: Int = 40, of work: () async throws -> Void, against other: () async throws -> Void
  ) async throws {
    var (own, reference) = (Double.infinity, Double.infinity)
    for _ in 0..<rounds {
      own = min(own, try await Self.microseconds(calls, work))
      reference = min(reference, try await Self.microseconds(calls, other))
    }
    (self.own, self.reference) = (own, reference)
  }

  private static func microseconds(_ calls: Int, _ work: () async throws -> Void) async throws -> Double {
    let elapsed = try await ContinuousClock().measure { for _ in 0..<calls { try await work() } }
    return elapsed / .microseconds(1) / Double(calls)
  }
}
