import Foundation

/// A browser that sees where the provider sends the user, and brings the callback itself: no other app can take it.
/// `WebAuthenticationBrowser` is one, on Apple's platforms.
///
/// It goes with ``Redirect/url(_:afterSignOut:)-(URL,_)``. The app need not hand anything to ``AuthClient/handle(_:)``; if the
/// operating system brings the callback there all the same, the first one counts.
public protocol CallbackBrowser: Browser {
  /// Shows a page, and waits until the provider sends the user to the callback's address.
  ///
  /// Ends when its task is cancelled, which takes the page away.
  ///
  /// - Parameters:
  ///   - url: The page. It holds a one-time state: do not log its query.
  ///   - address: Where the provider sends the user back to, before it adds its answer.
  /// - Returns: The callback with the answer; `nil` when the user has closed the page, which cancels the sign-in.
  func open(_ url: URL, returningTo address: URL) async throws(BrowserFailure) -> URL?
}

extension CallbackBrowser {
  /// For a page that leads back in another way, as a loopback address does.
  public func open(_ url: URL) async throws(BrowserFailure) {
    throw .noBrowser("this browser brings the callback itself: use Redirect.url(_:), not a loopback address")
  }
}

/// Hands what a ``CallbackBrowser`` brings to the sign-in that waits for it.
struct CallbackBrowserAdapter: Browser {
  let browser: any CallbackBrowser
  let address: URL
  /// Takes the callback.
  let deliver: @Sendable (_ callback: URL) async throws(CallbackRejection) -> Void
  /// Ends the wait: the user closed the page (`nil`), or what came is not the answer, and nothing else will come.
  let end: @Sendable (_ rejection: CallbackRejection?) -> Void

  func open(_ url: URL) async throws(BrowserFailure) {
    guard let callback = try await browser.open(url, returningTo: address) else { return end(nil) }
    do throws(CallbackRejection) { try await deliver(callback) } catch { end(error) }
  }
}
