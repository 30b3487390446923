#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
  import AuthenticationServices
  import Foundation

  /// The system's own sheet for signing in (Apple: `ASWebAuthenticationSession`), for ``Redirect/url(_:afterSignOut:)-(URL,_)``.
  ///
  /// It shares the cookies of Safari, or of the user's browser on macOS, unless it is ephemeral. `https` callbacks need
  /// iOS 17.4, macOS 14.4 or visionOS 1.1, and a domain that is associated with the app (`webcredentials:` in Associated
  /// Domains); where macOS hands such a URL to the app all the same, give it to ``AuthClient/handle(_:)``.
  ///
  /// Its types were checked against stubs of Apple's frameworks (`scripts/check-platforms`); it was **not run**. watchOS and
  /// tvOS have no such sheet that a window could show: use the device flow there.
  public struct WebAuthenticationBrowser: CallbackBrowser {
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor?

    /// - Parameters:
    ///   - isEphemeral: Whether the sheet knows no cookies and keeps none: the user signs in anew each time, and is not
    ///     asked whether the app may use the provider's site.
    ///   - anchor: The window to show the sheet in, as of the moment when it is shown.
    public init(isEphemeral: Bool = false, anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
      (self.isEphemeral, self.anchor) = (isEphemeral, anchor)
    }

    /// - Throws: ``BrowserFailure/noBrowser(_:)`` when there is no window, the system refuses the session, or it is too old
    ///   for an `https` callback.
    public func open(_ url: URL, returningTo address: URL) async throws(BrowserFailure) -> URL? {
      try await show(url, address)
    }

    @MainActor private func show(_ url: URL, _ address: URL) async throws(BrowserFailure) -> URL? {
      guard !Task.isCancelled else { return nil }
      guard let anchor = anchor() else { throw .noBrowser("there is no window to show the sign-in in") }
      let (ends, continuation) = AsyncStream.makeStream(of: WebAuthenticationEnd.self)
      // Sendable, or it would be taken for the main actor's: the system calls it on a thread of its own.
      let session = try Self.session(url, address) { @Sendable callback, error in
        continuation.yield(WebAuthenticationEnd(callback, error))
        continuation.finish()
      }
      let presenter = WebAuthenticationPresenter(anchor)
      session.presentationContextProvider = presenter
      session.prefersEphemeralWebBrowserSession = isEphemeral
      let shown = ShownSession(session, continuation, presenter)
      shown.takeOver()
      defer { shown.leave() }
      guard session.start() else { throw .noBrowser("the system did not start the sign-in") }
      // Ends without one when the task is cancelled, or a newer session takes over.
      for await end in ends { return try end.callback() }
      return nil
    }

    @MainActor private static func session(
      _ url: URL, _ address: URL, _ completion: @escaping ASWebAuthenticationSession.CompletionHandler
    ) throws(BrowserFailure) -> ASWebAuthenticationSession {
      let scheme = address.scheme?.lowercased() ?? ""
      if #available(iOS 17.4, macOS 14.4, visionOS 1.1, *) {
        let isWeb = scheme == "https"
        // `URL.path` drops a slash at the end, and the system compares the whole path.
        let callback: ASWebAuthenticationSession.Callback =
          isWeb
          ? .https(host: address.host ?? "", path: address.path(percentEncoded: false)) : .customScheme(scheme)
        return ASWebAuthenticationSession(url: url, callback: callback, completionHandler: completion)
      }
      guard scheme != "https" else {
        throw .noBrowser("an https callback needs iOS 17.4, macOS 14.4 or visionOS 1.1")
      }
      return ASWebAuthenticationSession(url: url, callbackURLScheme: scheme, completionHandler: completion)
    }
  }
#endif
