#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation

  /// The system's own sign-in page (Apple: `ASWebAuthenticationSession`), for
  /// ``Redirect/url(_:afterSignOut:)-(URL,_)``.
  ///
  /// It shares the cookies of Safari, or of the user's browser on macOS, unless it is ephemeral. Callbacks with a
  /// scheme of the app's own need no URL type in `Info.plist`, because the system hands them to this browser. `https`
  /// callbacks need iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4 or visionOS 1.1, and a domain that is associated with
  /// the app (`webcredentials:` in Associated Domains). If the system hands such a URL to the app instead, pass it to
  /// ``AuthClient/handle(_:)``.
  ///
  /// tvOS and watchOS have no windows to choose from. On tvOS the page can't be ephemeral, and the system can't close
  /// it: a cancelled sign-in ends at once, and the page stays until the user closes it.
  ///
  /// It was run on Linux with a screen in memory (`scripts/check-platforms --behavior`), and **not on Apple's platforms**.
  public struct WebAuthenticationBrowser: CallbackBrowser {
    #if !os(tvOS)
      private let isEphemeral: Bool
    #endif

    #if os(iOS) || os(macOS) || os(visionOS)
      private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?

      /// Shows the page in a window of the app's choice.
      ///
      /// - Parameters:
      ///   - isEphemeral: Whether the page starts without cookies and keeps none. The user then signs in again each
      ///     time, and the system doesn't ask whether the app may use the provider's site.
      ///   - anchor: The window to show the page in. It is called when the page is shown.
      public init(isEphemeral: Bool = false, anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
        (self.isEphemeral, self.anchor) = (isEphemeral, anchor)
      }

      /// Shows the page in the window that the user works in: the key window of the scene in the foreground, or the
      /// app's key window on macOS. In an app with several windows that sign in, name the window with
      /// ``init(isEphemeral:anchor:)``.
      ///
      /// App extensions have no such window, so opening the page fails there with ``BrowserFailure/noBrowser(_:)``.
      ///
      /// - Parameter isEphemeral: Whether the page starts without cookies and keeps none. The user then signs in again
      ///   each time, and the system doesn't ask whether the app may use the provider's site.
      public init(isEphemeral: Bool = false) {
        self.init(isEphemeral: isEphemeral) { KeyWindow.current }
      }
    #elseif os(watchOS)
      /// - Parameter isEphemeral: Whether the page starts without cookies and keeps none. The user then signs in again
      ///   each time, and the system doesn't ask whether the app may use the provider's site.
      public init(isEphemeral: Bool = false) {
        self.isEphemeral = isEphemeral
      }
    #else
      /// Shows the page on the whole screen.
      public init() {}
    #endif

    /// - Throws: ``BrowserFailure/noBrowser(_:)`` when there is no window, the system rejects the session, or it is too
    ///   old for an `https` callback.
    public func open(_ url: URL, returningTo address: URL) async throws(BrowserFailure) -> URL? {
      try await show(url, address)
    }

    @MainActor private func show(_ url: URL, _ address: URL) async throws(BrowserFailure) -> URL? {
      guard !Task.isCancelled else { return nil }
      let (ends, continuation) = AsyncStream.makeStream(of: WebAuthenticationEnd.self)
      let (closed, closing) = AsyncStream.makeStream(of: Void.self)
      // Sendable, or it would be taken for the main actor's: the system calls it on a thread of its own.
      let session = try Self.session(url, address) { @Sendable callback, error in
        continuation.yield(WebAuthenticationEnd(callback, error))
        continuation.finish()
        closing.finish()
      }
      let shown = ShownSession(
        session, continuation, presenter: try prepare(session), closed: closed)
      defer { shown.leave() }
      guard await shown.takeOver(), !Task.isCancelled else { return nil }
      guard shown.start() else { throw .noBrowser("the system did not start the sign-in") }
      // Ends without one when the task is cancelled, or a newer session takes over.
      for await end in ends { return try end.callback() }
      return nil
    }

    /// - Returns: The object that the session asks for its window. The session doesn't retain it.
    @MainActor private func prepare(_ session: ASWebAuthenticationSession) throws(BrowserFailure) -> AnyObject? {
      #if !os(tvOS)
        session.prefersEphemeralWebBrowserSession = isEphemeral
      #endif
      #if os(iOS) || os(macOS) || os(visionOS)
        guard let anchor = anchor() else { throw .noBrowser("the app has no window for the sign-in page") }
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
    /// The callback URL that the provider sends the user to.
    package static func to(_ address: URL) -> ASWebAuthenticationSession.Callback {
      let scheme = address.scheme?.lowercased() ?? ""
      // `URL.path` drops a slash at the end, and the system compares the whole path.
      return scheme == "https"
        ? .https(host: address.host ?? "", path: address.path(percentEncoded: false)) : .customScheme(scheme)
    }
  }

  extension URL {
    /// The scheme of a callback URL, for systems that know no `https` callbacks.
    package func schemeOfApp() throws(BrowserFailure) -> String {
      let scheme = scheme?.lowercased() ?? ""
      guard scheme != "https" else {
        throw .noBrowser("an https callback needs iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4 or visionOS 1.1")
      }
      return scheme
    }
  }
#endif
