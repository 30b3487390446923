/// The credential in memory, and its relation to the store.
///
/// Each change clears the cache. ``publish()`` fills it again when the change is complete.
struct SessionMemory {
  /// The credential, or `nil` if no user is signed in.
  private(set) var credential: Credential? {
    didSet {
      cache.clear()
      let isSameToken =
        credential?.accessToken == oldValue?.accessToken && credential?.obtainedAt == oldValue?.obtainedAt
      if !isSameToken { tokenAge = Stopwatch(clock) }
    }
  }
  /// Measures the time since this process received the access token, or read it from the store.
  private var tokenAge: Stopwatch
  /// The number of sign-ins and sign-outs. A refresh that one of them overtakes changes nothing.
  private(set) var generation = 0 { didSet { cache.clear() } }
  /// The contents of the store when this process last read or wrote it. Another process may have changed it since then.
  var stored = StoreContents.unknown
  /// Whether the store failed to save the credential, so that memory is newer.
  private(set) var isUnsaved = false { didSet { cache.clear() } }
  private(set) var isLoaded = false
  private let cache: LeaseCache
  private let clock: any Clock<Duration>
  private let watchers = SessionWatchers()

  init(_ cache: LeaseCache, _ clock: any Clock<Duration>) {
    (self.cache, self.clock, tokenAge) = (cache, clock, Stopwatch(clock))
  }

  /// Whether the store failed to save the credential, and no other process has changed its contents since then.
  func isNewer(than loaded: Credential?) -> Bool { isUnsaved && stored.allowsReplacing(loaded, with: credential) }

  /// Takes the first credential from the store.
  mutating func load(_ loaded: Credential?) {
    (credential, stored, isLoaded) = (loaded, .known(loaded), true)
  }

  /// Sets the credential of a new sign-in. `nil` signs out. Watchers are notified after the store has it, too.
  mutating func replace(with new: Credential?) {
    generation += 1
    (credential, isUnsaved, isLoaded) = (new, false, true)
  }

  /// Sets a renewed credential of the same sign-in.
  mutating func renew(_ new: Credential, isUnsaved: Bool) {
    (credential, self.isUnsaved) = (new, isUnsaved)
  }

  /// Restores the credential without the intent to refresh it.
  mutating func restore(_ old: Credential) { credential = old }

  /// Notes whether the store has the credential.
  mutating func noteSave(failed: Bool) { isUnsaved = failed }

  /// Ends a session that can't be used anymore.
  mutating func end(isUnsaved: Bool) {
    (credential, self.isUnsaved) = (nil, isUnsaved)
    step(to: .needsSignIn)
  }

  /// - Throws: The failure of a refresh that a sign-out or another sign-in has overtaken.
  func check(_ started: Int) throws(StepFailure) {
    guard generation == started else { throw credential == nil ? .notSignedIn : .cancelled }
  }

  /// Adopts a credential that another process has stored.
  ///
  /// - Throws: ``AuthFailure/notSignedIn`` after a sign-out there. ``AuthFailure/cancelled`` after the sign-in of another user:
  ///   a caller must not continue with that user's token.
  mutating func adopt(_ loaded: Credential?) throws(StepFailure) -> Credential {
    let known = credential
    (credential, stored, isUnsaved) = (loaded, .known(loaded), false)
    guard let loaded else {
      if known != nil { step(to: .signedOut) }
      throw .notSignedIn
    }
    guard let known else {
      step(to: .signedIn)
      return loaded
    }
    if loaded.isSameSession(as: known) {
      // The store doesn't have to save everything that is known about the user.
      var same = known
      same.unconfirmedRefresh = loaded.unconfirmedRefresh
      same.authSession = loaded.authSession ?? known.authSession
      same.exchangedTokens.merge(loaded.exchangedTokens) { $1.obtainedAt < $0.obtainedAt ? $0 : $1 }
      credential = same
      return same
    }
    guard loaded.claims.map({ $0.isSameUser(as: known.claims) }) ?? (known.claims == nil) else {
      step(to: .signedIn)
      throw .cancelled
    }
    return loaded
  }

  /// Makes the credential available in the cache, unless it has to be saved first.
  func publish() {
    guard let credential, !isUnsaved else { return }
    cache.fill { [generation, tokenAge] in Session.Lease(credential, generation, tokenAge) }
  }

  func lease() throws(StepFailure) -> Session.Lease {
    publish()
    if let lease = cache.lease { return lease }
    guard let credential else { throw .notSignedIn }
    return Session.Lease(credential, generation, tokenAge)
  }

  /// Returns a stream of `first` and all later states.
  func states(from first: SessionState?) -> AsyncStream<SessionState> { watchers.stream(from: first) }

  func notify(_ news: SessionState) { watchers.notify(news) }

  /// Starts a new generation, because the session is a different one.
  private mutating func step(to state: SessionState) {
    generation += 1
    watchers.notify(state)
  }
}
