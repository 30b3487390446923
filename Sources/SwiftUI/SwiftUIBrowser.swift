#if canImport(AuthenticationServices) && canImport(SwiftUI)
  import AuthRuntime
  import AuthenticationServices
  import Foundation
  import SwiftUI

  /// The system's sign-in page, shown by SwiftUI's `webAuthenticationSession` (Apple: `WebAuthenticationSession`).
  ///
  /// SwiftUI chooses the window, so this browser also works in apps with several windows. Create one browser for the app, and
  /// set ``session`` in the view that signs in:
  ///
  /// ```swift
  /// import AuthSwiftUI
  ///
  /// let browser = SwiftUIBrowser()
  ///
  /// struct SignInButton: View {
  ///   @Environment(\.webAuthenticationSession) private var session
  ///   @EnvironmentObject private var model: AuthModel<Auth0>
  ///
  ///   var body: some View {
  ///     Button("Sign in") {
  ///       browser.session = session
  ///       Task { await model.signIn { try await $0.signIn() } }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// `https` callbacks require iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, or visionOS 1.1, as with
  /// `WebAuthenticationBrowser`. Whether the page closes when the sign-in is canceled depends on the system.
  ///
  /// This type was run on Linux with a simulated screen (`scripts/check-platforms --behavior`), but **not on Apple's
  /// platforms**.
  @available(iOS 16.4, macOS 13.3, tvOS 16.4, watchOS 9.4, *)
  @MainActor public final class SwiftUIBrowser: CallbackBrowser {
    /// The value of `webAuthenticationSession` in the environment of the view that signs in.
    public var session: WebAuthenticationSession?
    private let isEphemeral: Bool

    /// Creates a browser.
    ///
    /// - Parameter isEphemeral: Whether the page starts without cookies and discards its cookies afterward. The user then signs
    ///   in again each time, and the system doesn't ask whether the app may use the provider's site.
    nonisolated public init(isEphemeral: Bool = false) {
      self.isEphemeral = isEphemeral
    }

    /// - Throws: `BrowserFailure.noBrowser(_:)` if ``session`` isn't set, the system rejects the session, or the system is too
    ///   old for an `https` callback.
    public func open(_ url: URL, returningTo address: URL) async throws(BrowserFailure) -> URL? {
      guard !Task.isCancelled else { return nil }
      guard let session else {
        throw .noBrowser("the session is missing; set it to webAuthenticationSession from the view's environment")
      }
      let (ends, continuation) = AsyncStream.makeStream(of: WebAuthenticationEnd.self)
      let showing = Task {
        continuation.yield(await end(of: session, url, address))
        continuation.finish()
      }
      defer { showing.cancel() }
      // A canceled sign-in ends here, even if the system doesn't close the page.
      for await end in ends { return try end.callback() }
      return nil
    }

    private func end(of session: WebAuthenticationSession, _ url: URL, _ address: URL) async -> WebAuthenticationEnd {
      let browser: WebAuthenticationSession.BrowserSession = isEphemeral ? .ephemeral : .shared
      do {
        if #available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *) {
          let callback = try await session.authenticate(
            using: url, callback: .to(address), preferredBrowserSession: browser, additionalHeaderFields: [:])
          return .callback(callback)
        }
        let callback = try await session.authenticate(
          using: url, callbackURLScheme: try address.schemeOfApp(), preferredBrowserSession: browser)
        return .callback(callback)
      } catch BrowserFailure.noBrowser(let reason) {
        return .failed(reason)
      } catch {
        return WebAuthenticationEnd(nil, error)
      }
    }
  }
#endif
