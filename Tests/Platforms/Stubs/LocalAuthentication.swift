// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Apple's LocalAuthentication framework, as far as the runtime uses it. Nothing works.
import Foundation

// SDK: LAContext.h. macOS 10.10, iOS 8.0, visionOS 1.0; not on tvOS. The header says nothing of Sendable.
open class LAContext: NSObject {
  public override init() {}
  // SDK: macOS 10.12, iOS 9.0; not on watchOS and tvOS
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  // SDK: macOS 10.13, iOS 11.0; not on watchOS and tvOS
  open var localizedReason = ""
  // SDK: macOS 10.11, iOS 9.0
  open func invalidate() {}
}

@available(*, unavailable)
extension LAContext: @unchecked Sendable {}

// SDK: macOS 10.12, iOS 9.0
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
