import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The time limit of a request` {
  @Test func `A response that takes longer than the limit is canceled`() async throws {
    let (dripped, time) = (Locked(false), GatedClock())
    time.open()
    await #expect(throws: TimeLimit.Exceeded.self) {
      try await TimeLimit.run(.seconds(30), clock: time) {
        do { try await GatedClock().sleep(until: .now, tolerance: nil) } catch {
          dripped.withLock { $0 = Task.isCancelled }
          throw error
        }
      }
    }
    #expect(dripped.value)
  }

  @Test func `A result or an error before the limit is returned unchanged`() async throws {
    #expect(try await TimeLimit.run(.seconds(30), clock: GatedClock()) { 1 } == 1)
    await #expect(throws: TransportFailure.tooLarge) {
      try await TimeLimit.run(.seconds(30), clock: GatedClock()) { throw TransportFailure.tooLarge }
    }
  }

  @Test func `A canceled task starts nothing`() async {
    let hasStarted = Locked(false)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await TimeLimit.run(.seconds(30), clock: GatedClock()) { hasStarted.withLock { $0 = true } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!hasStarted.value)
  }

  @Test func `A time limit may be longer than a clock can count, but ends after a day`() async throws {
    #expect(try await TimeLimit.run(.seconds(Int64.max), clock: GatedClock()) { 1 } == 1)
    let time = ImmediateClock(upTo: .seconds(1_000_000_000))
    await #expect(throws: TimeLimit.Exceeded.self) {
      try await TimeLimit.run(.seconds(Int64.max), clock: time) {
        try await GatedClock().sleep(until: .now, tolerance: nil)
      }
    }
    #expect(time.waited.allSatisfy { $0 <= .seconds(86_400) } && time.waited.count == 1)
  }
}
