import Foundation

/// Runs work that waits for a disk, another program, or the user, so that it doesn't block a thread of the concurrency pool.
enum BlockingWork {
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StoreFailure) -> Value
  ) async throws(StoreFailure) -> Value {
    let result: Result<Value, StoreFailure> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Result { () throws(StoreFailure) in try work() })
      }
    }
    return try result.get()
  }
}
