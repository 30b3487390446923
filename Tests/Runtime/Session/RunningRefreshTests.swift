import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A caller of a running refresh` {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `A caller that is canceled just after the refresh has ended gets the token`() async throws {
    let (refresh, executor) = (RunningRefresh(), HeldExecutor())
    let caller = Task(executorPreference: executor) { try await refresh.value().credential }
    await executor.run()
    // The result is on its way to the caller, and the caller isn't waiting anymore.
    refresh.complete(.success(Session.Lease(.test("new"), 0)))
    caller.cancel()
    await executor.run()
    #expect(try await caller.value == .test("new"))
  }
}
