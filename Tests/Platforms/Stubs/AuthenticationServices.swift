// Apple's AuthenticationServices framework, as far as the runtime uses it. Nothing works.
@_exported import Foundation

// SDK: UIWindow of UIKit, NSWindow of AppKit
#if PLATFORM_macOS
  @MainActor open class NSWindow: NSObject {}
  public typealias ASPresentationAnchor = NSWindow
#else
  @MainActor open class UIWindow: NSObject {}
  public typealias ASPresentationAnchor = UIWindow
#endif

// SDK: ASWebAuthenticationSession.h. macOS 10.15, iOS 12.0, visionOS 1.0
open class ASWebAuthenticationSession: NSObject {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  // SDK: macOS 14.4, iOS 17.4, visionOS 1.1
  public final class Callback: NSObject {
    public class func customScheme(_ customScheme: String) -> Callback { Callback() }
    public class func https(host: String, path: String) -> Callback { Callback() }
  }

  public init(
    url URL: URL, callbackURLScheme: String?, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {}
  // SDK: macOS 14.4, iOS 17.4, visionOS 1.1
  public init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback,
    completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {}

  // SDK: macOS 10.15, iOS 13.0
  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  open var prefersEphemeralWebBrowserSession = false
  @discardableResult open func start() -> Bool { false }
  open func cancel() {}
}

@available(*, unavailable)
extension ASWebAuthenticationSession: @unchecked Sendable {}

// SDK: macOS 10.15, iOS 13.0
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// SDK: macOS 10.15, iOS 12.0. The real one wraps an NSError.
public struct ASWebAuthenticationSessionError: CustomNSError {
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    case presentationContextNotProvided = 2
    case presentationContextInvalid = 3
  }

  public var code: Code
  public var errorUserInfo: [String: Any] { [:] }
}
