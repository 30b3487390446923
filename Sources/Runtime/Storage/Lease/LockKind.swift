/// The kind of lock with which processes that share a folder exclude each other.
enum LockKind: Sendable, CaseIterable {
  /// ``FileLock``: a kernel lock, which ends with its process. macOS doesn't suspend apps.
  case kernel
  #if !os(Windows)
    /// `FileLease`: a file with an expiration time. iOS terminates an app that is suspended while it holds a kernel lock in the
    /// container of an app group (`0xdead10cc`).
    case lease
  #endif

  /// The kind for a folder that other apps or extensions may use.
  static var shared: LockKind {
    // A Mac Catalyst app may share its folder with apps for macOS.
    #if (os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)) && !targetEnvironment(macCatalyst)
      .lease
    #else
      .kernel
    #endif
  }

  /// The path of the lock's file or folder.
  ///
  /// - Parameter stem: The path without an extension.
  func path(_ stem: String) -> String {
    switch self {
    case .kernel: stem + ".lock"
    #if !os(Windows)
      case .lease: stem + ".lease"
    #endif
    }
  }

  /// Waits for the lock.
  ///
  /// - Parameters:
  ///   - stem: The path without an extension, in a folder that only this user can change.
  ///   - hold: The time after which an owner loses the lock unless it extends it.
  ///   - clock: Measures the time between attempts.
  func acquire(
    _ stem: String, for hold: Duration, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> any CredentialLock {
    switch self {
    case .kernel: try await FileLock.acquire(path(stem), for: hold, clock: clock)
    #if !os(Windows)
      case .lease: try await FileLease.acquire(path(stem), for: hold, clock: clock)
    #endif
    }
  }
}
