import Foundation

@testable import AuthRuntime

/// A system that suspends apps.
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

  /// The reason of each activity that has started.
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

  /// Expires the system's time limit: calls the block again on another thread while its first call waits. Returns after
  /// the first call has returned.
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

// This declaration takes precedence over Foundation's in this module.
extension ProcessInfo {
  func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
    Suspension.system.perform(reason, block)
  }
}
