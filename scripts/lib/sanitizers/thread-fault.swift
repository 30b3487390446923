import Foundation

/// An unlocked counter that two threads increment.
final class Counter: @unchecked Sendable {
  var value = 0
}

let counter = Counter()
let ended = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

// Neither thread waits for the other, so their accesses race even if one thread ends before the other starts. A thread pool
// can run all of the work on one thread, which isn't a race.
for semaphore in ended {
  Thread.detachNewThread {
    counter.value += 1
    semaphore.signal()
  }
}
for semaphore in ended { semaphore.wait() }
