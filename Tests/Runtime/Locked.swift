import NIOConcurrencyHelpers

/// A value that tests share between threads.
final class Locked<Value: Sendable>: Sendable {
  private let box: NIOLockedValueBox<Value>

  init(_ value: Value) {
    box = NIOLockedValueBox(value)
  }

  var value: Value {
    get { box.withLockedValue { $0 } }
    set { box.withLockedValue { $0 = newValue } }
  }
}
