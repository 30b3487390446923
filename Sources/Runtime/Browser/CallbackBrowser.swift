import Foundation

/// A browser that sees the provider's redirect and returns the callback itself, so no other app can receive it. On Apple's
/// platforms, `WebAuthenticationBrowser` is one.
///
/// Use it with ``Redirect/url(_:afterSignOut:)-(URL,_)``. The app doesn't need to call ``AuthClient/handle(_:)``. If the
/// operating system delivers the callback there as well, the first one counts.
public protocol CallbackBrowser: Browser {
  /// Shows a page, and waits until the provider redirects to the callback's address.
  ///
  /// Canceling the task closes the page.
  ///
  /// - Parameters:
  ///   - url: The page. It contains a one-time state, so don't log its query.
  ///   - address: The callback URL, without the response's parameters.
  /// - Returns: The callback with its parameters, or `nil` if the user closed the page, which cancels the sign-in.
  /// - Throws: ``BrowserFailure/noBrowser(_:)`` if the page can't be shown. The sign-in then fails with
  ///   ``AuthFailure/browser(_:)``.
  func open(_ url: URL, returningTo address: URL) async throws(BrowserFailure) -> URL?
}

extension CallbackBrowser {
  /// Always throws, because this browser doesn't support pages that return in another way, such as to a loopback address.
  ///
  /// - Throws: ``BrowserFailure/noBrowser(_:)``.
  public func open(_ url: URL) async throws(BrowserFailure) {
    throw .noBrowser("this browser returns the callback itself; use Redirect.url(_:) instead of a loopback address")
  }
}

/// Passes the callback of a ``CallbackBrowser`` to the sign-in that waits for it.
struct CallbackBrowserAdapter: Browser {
  let browser: any CallbackBrowser
  let address: URL
  /// Delivers the callback.
  let deliver: @Sendable (_ callback: URL) async throws(CallbackRejection) -> Void
  /// Ends the wait. `rejection` is `nil` if the user closed the page. Otherwise the callback was rejected, and there won't be
  /// another one.
  let end: @Sendable (_ rejection: CallbackRejection?) -> Void

  func open(_ url: URL) async throws(BrowserFailure) {
    guard let callback = try await browser.open(url, returningTo: address) else { return end(nil) }
    do throws(CallbackRejection) { try await deliver(callback) } catch { end(error) }
  }
}
