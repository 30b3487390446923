#if canImport(Security)
  import Foundation

  /// The lock files of a ``KeychainStore``.
  struct LockFiles: Sendable {
    let folder: PrivateFolder
    /// Whether the folder contains only lock files.
    let isOwnFolder: Bool
    let kind: LockKind

    /// - Returns: `nil` if no other process uses the items.
    /// - Throws: ``StoreFailure/unavailable(_:)`` if the app doesn't have such a folder.
    init?(of service: String, at place: KeychainOptions.LockLocation) throws(StoreFailure) {
      let parent: URL?
      switch place {
      case .none: return nil
      case .folder(let folder):
        (self.folder, isOwnFolder, kind) = (PrivateFolder(path: folder.path), false, .shared)
        return
      case .caches:
        (parent, kind) = (FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first, .kernel)
      case .appGroup(let name):
        (parent, kind) = (Self.container(of: name), .shared)
      }
      guard let parent else { throw .unavailable("the folder for locks is missing; check the app group's entitlement") }
      folder = PrivateFolder(path: parent.appendingPathComponent("auth-locks-\(FileStem.of(service))").path)
      isOwnFolder = true
    }

    /// Waits for the lock with that name.
    func lock(
      _ name: String, for hold: Duration, clock: any Clock<Duration>
    ) async throws(StoreFailure) -> any CredentialLock {
      let stem = "\(folder.path)/\(name)"
      let path = kind.path(stem)
      switch kind {
      case .kernel:
        try await BlockingWork.run { () throws(StoreFailure) in try prepare([path, path + ".takeover"]) }
        let lock = try await kind.acquire(stem, for: hold, clock: clock)
        try await BlockingWork.run { () throws(StoreFailure) in Self.allowInBackground(path) }
        return lock
      case .lease:
        try await BlockingWork.run { () throws(StoreFailure) in
          try prepare([])
          try PrivateFolder(path: path).check()
          PrivateFolder(path: path).forEachPath(Self.allowInBackground)
        }
        return try await kind.acquire(stem, for: hold, clock: clock)
      }
    }

    /// Creates the folder, and lets this process use the files while the device is locked.
    private func prepare(_ files: [String]) throws(StoreFailure) {
      try folder.check()
      // New files get the protection of their folder.
      if isOwnFolder { Self.allowInBackground(folder.path) }
      for file in files where FileManager.default.fileExists(atPath: file) { Self.allowInBackground(file) }
    }

    /// Lets this process open a file while the device is locked, after the device was unlocked once since it started. If the
    /// app's default is `NSFileProtectionComplete`, the file couldn't be opened. macOS doesn't have this kind of protection.
    private static func allowInBackground(_ path: String) {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // If this fails, opening the file fails too, with an error that describes the cause.
        try? FileManager.default.setAttributes(
          [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: path)
      #endif
    }

    private static func container(of group: String) -> URL? {
      let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
      #if os(tvOS)
        // Apps can't write to any other folder of the container.
        return container?.appendingPathComponent("Library/Caches")
      #else
        return container
      #endif
    }
  }

  extension PrivateFolder {
    /// Calls `body` with the folder's path and with those of its files.
    fileprivate func forEachPath(_ body: (String) -> Void) {
      body(path)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] { body("\(path)/\(name)") }
    }
  }
#endif
