// swift-format-ignore-file: AlwaysUseLowerCamelCase
// SDK: NSURLSession.h, NSURLRequest.h, NSURLResponse.h, NSURLError.h. macOS 10.9, iOS 7.0 unless stated.

public struct URLRequest: Hashable, Sendable {
  public init(
    url: URL, cachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60
  ) {}
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var timeoutInterval: TimeInterval = 0
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
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
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  open var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t {
    get { .TLSv12 }
    set {}
  }
}

// SDK: SecProtocolTypes.h of Security, which Foundation's headers import
@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public enum tls_protocol_version_t: UInt16, Sendable {
  case TLSv12 = 0x0303
  case TLSv13 = 0x0304
}

open class OperationQueue: NSObject, @unchecked Sendable {}

open class URLSession: NSObject, @unchecked Sendable {
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) {}

  public enum ResponseDisposition: Int, Sendable {
    case cancel = 0
    case allow = 1
  }

  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { 0 }
  open func resume() {}
  open func cancel() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}

// In Objective-C the requirements are optional.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

public struct URLError: Error, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static var cancelled: Code { Code(rawValue: -999) }
    public static var badURL: Code { Code(rawValue: -1000) }
    public static var timedOut: Code { Code(rawValue: -1001) }
    public static var unsupportedURL: Code { Code(rawValue: -1002) }
    public static var cannotFindHost: Code { Code(rawValue: -1003) }
    public static var cannotConnectToHost: Code { Code(rawValue: -1004) }
    public static var networkConnectionLost: Code { Code(rawValue: -1005) }
    public static var dnsLookupFailed: Code { Code(rawValue: -1006) }
    public static var notConnectedToInternet: Code { Code(rawValue: -1009) }
    public static var internationalRoamingOff: Code { Code(rawValue: -1018) }
    public static var callIsActive: Code { Code(rawValue: -1019) }
    public static var dataNotAllowed: Code { Code(rawValue: -1020) }
    public static var appTransportSecurityRequiresSecureConnection: Code { Code(rawValue: -1022) }
    public static var secureConnectionFailed: Code { Code(rawValue: -1200) }
    public static var serverCertificateHasBadDate: Code { Code(rawValue: -1201) }
    public static var serverCertificateUntrusted: Code { Code(rawValue: -1202) }
    public static var serverCertificateHasUnknownRoot: Code { Code(rawValue: -1203) }
    public static var serverCertificateNotYetValid: Code { Code(rawValue: -1204) }
  }

  public var code: Code { .cancelled }
}
