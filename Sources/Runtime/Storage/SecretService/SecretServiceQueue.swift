#if os(Linux)
  import Dispatch

  /// Where all calls of a store stand in line. They wait for a socket, so they have a thread of their own: the ones of
  /// tasks are few, and others need them.
  actor SecretServiceQueue {
    private let executor = QueueExecutor()
    private let environment: [String: String]
    private let times: SecretServiceTimes
    private var service: SecretService?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(in environment: [String: String], _ times: SecretServiceTimes) {
      (self.environment, self.times) = (environment, times)
    }

    /// Does something in the service. When that was started anew, or the connection broke, it is done once more: all
    /// that is done there can be done twice.
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

    /// After a failure the connection is given up: it may be broken, have an answer still to come, or a prompt open.
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

  /// Runs an actor on a thread of Dispatch's, where it may wait.
  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "org.swift-auth.secret-service")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
#endif
