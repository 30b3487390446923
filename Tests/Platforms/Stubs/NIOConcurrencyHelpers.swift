// swift-nio's NIOConcurrencyHelpers, as far as AuthTesting uses it. Nothing works.

public struct NIOLockedValueBox<Value> {
  public init(_ value: Value) {}
  public func withLockedValue<T>(_ mutate: (inout Value) throws -> T) rethrows -> T { fatalError() }
}

extension NIOLockedValueBox: @unchecked Sendable where Value: Sendable {}
