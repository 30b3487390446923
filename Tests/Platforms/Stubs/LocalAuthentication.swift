// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The declarations of Apple's LocalAuthentication framework that the runtime uses, without implementations.
import Foundation

// SDK: LAContext.h. Not on tvOS. The header doesn't mention Sendable.
@available(macOS 10.10, iOS 8.0, watchOS 9.0, *)
open class LAContext: NSObject {
  public override init() {}
  // SDK: not on watchOS
  @available(macOS 10.12, iOS 9.0, *)
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  // SDK: not on watchOS
  @available(macOS 10.13, iOS 11.0, *)
  open var localizedReason = ""
  @available(macOS 10.11, iOS 9.0, *)
  open func invalidate() {}
}

@available(*, unavailable)
extension LAContext: @unchecked Sendable {}

@available(macOS 10.12, iOS 9.0, *)
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
