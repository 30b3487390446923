// SDK: NSProcessInfo.h

#if canImport(Darwin)
  extension ProcessInfo {
    @available(macOS, unavailable)
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
  }
#endif
