// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Security

/// Apple's `LAContext`, as far as the keychain uses it.
open class LAContext: AuthenticationContext {
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  open var localizedReason = ""
  public var isProven = false
  private let lock = NSLock()
  // Only used while the lock is held.
  private var isEnded = false
  public var isInvalid: Bool { lock.withLock { isEnded } }

  public init() {}
  open func invalidate() { lock.withLock { isEnded = true } }
}

public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
