#if !os(Windows)
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `The wait for a lock` {
    private static let timeout = StoreFailure.unavailable("another process keeps a.lock locked")

    private static func wait(
      upTo limit: Duration, pauses: ClosedRange<Duration>, _ clock: any Clock<Duration>
    ) -> LockWait {
      LockWait(
        for: "a.lock", upTo: limit, pauses: pauses, clock: clock,
        timeoutReason: "another process keeps a.lock locked")
    }

    @Test func `Each pause is twice as long as the one before, up to the longest`() async throws {
      let clock = RecordingClock()
      var wait = Self.wait(upTo: .seconds(60), pauses: .milliseconds(10)...(.milliseconds(50)), clock)
      for _ in 0..<5 { try await wait.pause() }
      #expect(clock.slept.value == [10, 20, 40, 50, 50].map { .milliseconds($0) })
      #expect(wait.waited == .milliseconds(170))
    }

    @Test func `An adjusted pause doesn't change the later ones`() async throws {
      let clock = RecordingClock()
      var wait = Self.wait(upTo: .seconds(60), pauses: .milliseconds(10)...(.milliseconds(50)), clock)
      for _ in 0..<2 { try await wait.pause { $0 / 2 } }
      try await wait.pause()
      #expect(clock.slept.value == [5, 10, 40].map { .milliseconds($0) })
      #expect(wait.waited == .milliseconds(55))
    }

    @Test func `The wait fails as soon as its pauses exceed the limit`() async throws {
      let clock = RecordingClock()
      var wait = Self.wait(upTo: .milliseconds(20), pauses: .milliseconds(10)...(.milliseconds(10)), clock)
      try await wait.pause()
      try await wait.pause()
      await #expect(throws: Self.timeout) { try await wait.pause() }
      #expect(clock.slept.value.count == 3)
    }

    @Test func `A canceled wait names the lock`() async {
      var wait = Self.wait(
        upTo: .seconds(60), pauses: .milliseconds(10)...(.milliseconds(10)), RecordingClock(limit: 0))
      await #expect(throws: StoreFailure.unavailable("waiting for a.lock was canceled")) { try await wait.pause() }
      #expect(wait.waited == .zero)
    }

    @Test(arguments: [(1, 300), (100, 400)])
    func `The wait for a file lasts for four holds, but at least five minutes`(
      hold: Int, limit: Int
    ) async throws {
      var wait = LockWait(
        forFile: "a.lock", heldFor: .seconds(hold), pauses: .seconds(10)...(.seconds(10)), clock: RecordingClock())
      for _ in 0..<(limit / 10) { try await wait.pause() }
      await #expect(throws: Self.timeout) { try await wait.pause() }
    }
  }
#endif
