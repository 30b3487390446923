import AuthRuntime
import Foundation

/// Prints the URL on standard error, and opens it unless that's turned off. If the browser can't be opened, it prints a
/// note and keeps waiting, because the user may open the page elsewhere, such as through a tunnel.
struct AnnouncingBrowser: Browser {
  let opensBrowser: Bool
  /// The URLs to register for the return, or `nil` not to show them.
  var callbackURLs: [String]?
  /// The advice if the browser can't be opened.
  var alternative = "if the provider supports it, --device signs in on another device"

  func open(_ url: URL) async throws(BrowserFailure) {
    StandardError.print("Open this page in a browser on this machine:\n\n  \(url.absoluteString)\n")
    if let callbackURLs { ReturnNotice.show(callbackURLs) }
    guard opensBrowser else { return }
    do {
      try await SystemBrowser().open(url)
    } catch {
      let failure = AuthFailure<AnyErrorCode>.browser(error)
      StandardError.print("(\(failure); \(alternative))")
    }
  }
}
