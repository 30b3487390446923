import Foundation

/// A call of the app's own code, which may prompt the user, throw any error, or never return.
struct AppCall: Sendable {
  private enum Event: Sendable {
    case done(Result<Data, any Error>)
    case timedOut
  }

  let closure: @Sendable (Data) async throws -> Data
  let timeLimit: Duration
  let clock: any Clock<Duration>

  /// Calls the closure. If the task is canceled or the time is up, returns immediately and cancels the closure. Its result is
  /// then ignored.
  func callAsFunction(_ data: Data) async throws(KeyProtectorFailure) -> Data {
    guard !Task.isCancelled else { throw .unavailable("the task was canceled") }
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    // An unstructured task: a closure that ignores cancellation must not block the session.
    let calling = Task { [closure] in
      do { continuation.yield(.done(.success(try await closure(data)))) } catch {
        continuation.yield(.done(.failure(error)))
      }
    }
    let timing = Task { [clock, timeLimit] in
      do { try await clock.sleep(for: timeLimit) } catch { return }
      continuation.yield(.timedOut)
    }
    defer {
      calling.cancel()
      timing.cancel()
    }
    for await event in events {
      guard case .done(let result) = event else { throw .unavailable("the app didn't protect the key in time") }
      do { return try result.get() } catch { throw Self.failure(error) }
    }
    throw .unavailable("the task was canceled")
  }

  /// Returns a failure for the closure's error. The description of an unknown error may contain anything, so only its type is
  /// used.
  private static func failure(_ error: any Error) -> KeyProtectorFailure {
    error as? KeyProtectorFailure ?? .unavailable("the app's key protection failed (\(type(of: error)))")
  }
}
