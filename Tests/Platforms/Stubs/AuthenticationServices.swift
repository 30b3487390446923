// The declarations of Apple's AuthenticationServices framework that the runtime uses, without implementations.
@_exported import Foundation

#if os(macOS)
  public import AppKit
#elseif !os(watchOS)
  public import UIKit
#endif

#if os(macOS)
  public typealias ASPresentationAnchor = NSWindow
#elseif !os(watchOS)
  public typealias ASPresentationAnchor = UIWindow
#endif

// SDK: ASWebAuthenticationSession.h
@available(macOS 10.15, iOS 12.0, watchOS 6.2, tvOS 16.0, *)
open class ASWebAuthenticationSession: NSObject {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  @available(macOS 14.4, iOS 17.4, watchOS 10.4, tvOS 17.4, visionOS 1.1, *)
  public final class Callback: NSObject {
    public class func customScheme(_ customScheme: String) -> Callback { Callback() }
    public class func https(host: String, path: String) -> Callback { Callback() }
  }

  public init(
    url URL: URL, callbackURLScheme: String?, completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {}
  @available(macOS 14.4, iOS 17.4, watchOS 10.4, tvOS 17.4, visionOS 1.1, *)
  public init(
    url URL: URL, callback: ASWebAuthenticationSession.Callback,
    completionHandler: @escaping ASWebAuthenticationSession.CompletionHandler
  ) {}

  #if os(macOS) || os(iOS) || os(visionOS)
    @available(macOS 10.15, iOS 13.0, *)
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  #endif
  @available(macOS 10.15, iOS 13.0, watchOS 6.2, *)
  @available(tvOS, unavailable)
  open var prefersEphemeralWebBrowserSession: Bool {
    get { false }
    set {}
  }
  @discardableResult open func start() -> Bool { false }
  @available(tvOS, unavailable)
  open func cancel() {}
}

@available(*, unavailable)
extension ASWebAuthenticationSession: @unchecked Sendable {}

#if os(macOS) || os(iOS) || os(visionOS)
  @available(macOS 10.15, iOS 13.0, *)
  @MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
  }
#endif

// SDK: The real one wraps an NSError.
@available(macOS 10.15, iOS 12.0, watchOS 6.2, tvOS 16.0, *)
public struct ASWebAuthenticationSessionError: CustomNSError {
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    case presentationContextNotProvided = 2
    case presentationContextInvalid = 3
  }

  public var code: Code
  public var errorUserInfo: [String: Any] { [:] }
}
