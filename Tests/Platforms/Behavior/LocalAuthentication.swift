// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Security

/// The parts of Apple's `LAContext` that the keychain uses.
open class LAContext: AuthenticationContext {
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  open var localizedReason = ""
  public var isProven = false
  private let end = NSCondition()
  // Only used while the condition is locked.
  private var isEnded = false
  public var isInvalid: Bool { end.withLock { isEnded } }

  public init() {}
  open func invalidate() {
    end.withLock {
      isEnded = true
      end.broadcast()
    }
  }
  public func waitForEnd() { end.withLock { while !isEnded { end.wait() } } }
}

public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
