import Dispatch

/// An executor whose tasks continue only when a test says so.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class HeldExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs the tasks until all of them wait.
  public func run() async {
    await withCheckedContinuation { end in
      DispatchQueue.global().async {
        while let job = self.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
          job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
        end.resume()
      }
    }
  }
}
