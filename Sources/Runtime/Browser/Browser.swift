import Foundation

/// A browser that shows a page to the user. The app can't read its content (RFC 8252 §8.12).
public protocol Browser: Sendable {
  /// Opens the URL. This method may return early, because the sign-in waits for the callback and not for the browser.
  ///
  /// The URL contains a one-time state. Don't log its query, and don't pass it on a command line, which other users of the
  /// machine can read. To run another command, use ``SystemBrowser``: `SystemBrowser(environment: ["BROWSER": …])`.
  ///
  /// - Throws: ``BrowserFailure/noBrowser(_:)`` if the page can't be opened. The sign-in then fails with
  ///   ``AuthFailure/browser(_:)``.
  func open(_ url: URL) async throws(BrowserFailure)
}
