import Foundation

/// The signed-in user's credential: read from memory, kept in the store, renewed by one request at a time.
///
/// Several processes may share the store. What another one has done to the session is found out when the store is read again,
/// which every refresh does first, under the store's lock.
actor Session {
  /// A credential, and which sign-in it belongs to. Thousands of callers share one, which a copy for each would cost dear.
  final class Lease: Sendable {
    let credential: Credential
    let generation: Int
    /// When the session ends, whatever its tokens are good for.
    let end: Date?

    init(_ credential: Credential, _ generation: Int) {
      (self.credential, self.generation, end) = (credential, generation, credential.sessionExpiresAt)
    }
  }

  /// What the store is known to have.
  enum Kept: Sendable {
    case unknown
    case known(Credential?)
  }

  let key: CredentialKey
  let store: any CredentialStore
  let now: @Sendable () -> Date
  let clock: any Clock<Duration>
  let observer: Observer
  let activity: ExpiringActivity
  let watchers = SessionWatchers()
  private var isLoaded = false
  var credential: Credential? { didSet { takeAway() } }
  /// What most callers need, without waiting in line for the actor.
  let atHand = Guarded(AtHand())
  /// What the store had when it was last read or written from here. Another process may have changed it since.
  var kept = Kept.unknown
  /// Whether the store has failed to take what is in memory, which so is newer.
  var isUnsaved = false { didSet { takeAway() } }
  /// Whether somebody tries to store it just now.
  var isSavingAgain = false
  /// When a refresh was last tried that nobody needed yet.
  var lastAttempt: Date?
  /// Counts sign-ins and sign-outs, so that a refresh that was overtaken by one changes nothing.
  var generation = 0 { didSet { takeAway() } }
  /// Refreshes take turns: each may make the token of the one before worthless.
  var refreshes = Turns()
  /// Whether one has its turn now.
  var isRefreshing = false
  /// Writes take turns, too, and the store ends as the memory does.
  var writes = Turns()

  init(
    key: CredentialKey, store: any CredentialStore, now: @escaping @Sendable () -> Date, clock: any Clock<Duration>,
    observer: Observer, activity: ExpiringActivity
  ) {
    (self.key, self.store, self.now, self.clock) = (key, store, now, clock)
    (self.observer, self.activity) = (observer, activity)
  }

  /// The credential as it is, or `nil` when nobody is signed in.
  func current() async throws(StepFailure) -> Credential? {
    if !isLoaded {
      let stored: Credential?
      do { stored = try await store.load(key) } catch { throw .store(error) }
      // Another call may have loaded, or signed in, while this one waited.
      if !isLoaded { (credential, kept, isLoaded) = (stored, .known(stored), true) }
    }
    return credential
  }

  /// The credential with what other processes have done to it, where the store can tell.
  func latest() async throws(StepFailure) -> Credential? {
    let (started, known) = (generation, try await current())
    let stored: Credential?
    do throws(StoreFailure) { stored = try await self.stored() } catch { return credential }
    // A refresh may have ended meanwhile, and be stored by now.
    guard generation == started, !isUnsaved, credential == known else { return credential }
    // That somebody has signed out there, or in, is no failure here.
    do throws(StepFailure) { _ = try adopt(stored) } catch {}
    return credential
  }

  /// Keeps a new sign-in's credential. It is used from now on even when the store fails.
  func replace(with new: Credential) async throws(StepFailure) {
    generation += 1
    defer { watchers.tell(.signedIn) }
    do throws(StoreFailure) { try await keep(new) } catch { throw .store(error) }
  }

  /// Forgets the credential, in memory and in the store.
  ///
  /// - Returns: What was forgotten.
  @discardableResult
  func clear() async throws(StepFailure) -> Credential? {
    generation += 1
    let forgotten = credential
    defer { watchers.tell(.signedOut) }
    do throws(StoreFailure) { try await keep(nil) } catch { throw .store(error) }
    return forgotten
  }

  /// Keeps in memory and then in the store what a user wants, whatever other processes have done; `nil` removes it.
  private func keep(_ new: Credential?) async throws(StoreFailure) {
    (credential, isLoaded, lastAttempt) = (new, true, nil)
    let started = generation
    let written = await write(new)
    if generation == started { isUnsaved = written.failure != nil }
    _ = try written.get()
  }

  /// What the session is now, where the store can tell, and whatever becomes of it.
  func states() async -> AsyncStream<SessionState> {
    do throws(StepFailure) {
      _ = try await current()
      return watchers.stream(from: credential == nil ? .signedOut : .signedIn)
    } catch {
      return watchers.stream(from: nil)
    }
  }
}
