import Foundation

/// Work that the system lets finish after the app goes to the background (Apple:
/// `ProcessInfo.performExpiringActivity`).
///
/// iOS suspends an app soon after the user leaves it. A refresh that is suspended between its request and its last
/// write may lose the new tokens, and the system terminates a suspended app that holds a file lock (`0xdead10cc`). When
/// the time is up, the refresh is canceled: it releases its lock, and the stored intent informs the next process that a
/// response may be lost.
struct ExpiringActivity: Sendable {
  /// Begins an activity. The system may call `expire` at any time, from any thread. Calling the result ends the activity.
  let begin: @Sendable (_ expire: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    /// The system's activity. `scripts/check-platforms --behavior` runs it on Linux with a simulated system, not on Apple's platforms.
    static let system = ExpiringActivity { expire in
      let isDone = DispatchSemaphore(value: 0)
      // The system calls this on a background thread, and again with `true` if the time is up while the first call
      // waits.
      ProcessInfo.processInfo.performExpiringActivity(withReason: "Refreshing an access token") { isExpired in
        if isExpired { expire() } else { isDone.wait() }
      }
      return { isDone.signal() }
    }
  #else
    /// This system doesn't suspend apps.
    static let system = ExpiringActivity { _ in {} }
  #endif

  /// Runs `work` to completion, and cancels it when the time is up.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task { await work() }
    let end = begin { task.cancel() }
    defer { end() }
    return await task.value
  }
}
