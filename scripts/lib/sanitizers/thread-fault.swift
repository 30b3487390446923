import Foundation

/// A counter without a lock, which two threads increase.
final class Counter: @unchecked Sendable {
  var value = 0
}

let counter = Counter()
let ended = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

// Neither thread waits for the other, so their accesses are a race even if one ends before the other starts. In a pool, a
// single thread can do all of the work, and then there is no race.
for semaphore in ended {
  Thread.detachNewThread {
    counter.value += 1
    semaphore.signal()
  }
}
for semaphore in ended { semaphore.wait() }
