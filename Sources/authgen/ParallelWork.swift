import Foundation

/// Processes several elements at a time.
enum ParallelWork {
  /// The maximum number of workers. More would only wait for memory.
  private static let maximumWorkers = 8

  /// Returns the outputs in the order of the inputs.
  ///
  /// - Parameter worker: Makes the function for one worker, which runs on one thread.
  static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], progress: Progress, worker: @Sendable () -> (Input) -> Output
  ) -> [Output] {
    let queue = Queue<Input, Output>(inputs, progress: progress)
    let workers = min(inputs.count, ProcessInfo.processInfo.activeProcessorCount, maximumWorkers)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      let work = worker()
      while let (index, input) = queue.next() { queue.put(work(input), at: index) }
    }
    return queue.finish()
  }
}

/// The inputs that no worker has taken yet, and the outputs. Unchecked, because its state is only used while `lock` is
/// held.
private final class Queue<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private let inputs: [Input]
  private var outputs: [Output?]
  private var started = 0
  private var progress: Progress

  init(_ inputs: [Input], progress: Progress) {
    self.inputs = inputs
    self.progress = progress
    outputs = Array(repeating: nil, count: inputs.count)
  }

  func next() -> (Int, Input)? {
    lock.withLock {
      guard started < inputs.count else { return nil }
      defer { started += 1 }
      return (started, inputs[started])
    }
  }

  func put(_ output: Output, at index: Int) {
    lock.withLock {
      outputs[index] = output
      progress.step()
    }
  }

  func finish() -> [Output] {
    lock.withLock {
      progress.finish()
      return outputs.compactMap(\.self)
    }
  }
}
