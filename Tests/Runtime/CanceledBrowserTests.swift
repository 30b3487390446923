import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Sign-ins whose task is canceled before the browser opens.
@Suite(.timeLimit(.minutes(1))) struct `A canceled task` {
  /// Runs an operation in a canceled task.
  private func failure<Failure: Error>(
    inCanceledTask operation: @escaping @Sendable () async throws(Failure) -> Void
  ) async -> Failure? {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(Failure) {
        try await operation()
        return nil
      } catch {
        return error
      }
    }.value
  }

  #if Loopback
    @Test func `A canceled sign-in doesn't listen on a port`() async throws {
      let taken = try await TakenPort.take(at: "127.0.0.1")
      let trip = BrowserRoundTrip(
        redirect: .loopback(port: taken.port), purpose: .signIn, timeout: .seconds(60),
        browser: VisitingBrowser { _ in }, pages: CallbackPages(), clock: GatedClock(), delivered: DeliveredCallbacks(),
        loopback: .init(), console: .init())
      let plan = { @Sendable (_: String) async throws(StepFailure) -> BrowserRoundTrip.Plan<String> in
        throw .callback(.unexpected)
      }
      let signIn = { @Sendable () async throws(StepFailure) in _ = try await trip.make(plan) }
      #expect(await failure(inCanceledTask: signIn) == .cancelled)
      await #expect(throws: StepFailure.browser(.portsTaken(taken.port...taken.port))) { try await signIn() }
      await taken.release()
    }
  #endif

  @Test func `A canceled wait for a callback doesn't open the browser`() async throws {
    let page = try #require(URL(string: "https://id.example/authorize"))
    let (released, continuation) = AsyncStream.makeStream(of: Void.self)
    let opened = Locked(false)
    let found = await failure { [signal = ReleaseSignal(continuation)] () throws(StepFailure) in
      let browser = VisitingBrowser { _ in withExtendedLifetime(signal) { opened.withLock { $0 = true } } }
      let wait = CallbackWait<String> { query throws(StepFailure) in query }
      _ = try await wait.outcome(opening: page, with: browser, within: .seconds(60), clock: GatedClock())
    }
    #expect(found == .cancelled)
    // A task that opens the browser would keep it until then.
    for await _ in released {}
    #expect(!opened.value)
  }

  #if os(Linux)
    @Test func `A canceled task doesn't start a browser command`() async throws {
      let page = try #require(URL(string: "https://id.example/authorize"))
      // Linux can't start a program with a variable of this length.
      let long = String(repeating: "a", count: 200_000)
      let browser = SystemBrowser(environment: ["BROWSER": "true", "PATH": "/usr/bin:/bin", "LONG": long])
      let open = { @Sendable () async throws(BrowserFailure) in try await browser.open(page) }
      #expect(await failure(inCanceledTask: open) == nil)
      await #expect(throws: BrowserFailure.noBrowser("true can't be started")) { try await open() }
    }
  #endif
}
