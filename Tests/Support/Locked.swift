import NIOConcurrencyHelpers

/// A value that tests share between tasks.
public final class Locked<Value: Sendable>: Sendable {
  private let box: NIOLockedValueBox<Value>

  public init(_ value: Value) {
    box = NIOLockedValueBox(value)
  }

  public var value: Value { box.withLockedValue { $0 } }

  /// Reads and changes the value in one step.
  @discardableResult
  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    box.withLockedValue(body)
  }
}
