import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Work that several callers share` {
  @Test func `A caller that is already canceled starts nothing`() async throws {
    let flight = SingleFlight<String>()
    let hasStarted = Locked(false)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await flight.value { () throws(StepFailure) in
        hasStarted.withLock { $0 = true }
        return "done"
      }
    }
    await #expect(throws: StepFailure.cancelled) { try await task.value }
    #expect(!hasStarted.value)
  }
}
