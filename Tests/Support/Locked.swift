import NIOConcurrencyHelpers

/// A value that tests share between tasks and wait for.
public final class Locked<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var value: Value
    var waiting: [Waiting] = []

    mutating func tell() {
      if waiting.isEmpty { return }
      waiting.removeAll { [value] waiting in
        let isReached = waiting.condition(value)
        if isReached { waiting.reached.finish() }
        return isReached
      }
    }
  }

  private struct Waiting: Sendable {
    let condition: @Sendable (Value) -> Bool
    let reached: AsyncStream<Void>.Continuation
  }

  private let box: NIOLockedValueBox<State>

  public init(_ value: Value) {
    box = NIOLockedValueBox(State(value: value))
  }

  public var value: Value { box.withLockedValue { $0.value } }

  /// Reads and changes the value in one step.
  @discardableResult
  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    box.withLockedValue { state in
      defer { state.tell() }
      return body(&state.value)
    }
  }

  /// Waits until a change makes the condition true, or until the task is canceled.
  public func wait(until condition: @escaping @Sendable (Value) -> Bool) async {
    let (stream, reached) = AsyncStream.makeStream(of: Void.self)
    box.withLockedValue { state in
      state.waiting.append(Waiting(condition: condition, reached: reached))
      state.tell()
    }
    for await _ in stream {}
  }
}
