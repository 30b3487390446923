// The parts of SwiftUI that `SwiftUIBrowser` uses, on the screen of AuthenticationServices.
import AuthenticationServices

@MainActor public struct WebAuthenticationSession {
  public enum BrowserSession: Sendable { case ephemeral, shared }

  public init() {}

  public func authenticate(
    using url: URL, callbackURLScheme: String, preferredBrowserSession: BrowserSession? = nil
  ) async throws -> URL {
    try await show(preferredBrowserSession) {
      ASWebAuthenticationSession(url: url, callbackURLScheme: callbackURLScheme, completionHandler: $0)
    }
  }

  public func authenticate(
    using url: URL, callback: ASWebAuthenticationSession.Callback, preferredBrowserSession: BrowserSession? = nil,
    additionalHeaderFields: [String: String]
  ) async throws -> URL {
    try await show(preferredBrowserSession) {
      ASWebAuthenticationSession(url: url, callback: callback, completionHandler: $0)
    }
  }

  /// Shows the page. A canceled task asks the system to close it, which may fail.
  private func show(
    _ browser: BrowserSession?,
    _ session: (@escaping ASWebAuthenticationSession.CompletionHandler) -> ASWebAuthenticationSession
  ) async throws -> URL {
    let (ends, continuation) = AsyncStream.makeStream(of: Result<URL, any Error>.self)
    // Sendable, because the screen calls it on another thread.
    let shown = session { @Sendable url, error in
      continuation.yield(url.map { .success($0) } ?? .failure(error ?? ASWebAuthenticationSessionError(.canceledLogin)))
    }
    shown.prefersEphemeralWebBrowserSession = browser == .ephemeral
    shown.start()
    defer { shown.cancel() }
    for await end in ends { return try end.get() }
    throw CancellationError()
  }
}
