#if canImport(Security)
  import Foundation

  extension KeychainStore {
    /// Removes what an earlier installation of the app has left in the keychain, which outlives an app that is deleted. Off
    /// unless the app calls it: before anybody signs in, each time that it starts.
    ///
    /// The first start is known by a folder in Application Support, which goes with the app. Not by user defaults: before
    /// the device is first unlocked they look empty, and everybody would be signed out.
    ///
    /// tvOS has no folder that is safe as a marker: apps can only write to folders that the system may purge, and a purge would
    /// look like a new installation. There, this method throws and removes nothing. Call ``remove(_:)`` for the keys that
    /// the app uses if the app has a better way to detect its first start.
    ///
    /// - Warning: The first version of an app that calls this takes its update for a new installation, and signs everybody
    ///   out once. On macOS nothing goes with an app that is deleted, so nothing is removed there but the first time.
    /// - Parameter marker: The folder to know the first start by; `nil` for one of this service.
    /// - Returns: Whether there was anything to remove.
    /// - Throws: ``StoreFailure/unavailable(_:)`` for a shared access group, because its items may be another app's, if the
    ///   folder can't be created, and on tvOS; ``StoreFailure/locked(_:)`` before the device is first unlocked. Nothing is
    ///   removed then, and the next start tries again.
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
        throw .unavailable("there is no folder for Application Support")
      }
      return try await BlockingWork.run { [items] () throws(StoreFailure) in
        guard !FileManager.default.fileExists(atPath: marker.path) else { return false }
        let isFound = try items.hasItem(nil)
        // Marked first: items that are left over do less harm than a sign-in that is removed at the next start.
        do { try FileManager.default.createDirectory(at: marker, withIntermediateDirectories: true) } catch {
          throw .unavailable("\(marker.path) cannot be made")
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
