#if canImport(Security)
  import Foundation

  /// The lock files of a ``KeychainStore``.
  struct LockFiles: Sendable {
    let folder: PrivateFolder
    /// Whether the folder has no files but locks.
    let isOwnFolder: Bool

    /// Creates the folder, and lets this process use the lock at `path` while the device is locked.
    func prepare(_ path: String) throws(StoreFailure) {
      try folder.check()
      // New files get the protection of their folder.
      if isOwnFolder { Self.allowInBackground(folder.path) }
      for file in [path, path + ".takeover"] where FileManager.default.fileExists(atPath: file) {
        Self.allowInBackground(file)
      }
    }

    /// Lets this process open a file while the device is locked, once it was unlocked after it started. If the app's default is
    /// `NSFileProtectionComplete`, it couldn't. macOS has no such protection.
    static func allowInBackground(_ path: String) {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // If this fails, so does opening the file, and that has an error of its own.
        try? FileManager.default.setAttributes(
          [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
      #endif
    }
  }
#endif
