import Foundation

/// A counter without a lock, which two threads increase at the same time.
final class Counter: @unchecked Sendable {
  var value = 0
}

let counter = Counter()
DispatchQueue.concurrentPerform(iterations: 8) { _ in
  for _ in 0..<10_000 { counter.value += 1 }
}
