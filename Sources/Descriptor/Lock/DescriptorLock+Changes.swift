import AuthConfiguration

/// A fact that differs from the lock.
package struct FactChange: Sendable, Hashable {
  /// The key, such as `server.token_endpoint`.
  package let key: String
  /// The value in the lock, or `nil` if the key is new.
  package let before: String?
  /// The value now, or `nil` if the key is gone.
  package let after: String?

  /// Whether apps would no longer recognize their users.
  package var isBreaking: Bool { key == "userinfo.map.id" || key.hasSuffix(".userinfo.map.id") }

  package var sentence: String {
    switch (before, after) {
    case (let before?, let after?): "'\(key)' changed from '\(before.shown)' to '\(after.shown)'"
    case (nil, let after?): "'\(key)' is new: '\(after.shown)'"
    case (let before?, nil): "'\(key)' is gone; it was '\(before.shown)'"
    case (nil, nil): "'\(key)' didn't change"
    }
  }
}

extension ResolvedFacts {
  /// Returns the changes from other facts to these, sorted by key.
  package func changes(since old: ResolvedFacts) -> [FactChange] {
    Set(values.keys).union(old.values.keys).sorted().compactMap { key in
      let change = FactChange(key: key, before: old.values[key], after: values[key])
      return change.before == change.after ? nil : change
    }
  }
}

extension DescriptorLock {
  /// Returns a finding for each fact of a descriptor and its variants that differs from the lock.
  package func findings(about loaded: LoadedDescriptor) -> [Diagnostic] {
    guard files.contains(loaded.fileName) else {
      let message = "the lock doesn't list '\(loaded.fileName)'; to add it, run 'authgen lock'"
      return [Diagnostic(.lock.unlockedDescriptor, message, at: loaded.location(of: []))]
    }
    return Self.named(loaded).flatMap { name, client in
      let changes = ResolvedFacts(client).changes(since: clients[name] ?? ResolvedFacts(values: [:]))
      return changes.map { finding($0, of: client) }
    }
  }

  private func finding(_ change: FactChange, of client: LoadedDescriptor) -> Diagnostic {
    let path = change.key.split(separator: ".").map(String.init)
    let source = catalog == Catalog.version ? "" : "; the catalog changed from \(catalog.shown) to \(Catalog.version)"
    return Diagnostic(
      change.isBreaking ? .lock.changedUserID : .lock.changedFact, "since the lock, \(change.sentence)\(source)",
      at: client.location(of: path))
  }
}

extension String {
  /// The value, short enough for a message.
  fileprivate var shown: String { plainText(limit: 120) }
}
