/// Does pieces of work one after another, in the order in which they came, each to its end whoever waits for it.
struct Turns {
  private var last: Task<Void, Never>?

  /// Begins the work when all that came before has ended.
  mutating func next<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
  ) -> Task<Result<Value, Failure>, Never> {
    let before = last
    let task = Task { () async -> Result<Value, Failure> in
      await before?.value
      do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
    }
    last = Task { _ = await task.value }
    return task
  }

  /// Waits until all has ended that has come so far.
  func allDone() async {
    await last?.value
  }
}
