/// Limits how many tasks run at the same time. Hundreds of simultaneous sign-ins would exceed a browser's timeout.
public actor ConcurrencyLimit {
  public static let shared = ConcurrencyLimit()
  private var free = 3
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public nonisolated func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    await enter()
    do {
      let value = try await body()
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  private func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
