#if canImport(Security)
  import Foundation

  extension KeychainStore {
    /// Removes the items that an earlier installation of the app left in the keychain, because keychain items remain when an
    /// app is deleted. Nothing is removed unless the app calls this method. Call it each time the app starts, before a sign-in.
    ///
    /// A folder in Application Support marks the first start, because the system deletes it with the app. User defaults don't
    /// work as a marker: before the device is first unlocked they look empty, so every user would be signed out.
    ///
    /// On tvOS, this method throws and removes nothing, because apps there can only write to folders that the system may purge,
    /// and a purge would look like a new installation. If the app has a better way to detect its first start, call
    /// ``remove(_:)`` for the keys that the app uses.
    ///
    /// - Warning: The first version of an app that calls this method mistakes the update for a new installation, and signs out
    ///   all users once. On macOS, deleting an app doesn't delete the folder, so items are removed only the first time.
    /// - Parameter marker: The folder that marks the first start, or `nil` for a folder for this service.
    /// - Returns: Whether any items were removed.
    /// - Throws: ``StoreFailure/unavailable(_:)`` for a shared access group, because its items may belong to another app, if
    ///   the folder can't be created, and on tvOS. ``StoreFailure/locked(_:)`` before the device is first unlocked. If it
    ///   throws, nothing is removed, and the next start tries again.
    public func removeItemsOfEarlierInstallation(marker: URL? = nil) async throws(StoreFailure) -> Bool {
      #if os(tvOS)
        throw .unavailable("tvOS may purge every folder of an app, so no folder can mark the first start")
      #else
        return try await removeItemsUnlessMarked(marker)
      #endif
    }

    private func removeItemsUnlessMarked(_ marker: URL?) async throws(StoreFailure) -> Bool {
      guard items.options.accessGroup == nil else {
        throw .unavailable("items of an access group may belong to another app")
      }
      let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      let name = "auth-installed-\(FileStem.of(items.service))"
      guard let marker = marker ?? support?.appendingPathComponent(name) else {
        throw .unavailable("the Application Support folder is missing")
      }
      return try await BlockingWork.run { [items] () throws(StoreFailure) in
        guard !FileManager.default.fileExists(atPath: marker.path) else { return false }
        let isFound = try items.hasItem(nil)
        // The marker is created first: leftover items do less harm than removing a new sign-in at the next start.
        do { try FileManager.default.createDirectory(at: marker, withIntermediateDirectories: true) } catch {
          throw .unavailable("\(marker.path) can't be created")
        }
        guard isFound else { return false }
        do throws(StoreFailure) { try items.remove(nil) } catch {
          try? FileManager.default.removeItem(at: marker)
          throw error
        }
        return true
      }
    }
  }
#endif
