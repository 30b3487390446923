#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation

  /// The end of a session.
  package enum WebAuthenticationEnd: Sendable {
    case callback(URL)
    /// The user closed the page.
    case dismissed
    case failed(String)

    package init(_ callback: URL?, _ error: (any Error)?) {
      if let callback {
        self = .callback(callback)
        return
      }
      guard let error = error as? ASWebAuthenticationSessionError else {
        self = .failed("the system's sign-in ended without a callback")
        return
      }
      // If the app isn't associated with the callback's domain, the error has the same code as when the user closes the page,
      // but it also has a reason.
      let reason = error.errorUserInfo[NSLocalizedFailureReasonErrorKey] as? String
      switch (error.code, reason) {
      case (.canceledLogin, nil): self = .dismissed
      case (_, let reason?): self = .failed(reason)
      case (let code, nil): self = .failed("the system's sign-in failed (\(code.rawValue))")
      }
    }

    package func callback() throws(BrowserFailure) -> URL? {
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

  /// The session on the screen. There is at most one: a newer sign-in replaces an older one.
  @MainActor final class PresentedSession {
    private static var current: PresentedSession?
    /// How long a newer session waits for the system to close an older page. The system may never report that it did.
    private static let maximumClosingTime = Duration.seconds(2)
    /// Ends when the page of the last session that was started and then replaced is closed.
    private static var closing: Task<Void, Never>?

    private let session: ASWebAuthenticationSession
    private let end: AsyncStream<WebAuthenticationEnd>.Continuation
    // The session doesn't retain the presenter.
    private let presenter: AnyObject?
    /// Ends when the system has called the session's completion handler.
    private let closed: AsyncStream<Void>
    private var isStarted = false

    init(
      _ session: ASWebAuthenticationSession, _ end: AsyncStream<WebAuthenticationEnd>.Continuation,
      presenter: AnyObject?, closed: AsyncStream<Void>
    ) {
      (self.session, self.end, self.presenter, self.closed) = (session, end, presenter, closed)
    }

    /// Ends an older session, and waits until its page is closed, because the system doesn't start a session while it shows
    /// another one.
    ///
    /// - Returns: `false` if an even newer session has replaced this one.
    func takeOver() async -> Bool {
      let older = Self.current
      Self.current = self
      if let older {
        if older.isStarted { Self.closing = Task { await older.waitUntilClosed() } }
        older.leave()
      }
      await Self.closing?.value
      return Self.current === self
    }

    func start() -> Bool {
      isStarted = session.start()
      return isStarted
    }

    /// Closes the page if it is still on the screen.
    func leave() {
      #if !os(tvOS)
        session.cancel()
      #endif
      end.finish()
      if Self.current === self { Self.current = nil }
    }

    private func waitUntilClosed() async {
      let (closed, limit) = (closed, Self.maximumClosingTime)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in closed {} }
        group.addTask { try? await Task.sleep(for: limit) }
        await group.next()
        group.cancelAll()
      }
    }
  }
#endif
