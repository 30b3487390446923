#if canImport(Darwin)
  import os
#elseif THREAD_SANITIZER
  import Foundation
#else
  import Synchronization
#endif

/// A value protected by a lock. Each access is so short that an actor would cost more.
package final class Guarded<Value: Sendable>: Sendable {
  #if canImport(Darwin)
    // Mutex requires newer systems than this package supports.
    private let lock: OSAllocatedUnfairLock<Value>

    package init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: value) }
  #elseif THREAD_SANITIZER
    // The sanitizer doesn't see the synchronization of Mutex (`scripts/sanitize`).
    private let lock: Visible

    private final class Visible: @unchecked Sendable {
      private let lock = NSLock()
      // Only used while the lock is held. Swift places an empty value at the start of the object, where it would share memory
      // with the object's type. The byte gives it memory that nothing else uses.
      private var value: (content: Value, byte: UInt8)

      init(_ value: Value) { self.value = (value, 0) }

      func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value.content) } }
    }

    package init(_ value: Value) { lock = Visible(value) }
  #else
    private let lock: Mutex<Value>

    package init(_ value: Value) { lock = Mutex(value) }
  #endif

  /// Reads and changes the value while the lock is held.
  package func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    lock.withLock { body(&$0) }
  }
}
