import Foundation

/// Work that waits for a disk, for another program or for the user, which no thread should do that others need.
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
