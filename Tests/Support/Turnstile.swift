/// Lets a few in at a time: hundreds of sign-ins at once would wait for one another longer than a browser waits.
public actor Turnstile {
  public static let shared = Turnstile()
  private var free = 3
  private var waiting: [CheckedContinuation<Void, Never>] = []

  public nonisolated func pass<Value>(_ body: () async throws -> Value) async throws -> Value {
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
