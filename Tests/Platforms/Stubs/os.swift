// The declarations of Apple's os that the sources use, without implementations.

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result { fatalError() }
}

@available(macOS 13.0, iOS 16.0, watchOS 9.0, tvOS 16.0, *)
extension OSAllocatedUnfairLock where State: Sendable {
  public init(initialState: State) {}
}
