import Foundation

@testable import AuthRuntime

/// The system that suspends apps.
final class Suspension: @unchecked Sendable {
  // Unchecked: `lock` guards the properties.
  static let system = Suspension()

  private let lock = NSLock()
  private var block: (@Sendable (Bool) -> Void)?
  private var isRefusing = false
  private var reasons: [String] = []
  private var ends = AsyncStream.makeStream(of: Void.self)

  /// - Parameter isRefusing: Whether the system rejects activities.
  func reset(isRefusing: Bool = false) {
    lock.withLock {
      (block, self.isRefusing, reasons) = (nil, isRefusing, [])
      ends = AsyncStream.makeStream(of: Void.self)
    }
  }

  /// The reason of each activity that began.
  var begun: [String] { lock.withLock { reasons } }

  /// Waits until the first block of an activity has returned.
  func waitForEnd() async {
    let stream = lock.withLock { ends.stream }
    for await _ in stream { return }
  }

  func perform(_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) {
    let (isRefusing, end) = lock.withLock {
      self.block = block
      reasons.append(reason)
      return (self.isRefusing, ends.continuation)
    }
    Thread.detachNewThread {
      block(isRefusing)
      end.yield()
    }
  }

  /// The time is up: calls the block again, on another thread, while its first call waits. Returns when that call has.
  func expire() async {
    let block = lock.withLock { self.block }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        block?(true)
        continuation.resume()
      }
    }
  }
}

// This takes precedence over Foundation's own in this module.
extension ProcessInfo {
  func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
    Suspension.system.perform(reason, block)
  }
}
