#if os(Linux)
  internal import AuthDBus

  /// What becomes of one credential's item.
  extension SecretService {
    /// The newest item's secret.
    ///
    /// - Returns: `nil` only when there is certainly none.
    func load(_ attributes: [String: String]) throws(SecretServiceError) -> [UInt8]? {
      let found = try find(attributes) { $0.unlocked.isEmpty ? $0.locked : [] }
      guard let item = try newest(of: found.unlocked) else { return nil }
      return try secret(of: item)
    }

    /// Keeps an item, in the place of the one that has its attributes.
    func save(_ item: SecretItem) throws(SecretServiceError) {
      let collection = try home()
      do throws(SecretServiceError) { return try create(item, in: collection) } catch {
        guard error.isLocked else { throw error }
      }
      try unlock([collection])
      try create(item, in: collection)
    }

    /// Removes all items with these attributes: one that was left would sign in again.
    func remove(_ attributes: [String: String]) throws(SecretServiceError) {
      for item in try find(attributes, unlocking: \.locked).unlocked { try delete(item) }
      let left = try search(attributes)
      guard left.unlocked.isEmpty, left.locked.isEmpty else {
        throw .told(.unavailable("the Secret Service still has what it has deleted"))
      }
    }

    private struct SearchResult {
      let unlocked: [String]
      let locked: [String]
    }

    private func search(_ attributes: [String: String]) throws(SecretServiceError) -> SearchResult {
      let response = try ask("Service", "SearchItems", [.strings(attributes)], response: "aoao")
      guard let unlocked = response.first?.paths, let locked = response.last?.paths else {
        throw .bus(.broken("what was found has another shape"))
      }
      return SearchResult(unlocked: unlocked, locked: locked)
    }

    /// Searches, and once more when something had to be unlocked.
    ///
    /// - Parameter needs: What of the found items has to be unlocked.
    private func find(
      _ attributes: [String: String], unlocking needs: (SearchResult) -> [String]
    ) throws(SecretServiceError) -> SearchResult {
      let found = try search(attributes)
      var locked = needs(found)
      if found.unlocked.isEmpty, locked.isEmpty {
        // Not every service finds what is locked: nothing may mean that nobody can tell.
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

    /// The default collection. A service that was started and never unlocked has none.
    private func home() throws(SecretServiceError) -> String {
      if let collection = try defaultCollection() { return collection }
      throw .told(
        .locked("the Secret Service has no default keyring: it was never unlocked, or none was made yet"))
    }

    private func newest(of items: [String]) throws(SecretServiceError) -> String? {
      guard items.count > 1 else { return items.first }
      var newest: (item: String, date: UInt64)?
      for item in items {
        guard case .uint64(let date)? = try property("Item", "Modified", at: item) else {
          throw .bus(.broken("an item has no date"))
        }
        // Within one second the last in the list is taken.
        if date >= newest?.date ?? 0 { newest = (item, date) }
      }
      return newest?.item
    }
  }
#endif
