import Foundation

/// A call of the app's own code, which may ask the user, fail in any way, or never end.
struct HostCall: Sendable {
  private enum Event: Sendable {
    case done(Result<Data, any Error>)
    case timedOut
  }

  let closure: @Sendable (Data) async throws -> Data
  let timeLimit: Duration
  let clock: any Clock<Duration>

  /// Returns as soon as the task is cancelled or the time is up, and cancels what it called, whose answer comes too late.
  func callAsFunction(_ data: Data) async throws(KeyProtectorFailure) -> Data {
    guard !Task.isCancelled else { throw .unavailable("the task was cancelled") }
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    // A task of its own, not a child: one that ignores cancellation must not hold up the session.
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
      guard case .done(let result) = event else { throw .unavailable("the app did not protect the key in time") }
      do { return try result.get() } catch { throw Self.failure(error) }
    }
    throw .unavailable("the task was cancelled")
  }

  /// The text of a foreign error may hold anything, so only its type is told.
  private static func failure(_ error: any Error) -> KeyProtectorFailure {
    error as? KeyProtectorFailure ?? .unavailable("the app could not protect the key (\(type(of: error)))")
  }
}
