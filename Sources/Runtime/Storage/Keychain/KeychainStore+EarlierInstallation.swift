#if canImport(Security)
  import Foundation

  extension KeychainStore {
    /// Removes what an earlier installation of the app has left in the keychain, which outlives an app that is deleted. Off
    /// unless the app calls it: before anybody signs in, each time that it starts.
    ///
    /// The first start is known by a folder in Application Support, which goes with the app. Not by user defaults: before
    /// the device is first unlocked they look empty, and everybody would be signed out.
    ///
    /// - Warning: The first version of an app that calls this takes its update for a new installation, and signs everybody
    ///   out once. On macOS nothing goes with an app that is deleted, so nothing is removed there but the first time.
    /// - Parameter marker: The folder to know the first start by; `nil` for one of this service.
    /// - Returns: Whether there was anything to remove.
    /// - Throws: ``StoreFailure/unavailable(_:)`` for a shared access group, whose items may be another app's, or when the
    ///   folder cannot be made; ``StoreFailure/locked(_:)`` before the device is first unlocked. Nothing is removed then, and
    ///   the next start tries again.
    public func removeItemsOfEarlierInstallation(marker: URL? = nil) async throws(StoreFailure) -> Bool {
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
