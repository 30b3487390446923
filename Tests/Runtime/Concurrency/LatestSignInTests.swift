import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The sign-in that started last` {
  private let patience = GatedClock()
  private let work = GatedClock()

  @Test func `Ending the sign-ins in several steps doesn't cancel one in a single step`() async throws {
    let latest = LatestSignIn(clock: patience)
    let signIn = Task {
      try await latest.run { () throws(StepFailure) in
        do { try await work.sleep(until: .now, tolerance: nil) } catch { throw .cancelled }
        return "signed in"
      }
    }
    await work.sleeper()
    await latest.endSteps()
    work.open()
    #expect(try await signIn.value == "signed in")
  }

  @Test func `A sign-in that is canceled while it waits for an older one never starts`() async throws {
    let latest = LatestSignIn(clock: patience)
    // A browser that ignores cancellation.
    let older = Task {
      try await latest.run { () throws(StepFailure) in
        await Task { try? await work.sleep(until: .now, tolerance: nil) }.value
        return "signed in"
      }
    }
    await work.sleeper()
    let hasStarted = Locked(false)
    let newer = Task { try await latest.run { () throws(StepFailure) in hasStarted.withLock { $0 = true } } }
    await patience.sleeper()
    newer.cancel()
    work.open()
    await #expect(throws: StepFailure.cancelled) { try await newer.value }
    #expect(!hasStarted.value)
    #expect(try await older.value == "signed in")
  }
}
