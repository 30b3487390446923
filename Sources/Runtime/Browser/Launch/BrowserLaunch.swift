import Foundation

/// The one-time addresses that stand for a page while a sign-in or sign-out waits.
///
/// Other users of a machine can read the command line of a browser. A browser that is started with a command therefore gets a
/// one-time address on `127.0.0.1`, which redirects it to the page.
final class BrowserLaunch: Sendable {
  /// The launch of the sign-in or sign-out whose browser opens; `nil` outside of one.
  @TaskLocal static var current: BrowserLaunch?

  private let pages: CallbackPages
  private let report: @Sendable (BrowserFailure) -> Void
  /// The addresses in use; `nil` when the sign-in is over.
  private let open = Guarded<[LaunchPage]?>([])

  /// - Parameters:
  ///   - pages: The texts of the page that a rejected request gets.
  ///   - report: Ends the wait, because something other than the user's browser asked for an address.
  init(pages: CallbackPages = CallbackPages(), report: @escaping @Sendable (BrowserFailure) -> Void) {
    (self.pages, self.report) = (pages, report)
  }

  /// Listens at a new one-time address.
  ///
  /// - Parameter rule: Decides which processes may fetch the page's address.
  /// - Returns: `nil` in a build without the `Loopback` trait.
  /// - Throws: ``BrowserFailure/noBrowser(_:)`` if no port can be bound or the sign-in is over.
  func page(for url: URL, rule: LaunchPeerRule) async throws(BrowserFailure) -> LaunchPage? {
    #if Loopback
      let page = try await LaunchPage.listen(for: url, rule: rule, pages: pages, report: report)
      let isInTime = open.withLock { open in
        open?.append(page)
        return open != nil
      }
      if isInTime { return page }
      await page.close()
      throw .noBrowser("the sign-in is over")
    #else
      return nil
    #endif
  }

  /// Stops listening at every address.
  func close() async {
    let pages = open.withLock { open in
      defer { open = nil }
      return open ?? []
    }
    for page in pages { await page.close() }
  }
}
