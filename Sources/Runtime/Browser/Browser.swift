import Foundation

/// Shows a page to the user, in a browser that the app cannot look into (RFC 8252 §8.12).
public protocol Browser: Sendable {
  /// Opens the URL. Returning early is fine: the sign-in waits for the callback, not for the browser.
  ///
  /// The URL holds a one-time state: do not log its query, and don't put it on a command line, which other users of the machine
  /// can read. To run a command of your own, let ``SystemBrowser`` do it: `SystemBrowser(environment: ["BROWSER": …])`.
  func open(_ url: URL) async throws(BrowserFailure)
}
