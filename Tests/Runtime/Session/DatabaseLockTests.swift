import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A lock in a database` {
  /// A lock whose database requests fail immediately in a canceled task, as those of most clients do.
  private struct Lock: CredentialLock {
    let isReleased: Locked<Bool>

    func extend() async -> Bool { !Task.isCancelled }

    func release() async {
      let isCanceled = Task.isCancelled
      isReleased.withLock { $0 = !isCanceled }
    }
  }

  @Test func `A canceled task can't extend a lock, but still releases it`() async {
    let isReleased = Locked(false)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await StoreLock(Lock(isReleased: isReleased)).whileHeld { lock in await lock.extend() }
    }
    #expect(await task.value == false)
    #expect(isReleased.value)
  }

  @Test func `A lock is released before a failure reaches the caller`() async {
    let isReleased = Locked(false)
    let lock = StoreLock(Lock(isReleased: isReleased))
    await #expect(throws: StoreFailure.corrupt) {
      try await lock.whileHeld { _ throws(StoreFailure) in throw .corrupt }
    }
    #expect(isReleased.value)
  }
}
