#if os(Windows)
  import Foundation

  /// A lock among the processes of one machine, in a file that only one of them may have open (CreateFileW without sharing).
  ///
  /// Windows closes the file of an owner that has died. Unlike elsewhere, an owner that is alive but doesn't continue keeps it.
  /// The others give up with ``StoreFailure/unavailable(_:)``, and the user stays signed in. Tested on Linux, against Windows'
  /// functions in a temporary folder.
  public final class FileLock: CredentialLock {
    /// How long an owner is expected to hold it, unless told otherwise.
    public static let longestHold = Duration.seconds(75)
    /// How often who waits looks again.
    private static let pause = Duration.milliseconds(20)
    /// How long access may be denied without a break. Another owner of the lock is a sharing violation, which lasts longer.
    private static let longestDenial = Duration.seconds(1)
    /// How many times ``longestHold`` somebody waits.
    private static let patience = 4

    private let file: WindowsFile

    private init(_ file: WindowsFile) {
      self.file = file
    }

    /// Waits for the lock, and takes it.
    ///
    /// - Parameters:
    ///   - path: A file in a folder that is the user's alone. It is made when it is missing, and never removed.
    ///   - hold: How long it is expected to be held; others wait four times as long.
    ///   - clock: Measures the waiting.
    /// - Throws: ``StoreFailure/unavailable(_:)`` when the file cannot be opened, the task was cancelled, or another process
    ///   goes on and on.
    public static func acquire(
      _ path: String, for hold: Duration = longestHold, clock: any Clock<Duration> = ContinuousClock()
    ) async throws(StoreFailure) -> FileLock {
      var (waited, denied) = (Duration.zero, Duration.zero)
      while waited <= max(hold, longestHold) * patience {
        do throws(WindowsError) { return FileLock(try WindowsFile(path, for: .locking)) } catch {
          guard error.isInUse, !error.isDenied || denied < longestDenial else {
            throw error.unavailable(path, "opened")
          }
          denied = error.isDenied ? denied + pause : .zero
        }
        do { try await clock.sleep(for: pause) } catch {
          throw .unavailable("waiting for \(path) was cancelled")
        }
        waited += pause
      }
      throw .unavailable("another process holds \(path) and does not let go")
    }

    /// Whether it has not been released.
    public var isHeld: Bool { file.isOpen }

    public func extend() -> Bool { isHeld }

    /// Lets others have it. Done when the lock is not used any more, too.
    public func release() { file.close() }
  }
#endif
