#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation

  /// The system's sign-in page (Apple: `ASWebAuthenticationSession`), for ``Redirect/url(_:afterSignOut:)-(URL,_)``.
  ///
  /// It shares cookies with Safari, or with the user's default browser on macOS, unless it is ephemeral. A callback with a
  /// private-use scheme needs no URL type in `Info.plist`, because the system passes it to this browser. `https` callbacks
  /// require iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, or visionOS 1.1, and a domain that is associated with the app
  /// (`webcredentials:` in Associated Domains). If the system delivers such a URL to the app instead, pass it to
  /// ``AuthClient/handle(_:)``.
  ///
  /// tvOS and watchOS have no windows to choose from. On tvOS, the page can't be ephemeral, and the system can't close it: a
  /// canceled sign-in ends immediately, but the page stays until the user closes it.
  ///
  /// This type was run on Linux with a simulated screen (`scripts/check-platforms --behavior`), but **not on Apple's
  /// platforms**.
  public struct WebAuthenticationBrowser: CallbackBrowser {
    #if !os(tvOS)
      private let isEphemeral: Bool
    #endif

    #if os(iOS) || os(macOS) || os(visionOS)
      private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?

      /// Creates a browser that shows the page in a window of the app's choice.
      ///
      /// - Parameters:
      ///   - isEphemeral: Whether the page starts without cookies and discards its cookies afterward. The user then signs in
      ///     again each time, and the system doesn't ask whether the app may use the provider's site.
      ///   - anchor: Returns the window to show the page in. It is called when the page is shown.
      public init(isEphemeral: Bool = false, anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
        (self.isEphemeral, self.anchor) = (isEphemeral, anchor)
      }

      /// Creates a browser that shows the page in the key window: on iOS and visionOS, the foreground scene's
      /// window, and on macOS, the app's. If several windows of the app can sign in, pass the window to
      /// ``init(isEphemeral:anchor:)``.
      ///
      /// App extensions don't have a key window, so opening the page fails with ``BrowserFailure/noBrowser(_:)``.
      ///
      /// - Parameter isEphemeral: Whether the page starts without cookies and discards its cookies afterward. The user then
      ///   signs in again each time, and the system doesn't ask whether the app may use the provider's site.
      public init(isEphemeral: Bool = false) {
        self.init(isEphemeral: isEphemeral) { KeyWindow.current }
      }
    #elseif os(watchOS)
      /// - Parameter isEphemeral: Whether the page starts without cookies and discards its cookies afterward. The user then
      ///   signs in again each time, and the system doesn't ask whether the app may use the provider's site.
      public init(isEphemeral: Bool = false) {
        self.isEphemeral = isEphemeral
      }
    #else
      /// Creates a browser that shows the page in full screen.
      public init() {}
    #endif

    /// - Throws: ``BrowserFailure/noBrowser(_:)`` if the app doesn't have a window, the system rejects the session, or the system
    ///   is too old for an `https` callback.
    public func open(_ url: URL, returningTo address: URL) async throws(BrowserFailure) -> URL? {
      try await show(url, address)
    }

    @MainActor private func show(_ url: URL, _ address: URL) async throws(BrowserFailure) -> URL? {
      guard !Task.isCancelled else { return nil }
      let (ends, continuation) = AsyncStream.makeStream(of: WebAuthenticationEnd.self)
      let (closed, closing) = AsyncStream.makeStream(of: Void.self)
      // Without `@Sendable` the closure would be isolated to the main actor, but the system calls it on another thread.
      let session = try Self.session(url, address) { @Sendable callback, error in
        continuation.yield(WebAuthenticationEnd(callback, error))
        continuation.finish()
        closing.finish()
      }
      let shown = PresentedSession(
        session, continuation, presenter: try prepare(session), closed: closed)
      defer { shown.leave() }
      guard await shown.takeOver(), !Task.isCancelled else { return nil }
      guard shown.start() else { throw .noBrowser("the system didn't start the sign-in") }
      // Ends without a value if the task is canceled or a newer session replaces this one.
      for await end in ends { return try end.callback() }
      return nil
    }

    /// - Returns: The object that provides the session's window. The session doesn't retain it.
    @MainActor private func prepare(_ session: ASWebAuthenticationSession) throws(BrowserFailure) -> AnyObject? {
      #if !os(tvOS)
        session.prefersEphemeralWebBrowserSession = isEphemeral
      #endif
      #if os(iOS) || os(macOS) || os(visionOS)
        guard let anchor = anchor() else { throw .noBrowser("the app doesn't have a window for the sign-in page") }
        let presenter = WebAuthenticationPresenter(anchor)
        session.presentationContextProvider = presenter
        return presenter
      #else
        return nil
      #endif
    }

    @MainActor private static func session(
      _ url: URL, _ address: URL, _ completion: @escaping ASWebAuthenticationSession.CompletionHandler
    ) throws(BrowserFailure) -> ASWebAuthenticationSession {
      if #available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *) {
        return ASWebAuthenticationSession(url: url, callback: .to(address), completionHandler: completion)
      }
      return ASWebAuthenticationSession(
        url: url, callbackURLScheme: try address.schemeOfApp(), completionHandler: completion)
    }
  }

  @available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *)
  extension ASWebAuthenticationSession.Callback {
    /// Returns the callback for a redirect URI.
    package static func to(_ address: URL) -> ASWebAuthenticationSession.Callback {
      let scheme = address.scheme?.lowercased() ?? ""
      // `URL.path` omits a trailing slash, but the system compares the whole path.
      return scheme == "https"
        ? .https(host: address.host ?? "", path: address.path(percentEncoded: false)) : .customScheme(scheme)
    }
  }

  extension URL {
    /// Returns the scheme of a callback URL, for systems that don't support `https` callbacks.
    ///
    /// - Throws: ``BrowserFailure/noBrowser(_:)`` for an `https` callback.
    package func schemeOfApp() throws(BrowserFailure) -> String {
      let scheme = scheme?.lowercased() ?? ""
      guard scheme != "https" else {
        throw .noBrowser("an https callback requires iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, or visionOS 1.1")
      }
      return scheme
    }
  }
#endif
