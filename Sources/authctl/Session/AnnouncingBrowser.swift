import AuthRuntime
import Foundation

/// Prints the URL on standard error, and opens it unless that is not wanted. A terminal may have no browser, so a
/// browser that cannot be opened is a remark and the wait goes on: the page may be opened elsewhere, over a tunnel.
struct AnnouncingBrowser: Browser {
  let opensBrowser: Bool
  /// The addresses that must be registered for the way back; `nil` if they aren't shown.
  var callbackURLs: [String]?

  func open(_ url: URL) async throws(BrowserFailure) {
    StandardError.print("Open this page in a browser on this machine:\n\n  \(url.absoluteString)\n")
    if let callbackURLs { ReturnNotice.show(callbackURLs) }
    guard opensBrowser else { return }
    do {
      try await SystemBrowser().open(url)
    } catch {
      let failure = AuthFailure<AnyErrorCode>.browser(error)
      StandardError.print("(\(failure); where the provider has it, --device signs in on another device)")
    }
  }
}
