/// The contents of a store, as far as this process knows them.
enum StoreContents: Sendable {
  case unknown
  case known(Credential?)

  /// Whether the store still has the tokens that this process knows of.
  func isSameSession(as other: Credential?) -> Bool {
    switch self {
    case .unknown: true
    case .known(let known): known.map { mine in other?.isSameSession(as: mine) ?? false } ?? (other == nil)
    }
  }
}

/// The place of one session in the app's store.
struct SessionStore: Sendable {
  /// The outcome of a write.
  enum Written: Sendable {
    case done
    /// Nothing was written: another process has stored this since this one read the store.
    case overtaken(by: Credential?)
  }

  /// The number of attempts to write, in case this process is stopped in the middle of each.
  private static let writeAttempts = 3

  private let store: any CredentialStore
  private let key: CredentialKey
  private let clock: any Clock<Duration>

  init(_ store: any CredentialStore, _ key: CredentialKey, _ clock: any Clock<Duration>) {
    (self.store, self.key, self.clock) = (store, key, clock)
  }

  func load() async throws(StoreFailure) -> Credential? { try await store.load(key) }

  func lock(for purpose: CredentialLockPurpose) async throws(StoreFailure) -> StoreLock {
    StoreLock(try await store.lock(key, for: purpose, clock: clock))
  }

  /// Saves the credential if the store has the expected contents; `nil` removes it. Under the lock, no other process can write
  /// between the comparison and the write.
  ///
  /// - Parameter note: Called with the contents that this process finds, and with those that it writes.
  nonisolated(nonsending) func compareAndWrite(
    _ new: Credential?, expecting expected: StoreContents, note: (StoreContents) -> Void
  ) async throws(StoreFailure) -> Written {
    for _ in 0..<Self.writeAttempts {
      let written = try await writeLock(for: new).whileHeld { lock throws(StoreFailure) -> Written? in
        // A file that can't be read can perhaps be written.
        if let found = await readable() {
          guard expected.isSameSession(as: found) else { return .overtaken(by: found) }
          note(.known(found))
        }
        // A process that was stopped until now looks again.
        guard await lock.extend() else { return nil }
        if let new { try await store.save(new, for: key) } else { try await store.remove(key) }
        note(.known(new))
        return .done
      }
      if let written { return written }
    }
    throw .unavailable("this process was stopped again and again while it wrote")
  }

  /// A sign-out works even if the disk is full and has no room for a lock.
  private func writeLock(for new: Credential?) async throws(StoreFailure) -> StoreLock {
    do throws(StoreFailure) { return try await lock(for: .write) } catch {
      guard new == nil else { throw error }
      return StoreLock(nil)
    }
  }

  private func readable() async -> Credential?? {
    do { return .some(try await load()) } catch { return nil }
  }
}

extension Credential {
  /// Whether both have the same tokens, whatever else is known.
  func isSameSession(as other: Credential) -> Bool {
    accessToken == other.accessToken && refreshToken == other.refreshToken
      && audienceTokens.map(\.accessToken) == other.audienceTokens.map(\.accessToken)
  }
}
