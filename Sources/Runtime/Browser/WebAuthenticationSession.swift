#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation

  /// How a session has ended.
  enum WebAuthenticationEnd: Sendable {
    case callback(URL)
    /// The user has closed it.
    case dismissed
    case failed(String)

    init(_ callback: URL?, _ error: (any Error)?) {
      if let callback {
        self = .callback(callback)
        return
      }
      guard let error = error as? ASWebAuthenticationSessionError else {
        self = .failed("the system's sign-in has ended without a callback")
        return
      }
      // The code says that the user has closed it even where the app is not associated with the callback's domain; then
      // there is a reason.
      let reason = error.errorUserInfo[NSLocalizedFailureReasonErrorKey] as? String
      switch (error.code, reason) {
      case (.canceledLogin, nil): self = .dismissed
      case (_, let reason?): self = .failed(reason)
      case (let code, nil): self = .failed("the system's sign-in has failed (\(code.rawValue))")
      }
    }

    func callback() throws(BrowserFailure) -> URL? {
      switch self {
      case .callback(let url): url
      case .dismissed: nil
      case .failed(let reason): throw .noBrowser(reason)
      }
    }
  }

  #if os(iOS) || os(macOS) || os(visionOS)
    @MainActor final class WebAuthenticationPresenter: NSObject, ASWebAuthenticationPresentationContextProviding {
      private let anchor: ASPresentationAnchor

      init(_ anchor: ASPresentationAnchor) {
        self.anchor = anchor
      }

      func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
    }
  #endif

  /// The session on the screen. There is one: a newer sign-in takes the place of an older one.
  @MainActor final class ShownSession {
    private static var current: ShownSession?

    private let session: ASWebAuthenticationSession
    private let end: AsyncStream<WebAuthenticationEnd>.Continuation
    // The session does not retain it.
    private let presenter: AnyObject?

    init(
      _ session: ASWebAuthenticationSession, _ end: AsyncStream<WebAuthenticationEnd>.Continuation,
      presenter: AnyObject?
    ) {
      (self.session, self.end, self.presenter) = (session, end, presenter)
    }

    func takeOver() {
      Self.current?.leave()
      Self.current = self
    }

    /// Takes it off the screen, if it is still there. Whether the system then calls back is not relied upon.
    func leave() {
      #if !os(tvOS)
        session.cancel()
      #endif
      end.finish()
      if Self.current === self { Self.current = nil }
    }
  }
#endif
