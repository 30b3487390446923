// swift-format-ignore-file: AlwaysUseLowerCamelCase
// SDK: NSError.h

// SDK: macOS 10.0, iOS 2.0
public let NSLocalizedFailureReasonErrorKey = "NSLocalizedFailureReason"

open class NSError: NSObject, Error, @unchecked Sendable {
  open var userInfo: [String: Any] { [:] }
}

extension Error {
  public var localizedDescription: String { "" }
}

// SDK: macOS 10.10, iOS 8.0
public protocol CustomNSError: Error {
  static var errorDomain: String { get }
  var errorCode: Int { get }
  var errorUserInfo: [String: Any] { get }
}

extension CustomNSError {
  public static var errorDomain: String { "" }
  public var errorCode: Int { 0 }
  public var errorUserInfo: [String: Any] { [:] }
}
