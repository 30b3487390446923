/// Runs tasks one after another, in the order in which they were added. Each runs to its end, even if its caller is canceled.
package final class TaskQueue: Sendable {
  private let last = Guarded<Task<Void, Never>?>(nil)

  package init() {}

  /// Adds work that starts when all earlier work has ended.
  package func add<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
  ) -> Task<Result<Value, Failure>, Never> {
    last.withLock { last in
      let before = last
      let task = Task { () async -> Result<Value, Failure> in
        await before?.value
        do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
      }
      last = Task { _ = await task.value }
      return task
    }
  }

  /// Waits until all work that was added before has ended.
  func drain() async {
    await last.withLock { $0 }?.value
  }
}
