import Foundation

/// The one-time URLs that redirect to a page while a sign-in or sign-out is waiting.
///
/// Other users of a machine can read a browser's command line. A browser that is started by a command therefore gets a one-time
/// URL on `127.0.0.1`, which redirects to the page.
final class BrowserLaunch: Sendable {
  /// The launch for the sign-in or sign-out that is opening a browser, or `nil` if there isn't one.
  @TaskLocal static var current: BrowserLaunch?

  private let pages: CallbackPages
  private let report: @Sendable (BrowserFailure) -> Void
  private let opened: @Sendable () -> Void
  /// The pages in use, or `nil` when the sign-in has ended.
  private let open = Guarded<[LaunchPage]?>([])

  /// - Parameters:
  ///   - pages: The text and style of the page that is sent for a rejected request.
  ///   - report: Ends the wait, because something other than the user's browser requested a one-time URL.
  ///   - opened: Called when a browser has received the page's URL.
  init(
    pages: CallbackPages = CallbackPages(), report: @escaping @Sendable (BrowserFailure) -> Void,
    opened: @escaping @Sendable () -> Void = {}
  ) {
    (self.pages, self.report, self.opened) = (pages, report, opened)
  }

  /// Whether a browser was started with a one-time URL.
  var hasPage: Bool { open.withLock { !($0 ?? []).isEmpty } }

  /// Creates a one-time URL for a page and listens for its request.
  ///
  /// - Parameter rule: Decides which processes may get the page's URL.
  /// - Returns: `nil` in a build without the `Loopback` trait.
  /// - Throws: ``BrowserFailure/noBrowser(_:)`` if no port is free or the sign-in has ended.
  func page(for url: URL, rule: LaunchPeerRule) async throws(BrowserFailure) -> LaunchPage? {
    #if Loopback
      let page = try await LaunchPage.listen(for: url, rule: rule, pages: pages, report: report, opened: opened)
      let isInTime = open.withLock { open in
        open?.append(page)
        return open != nil
      }
      if isInTime { return page }
      await page.close()
      throw .noBrowser("the sign-in has ended")
    #else
      return nil
    #endif
  }

  /// Stops listening for all one-time URLs.
  func close() async {
    let pages = open.withLock { open in
      defer { open = nil }
      return open ?? []
    }
    for page in pages { await page.close() }
  }
}
