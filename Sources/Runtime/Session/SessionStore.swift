/// The contents of a store, as known to this process.
enum StoreContents: Sendable {
  /// This process hasn't read them.
  case unknown
  /// Any contents. A sign-in or a sign-out replaces them, even if it can't read them.
  case any
  /// Data that isn't a credential.
  case damaged
  case known(Credential?)

  /// Whether the store still has the tokens that this process knows.
  func isSameSession(as other: Credential?) -> Bool {
    switch self {
    case .unknown, .any: true
    case .damaged: false
    case .known(let known): known.map { mine in other?.isSameSession(as: mine) ?? false } ?? (other == nil)
    }
  }

  /// Whether a process that knows these contents may replace those that it finds.
  ///
  /// The found contents must have the same tokens. If the new ones have them, too, the process mustn't remove an intent that it
  /// doesn't know: another process took the lock over and sends the token. New tokens replace any intent to obtain them.
  func allowsReplacing(_ found: Credential?, with new: Credential?) -> Bool {
    guard isSameSession(as: found) else { return false }
    guard case .known(let known) = self, let new, let found, new.isSameSession(as: found) else { return true }
    return found.unconfirmedRefresh == nil || found.unconfirmedRefresh == known?.unconfirmedRefresh
  }
}

/// The entry of one session in the app's store.
struct SessionStore: Sendable {
  /// The outcome of a write.
  enum WriteResult: Sendable {
    case done
    /// Nothing was written, because another process has stored this credential since this one read the store.
    case overtaken(by: Credential?)
  }

  /// The number of attempts to write, in case this process is suspended during each.
  private static let writeAttempts = 3

  private let store: any CredentialStore
  private let key: CredentialKey
  let clock: any Clock<Duration>
  let steps: StepLog

  init(_ store: any CredentialStore, _ key: CredentialKey, _ clock: any Clock<Duration>, _ steps: StepLog) {
    (self.store, self.key, self.clock, self.steps) = (store, key, clock, steps)
  }

  func load() async throws(StoreFailure) -> Credential? { try await store.load(key) }

  func lock(for purpose: CredentialLockPurpose) async throws(StoreFailure) -> StoreLock {
    steps(.lock)
    return StoreLock(try await store.lock(key, for: purpose, clock: clock), steps)
  }

  /// Saves the credential if the store has the expected contents. `nil` removes it. Because of the lock, no other
  /// process can write between the comparison and the write.
  ///
  /// - Parameter note: Called with the contents that this process reads, and with those that it writes.
  nonisolated(nonsending) func compareAndWrite(
    _ new: Credential?, expecting expected: StoreContents, note: (StoreContents) -> Void
  ) async throws(StoreFailure) -> WriteResult {
    for _ in 0..<Self.writeAttempts {
      let written = try await writeLock(for: new, expected).whileHeld { lock throws(StoreFailure) -> WriteResult? in
        steps(.compare)
        switch try await found(expected) {
        case .known(let found):
          guard expected.allowsReplacing(found, with: new) else { return .overtaken(by: found) }
          note(.known(found))
        case .damaged, .unknown, .any: break
        }
        // If this process was suspended, it has to read the store again.
        guard await lock.extend() else { return nil }
        steps(.write)
        guard try await write(new, holding: lock) else { return nil }
        note(.known(new))
        return .done
      }
      if let written { return written }
    }
    throw .unavailable("this process was suspended each time it tried to write")
  }

  /// - Returns: `false` if another process has taken the lock, so nothing was written.
  private func write(_ new: Credential?, holding lock: StoreLock) async throws(StoreFailure) -> Bool {
    guard let new else { return try await store.remove(key, holding: lock.lock) }
    return try await store.save(new, for: key, holding: lock.lock)
  }

  /// Returns the lock for a write. A sign-out works without it, even if the disk is too full for a lock.
  private func writeLock(for new: Credential?, _ expected: StoreContents) async throws(StoreFailure) -> StoreLock {
    do throws(StoreFailure) { return try await lock(for: .write) } catch {
      guard new == nil, case .any = expected else { throw error }
      return StoreLock(nil, steps)
    }
  }

  /// Returns the contents that a write would replace.
  ///
  /// - Throws: The failure to read them, if the write must compare them: another process may have signed out. A sign-in or a
  ///   sign-out replaces any contents, because a file that can't be read may still be writable.
  private func found(_ expected: StoreContents) async throws(StoreFailure) -> StoreContents {
    do throws(StoreFailure) { return .known(try await load()) } catch {
      if error == .corrupt { return .damaged }
      guard case .any = expected else { throw error }
      return .unknown
    }
  }
}

extension Credential {
  /// Whether both have the same tokens. Other differences don't matter.
  func isSameSession(as other: Credential) -> Bool {
    accessToken == other.accessToken && refreshToken == other.refreshToken
      && audienceTokens.map(\.accessToken) == other.audienceTokens.map(\.accessToken)
  }
}
