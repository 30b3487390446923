import Foundation

/// A value that is computed once, when it's first needed.
///
/// It's `@unchecked Sendable` because the compiler can't see that the lock protects the value.
final class OnDemand<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var known: Value?
  private let compute: @Sendable () -> Value

  init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
  }

  var value: Value {
    lock.withLock {
      let value = known ?? compute()
      known = value
      return value
    }
  }
}
