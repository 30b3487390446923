#if os(Windows)
  import Foundation

  /// A lock between the processes of one machine, based on a file that only one of them can open (CreateFileW without sharing).
  ///
  /// When a process ends, Windows closes its files. Unlike on other platforms, an owner that is suspended keeps the lock.
  /// Waiting processes give up with ``StoreFailure/unavailable(_:)``, and the user stays signed in. Tested on Linux, against
  /// Windows' functions in a temporary folder.
  public final class FileLock: CredentialLock {
    /// The default time for which an owner is expected to hold the lock.
    public static let longestHold = Duration.seconds(75)
    /// The time between two attempts of a waiting process.
    private static let pause = Duration.milliseconds(20)
    /// The longest uninterrupted time for which access may be denied. If another process has the lock, the error is a sharing
    /// violation, which may last longer.
    private static let maximumDenialTime = Duration.seconds(1)

    private let file: WindowsFile

    private init(_ file: WindowsFile) {
      self.file = file
    }

    /// Waits for the lock and takes it.
    ///
    /// - Parameters:
    ///   - path: A file in a folder that only the user can access. It is created if it is missing, and never removed.
    ///   - hold: The time for which the lock is expected to be held. Other processes wait four times as long.
    ///   - clock: The clock that measures the wait.
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the file can't be opened, the task was canceled, or another process keeps
    ///   the lock for too long.
    public static func acquire(
      _ path: String, for hold: Duration = longestHold, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(StoreFailure) -> FileLock {
      var wait = LockWait(forFile: path, heldFor: hold, pauses: pause...pause, clock: clock)
      var denied = Duration.zero
      while true {
        do throws(WindowsError) { return FileLock(try WindowsFile(path, for: .locking)) } catch {
          guard error.isInUse, !error.isDenied || denied < maximumDenialTime else {
            throw error.unavailable(path, "opened")
          }
          denied = error.isDenied ? denied + pause : .zero
        }
        try await wait.pause()
      }
    }

    /// Whether it hasn't been released.
    public var isHeld: Bool { file.isOpen }

    public func extend() -> Bool { isHeld }

    /// Releases the lock. A lock that is no longer referenced is released too.
    public func release() { file.close() }
  }
#endif
