#if canImport(Darwin)
  import os
#elseif THREAD_SANITIZER
  import Foundation
#else
  import Synchronization
#endif

/// A value that is read and changed in steps so short that waiting in line for an actor would take longer.
final class Guarded<Value: Sendable>: Sendable {
  #if canImport(Darwin)
    // Mutex would want newer systems than this package does.
    private let lock: OSAllocatedUnfairLock<Value>

    init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: value) }
  #elseif THREAD_SANITIZER
    // The sanitizer does not see what Mutex does (`scripts/sanitize-sessions`).
    private let lock: Visible

    private final class Visible: @unchecked Sendable {
      // Only used while the lock is held.
      private var value: Value
      private let lock = NSLock()

      init(_ value: Value) { self.value = value }

      func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
    }

    init(_ value: Value) { lock = Visible(value) }
  #else
    private let lock: Mutex<Value>

    init(_ value: Value) { lock = Mutex(value) }
  #endif

  /// Reads and changes the value in one step.
  func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    lock.withLock { body(&$0) }
  }
}
