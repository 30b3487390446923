import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The time limit of an exchange` {
  @Test func `cancels a response that drips for longer`() async throws {
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

  @Test func `leaves alone what ends in time, and its errors`() async throws {
    #expect(try await TimeLimit.run(.seconds(30), clock: GatedClock()) { 1 } == 1)
    await #expect(throws: TransportFailure.tooLarge) {
      try await TimeLimit.run(.seconds(30), clock: GatedClock()) { throw TransportFailure.tooLarge }
    }
  }

  @Test func `may be longer than a clock can count`() async throws {
    #expect(try await TimeLimit.run(.seconds(Int64.max), clock: GatedClock()) { 1 } == 1)
  }
}
