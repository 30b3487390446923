import Foundation

/// A fault that the sanitizers must report: `session-probe fault thread` or `session-probe fault address`. `scripts/sanitize` runs it
/// before the tests, built with the same settings, and compiles this file alone for `--self-test`.
enum PlantedFault {
  static func run(_ sanitizer: String?) {
    switch sanitizer {
    case "thread": race()
    case "address": readReleased()
    default: exit(64)
    }
  }

  /// An unlocked counter.
  private final class Counter: @unchecked Sendable {
    var value = 0
  }

  /// Neither thread waits for the other, so their accesses race even if one thread ends before the other starts.
  private static func race() {
    let counter = Counter()
    let ended = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    for semaphore in ended {
      Thread.detachNewThread {
        counter.value += 1
        semaphore.signal()
      }
    }
    for semaphore in ended { semaphore.wait() }
  }

  private static func readReleased() {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 8)
    memory.initialize(repeating: 7, count: 8)
    memory.deallocate()
    print(memory[Int.random(in: 0..<8)])
  }
}
