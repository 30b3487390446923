/// Stores credentials in memory only, so the user signs in again after the process restarts. Several clients may share one
/// store.
public actor MemoryCredentialStore: CredentialStore {
  fileprivate struct Place: Sendable, Hashable {
    let key: CredentialKey
    let purpose: CredentialLockPurpose
  }

  private var credentials: [CredentialKey: Credential] = [:]
  /// The callers that wait for each lock that is held. The list is empty if no caller is waiting.
  private var waiting: [Place: [CheckedContinuation<Void, Never>]] = [:]

  /// Creates an empty store.
  public init() {}

  public func load(_ key: CredentialKey) -> Credential? {
    credentials[key]
  }

  public func save(_ credential: Credential, for key: CredentialKey) {
    credentials[key] = credential
  }

  public func remove(_ key: CredentialKey) {
    credentials[key] = nil
  }

  public func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async -> (any CredentialLock)? {
    let place = Place(key: key, purpose: purpose)
    if waiting[place] == nil {
      waiting[place] = []
    } else {
      await withCheckedContinuation { waiting[place]?.append($0) }
    }
    return MemoryLock(store: self, place: place)
  }

  /// Passes the lock to the next caller.
  fileprivate func pass(_ place: Place) {
    if waiting[place]?.isEmpty ?? true { waiting[place] = nil } else { waiting[place]?.removeFirst().resume() }
  }
}

/// A lock on a credential. It can be released only once.
private final class MemoryLock: CredentialLock {
  private let store: MemoryCredentialStore
  private let place: MemoryCredentialStore.Place
  private let isOver = Guarded(false)

  init(store: MemoryCredentialStore, place: MemoryCredentialStore.Place) {
    (self.store, self.place) = (store, place)
  }

  deinit {
    if end() { Task { [store, place] in await store.pass(place) } }
  }

  func extend() -> Bool { !isOver.withLock { $0 } }

  func release() async {
    if end() { await store.pass(place) }
  }

  /// - Returns: `false` if the lock was already released.
  private func end() -> Bool {
    isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
  }
}
