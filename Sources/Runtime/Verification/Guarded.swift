#if canImport(Darwin)
  import os
#else
  import Synchronization
#endif

/// A value that is read and changed in steps so short that waiting in line for an actor would take longer.
final class Guarded<Value: Sendable>: Sendable {
  #if canImport(Darwin)
    // Mutex would want newer systems than this package does.
    private let lock: OSAllocatedUnfairLock<Value>

    init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: value) }
  #else
    private let lock: Mutex<Value>

    init(_ value: Value) { lock = Mutex(value) }
  #endif

  /// Reads and changes the value in one step.
  func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    lock.withLock { body(&$0) }
  }
}
