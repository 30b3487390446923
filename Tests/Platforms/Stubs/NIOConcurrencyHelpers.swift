// The declarations of swift-nio's NIOConcurrencyHelpers that AuthTesting uses, without implementations.

public struct NIOLockedValueBox<Value> {
  public init(_ value: Value) {}
  public func withLockedValue<T>(_ mutate: (inout Value) throws -> T) rethrows -> T { fatalError() }
}

extension NIOLockedValueBox: @unchecked Sendable where Value: Sendable {}
