#if os(Linux)
  internal import AuthDBus

  /// Loads, saves, and removes the item of a credential.
  extension SecretService {
    /// Returns the secret of the newest item.
    ///
    /// - Returns: `nil` only if the item definitely doesn't exist.
    func load(_ attributes: [String: String]) throws(SecretServiceError) -> [UInt8]? {
      let found = try find(attributes) { $0.unlocked.isEmpty ? $0.locked : [] }
      guard let item = try newest(of: found.unlocked) else { return nil }
      return try secret(of: item)
    }

    /// Saves an item, and replaces the one with the same attributes.
    func save(_ item: SecretItem) throws(SecretServiceError) {
      let collection = try home()
      do throws(SecretServiceError) { return try create(item, in: collection) } catch {
        guard error.isLocked else { throw error }
      }
      try unlock([collection])
      try create(item, in: collection)
    }

    /// Removes all items with these attributes. A remaining item would sign the user in again.
    func remove(_ attributes: [String: String]) throws(SecretServiceError) {
      for item in try find(attributes, unlocking: \.locked).unlocked { try delete(item) }
      let left = try search(attributes)
      guard left.unlocked.isEmpty, left.locked.isEmpty else {
        throw .store(.unavailable("the Secret Service still has the deleted item"))
      }
    }

    private struct SearchResult {
      let unlocked: [String]
      let locked: [String]
    }

    private func search(_ attributes: [String: String]) throws(SecretServiceError) -> SearchResult {
      let response = try ask("Service", "SearchItems", [.strings(attributes)], response: "aoao")
      guard let unlocked = response.first?.paths, let locked = response.last?.paths else {
        throw .bus(.broken("the search result has an unexpected form"))
      }
      return SearchResult(unlocked: unlocked, locked: locked)
    }

    /// Searches, and searches again if something had to be unlocked.
    ///
    /// - Parameter needs: Returns the found items that must be unlocked.
    private func find(
      _ attributes: [String: String], unlocking needs: (SearchResult) -> [String]
    ) throws(SecretServiceError) -> SearchResult {
      let found = try search(attributes)
      var locked = needs(found)
      if found.unlocked.isEmpty, locked.isEmpty {
        // Some services don't find locked items, so an empty result may mean that the keyring is locked.
        let home = try home()
        guard try property("Collection", "Locked", at: home) == .boolean(true) else { return found }
        locked = [home]
      }
      guard !locked.isEmpty else { return found }
      try unlock(locked)
      let all = try search(attributes)
      guard needs(all).isEmpty else { throw .locked }
      return all
    }

    /// Returns the default collection. A service that was started but never unlocked doesn't have one.
    private func home() throws(SecretServiceError) -> String {
      if let collection = try defaultCollection() { return collection }
      throw .store(
        .locked("the Secret Service doesn't have a default keyring: it was never unlocked, or never created"))
    }

    private func newest(of items: [String]) throws(SecretServiceError) -> String? {
      guard items.count > 1 else { return items.first }
      var newest: (item: String, date: UInt64)?
      for item in items {
        guard case .uint64(let date)? = try property("Item", "Modified", at: item) else {
          throw .bus(.broken("an item's modification date is missing"))
        }
        // Of items that were modified in the same second, the last one in the list is used.
        if date >= newest?.date ?? 0 { newest = (item, date) }
      }
      return newest?.item
    }
  }
#endif
