// The parts of AuthenticationServices that the runtime uses, with a screen that the checks control.
@_exported import Foundation

public final class NSWindow: NSObject {}
public typealias ASPresentationAnchor = NSWindow

/// The screen. It shows one session at a time and rejects others while it does.
public final class Screen: @unchecked Sendable {
  // Unchecked: `lock` guards every property.
  public static let main = Screen()

  private let lock = NSLock()
  private var shown: ASWebAuthenticationSession?
  private var starts = AsyncStream.makeStream(of: String.self)
  private var isRejecting = false
  private var closesLate = false
  private var cancellations = 0

  /// Resets the screen for the next check.
  public func reset(isRejecting: Bool = false, closesLate: Bool = false) {
    lock.withLock {
      (shown, self.isRejecting, self.closesLate, cancellations) = (nil, isRejecting, closesLate, 0)
      starts = AsyncStream.makeStream(of: String.self)
    }
  }

  /// Whether the current session starts without cookies.
  public var isEphemeral: Bool { lock.withLock { shown?.prefersEphemeralWebBrowserSession ?? false } }

  /// The number of sessions that the app closed.
  public var canceled: Int { lock.withLock { cancellations } }

  /// Waits until a session is shown.
  ///
  /// - Returns: Its callback, such as `scheme com.acme.app`, or `old scheme com.acme.app` with the older initializer.
  public func nextStart() async -> String {
    let stream = lock.withLock { starts.stream }
    for await callback in stream { return callback }
    return ""
  }

  /// Ends the current session, as the user or the provider does. The completion handler runs on another thread.
  public func end(_ callback: URL?, _ error: (any Error)? = nil) {
    let session = lock.withLock {
      defer { shown = nil }
      return shown
    }
    session?.complete(callback, error)
  }

  /// Removes the current session without calling its completion handler.
  public func forget() {
    lock.withLock { shown = nil }
  }

  fileprivate func start(_ session: ASWebAuthenticationSession) -> Bool {
    lock.withLock {
      guard shown == nil, !isRejecting else { return false }
      shown = session
      starts.continuation.yield(session.callback.text)
      return true
    }
  }

  fileprivate func cancel(_ session: ASWebAuthenticationSession) {
    let isShown = lock.withLock {
      cancellations += 1
      return shown === session && !closesLate
    }
    if isShown { end(nil, ASWebAuthenticationSessionError(.canceledLogin)) }
  }
}

open class ASWebAuthenticationSession: NSObject, @unchecked Sendable {
  // Unchecked: written once, before the session starts.
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  public final class Callback: NSObject {
    fileprivate let text: String

    fileprivate init(_ text: String) { self.text = text }
    public class func customScheme(_ customScheme: String) -> Callback { Callback("scheme \(customScheme)") }
    public class func https(host: String, path: String) -> Callback { Callback("https \(host) \(path)") }
  }

  fileprivate let callback: Callback
  private let completion: CompletionHandler
  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  open var prefersEphemeralWebBrowserSession = false

  public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
    (self.callback, completion) = (callback, completionHandler)
  }

  public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
    (callback, completion) = (Callback("old scheme \(callbackURLScheme ?? "")"), completionHandler)
  }

  @discardableResult open func start() -> Bool { Screen.main.start(self) }
  open func cancel() { Screen.main.cancel(self) }

  fileprivate func complete(_ url: URL?, _ error: (any Error)?) {
    Thread.detachNewThread { self.completion(url, error) }
  }
}

@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

public struct ASWebAuthenticationSessionError: Error, @unchecked Sendable {
  // Unchecked: the values are strings.
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    case presentationContextNotProvided = 2
    case presentationContextInvalid = 3
  }

  public var code: Code
  public var errorUserInfo: [String: Any]

  public init(_ code: Code, reason: String? = nil) {
    self.code = code
    errorUserInfo = reason.map { [NSLocalizedFailureReasonErrorKey: $0] } ?? [:]
  }
}
