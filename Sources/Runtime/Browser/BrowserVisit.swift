import Foundation

/// One visit of the user's browser to a page of the provider from which it doesn't return.
struct BrowserVisit: Sendable {
  private enum Event: Sendable {
    case opened
    case failed(BrowserFailure)
    case timedOut
  }

  let timeout: Duration
  let browser: any Browser
  let pages: CallbackPages
  let clock: any Clock<Duration>

  /// Opens the page. Its URL may contain an ID token, so a browser that a command starts gets a one-time URL, and this
  /// method waits until the browser has requested it.
  ///
  /// - Throws: The failure of the browser, ``BrowserFailure/timedOut(lastRejection:toRegister:)``, or
  ///   ``AuthFailure/cancelled``.
  func open(_ url: URL) async throws(StepFailure) {
    guard !Task.isCancelled else { throw .cancelled }
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let launch = BrowserLaunch(
      pages: pages, report: { continuation.yield(.failed($0)) }, opened: { continuation.yield(.opened) })
    // An unstructured task: a browser that ignores cancellation must not delay the end of the sign-out.
    let opening = Task { [browser] in
      await BrowserLaunch.$current.withValue(launch) {
        do throws(BrowserFailure) {
          try await browser.open(url)
          // A command may end before its browser requests the one-time URL.
          if !launch.hasPage { continuation.yield(.opened) }
        } catch {
          continuation.yield(.failed(error))
        }
      }
    }
    let timing = Task { [clock, timeout] in
      // A day is enough, and clocks overflow on the longest durations.
      do { try await clock.sleep(for: min(timeout, .seconds(86_400))) } catch { return }
      continuation.yield(.timedOut)
    }
    var end: Event?
    for await event in events {
      end = event
      break
    }
    opening.cancel()
    timing.cancel()
    await launch.close()
    switch end {
    case .opened?: return
    case .failed(let failure)?: throw .browser(failure)
    case .timedOut?: throw .browser(.timedOut(lastRejection: nil))
    case nil: throw .cancelled
    }
  }
}
