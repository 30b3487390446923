// swift-format-ignore-file: AlwaysUseLowerCamelCase

// SDK: NSURLSession.h, NSURLRequest.h, NSURLResponse.h. macOS 10.9, iOS 7.0 unless stated. On Apple's platforms this is a
// part of Foundation. swift-corelibs-foundation has a separate module for it.
#if !canImport(Darwin)
  import Foundation
#endif

public struct URLRequest: Hashable, Sendable {
  public init(
    url: URL, cachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
  ) {}
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var timeoutInterval: TimeInterval = 0
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}

open class NSURLRequest: NSObject, @unchecked Sendable {
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
  }
}

open class URLResponse: NSObject, @unchecked Sendable {
  open var url: URL? { nil }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { 0 }
  open var allHeaderFields: [AnyHashable: Any] { [:] }
}

open class URLCache: NSObject, @unchecked Sendable {}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  open var httpShouldSetCookies = true
  open var httpCookieStorage: HTTPCookieStorage?
  open var urlCache: URLCache?
  open var requestCachePolicy = NSURLRequest.CachePolicy.useProtocolCachePolicy
  #if canImport(Darwin)
    @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
    open var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
      get { .TLSv12 }
      set {}
    }
  #endif
}

// SDK: SecProtocolTypes.h of Security, which Foundation's headers import
#if canImport(Darwin)
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  public enum tls_protocol_version_t: UInt16, Sendable {
    case TLSv12 = 0x0303
    case TLSv13 = 0x0304
  }
#endif

open class URLSession: NSObject, @unchecked Sendable {
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) {}

  public enum ResponseDisposition: Int, Sendable {
    case cancel = 0
    case allow = 1
  }

  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential = 0
    case performDefaultHandling = 1
    case cancelAuthenticationChallenge = 2
    case rejectProtectionSpace = 3
  }

  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  open func finishTasksAndInvalidate() {}
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { 0 }
  open func resume() {}
  open func cancel() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

// SDK: NSURLAuthenticationChallenge.h, NSURLCredential.h
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  open var protectionSpace: URLProtectionSpace { fatalError() }
}

// SDK: NSURLProtectionSpace.h
open class URLProtectionSpace: NSObject, @unchecked Sendable {
  open var authenticationMethod: String { "" }
}

#if canImport(Darwin)
  public let NSURLAuthenticationMethodClientCertificate = ""
#endif

open class URLCredential: NSObject, @unchecked Sendable {}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  #if canImport(Darwin)
    // swift-corelibs-foundation has this method, too, but never calls it.
    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  #endif
}

// In Objective-C the requirements are optional. swift-corelibs-foundation implements them in extensions.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
  #if !canImport(Darwin)
    // Apple's SDK has this method, too. The sources don't use it there.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  #endif
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
