#if os(Linux)
  import Dispatch

  /// Runs all calls of a store one after another. They block while they wait for a socket, so they run on a separate thread and
  /// not on one of the few threads for tasks.
  actor SecretServiceQueue {
    private let executor = QueueExecutor()
    private let environment: [String: String]
    private let times: SecretServiceTimes
    private var service: SecretService?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(in environment: [String: String], _ times: SecretServiceTimes) {
      (self.environment, self.times) = (environment, times)
    }

    /// Runs work in the service. If the service was restarted or the connection broke, the work is retried once, because all of
    /// it can safely be repeated.
    func run<Value: Sendable>(
      _ work: @Sendable (SecretService) throws(SecretServiceError) -> Value
    ) throws(StoreFailure) -> Value {
      do throws(SecretServiceError) {
        do throws(SecretServiceError) { return try attempt(work) } catch {
          guard error.isStale else { throw error }
          return try attempt(work)
        }
      } catch {
        throw error.failure
      }
    }

    /// Runs work once. After a failure, the connection is closed: it may be broken, or have a pending response or an open
    /// prompt.
    private func attempt<Value: Sendable>(
      _ work: (SecretService) throws(SecretServiceError) -> Value
    ) throws(SecretServiceError) -> Value {
      do throws(SecretServiceError) {
        return try work(try connected())
      } catch {
        service = nil
        throw error
      }
    }

    private func connected() throws(SecretServiceError) -> SecretService {
      if let service { return service }
      let new = try SecretService(in: environment, times)
      service = new
      return new
    }
  }

  /// Runs an actor on a dispatch queue, where it may block.
  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "org.swift-auth.secret-service")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
#endif
