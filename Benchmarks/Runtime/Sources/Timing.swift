/// Compares two pieces of work that do the same.
struct Timing {
  /// Microseconds that one call of the work, and one of its reference, took in the round that was disturbed least.
  let own: Double
  let reference: Double

  /// Both take turns, so that a busy moment of the machine meets both. A turn is short, some milliseconds: among many
  /// there is one that nothing interrupts.
  ///
  /// - Parameters:
  ///   - rounds: How often each has its turn.
  ///   - calls: How many calls make a turn.
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
