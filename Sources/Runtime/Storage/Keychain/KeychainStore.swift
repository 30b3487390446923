#if canImport(Security)
  import Foundation

  /// Stores each credential in a keychain item (Apple: Keychain Services).
  ///
  /// A missing item is `nil`. If the keychain is locked, if the user closed its prompt, or if it can't be used, the call fails
  /// and the user stays signed in:
  ///
  /// | Result | Failure |
  /// | --- | --- |
  /// | `errSecInteractionNotAllowed` | ``StoreFailure/locked(_:)`` |
  /// | `errSecUserCanceled`, `errSecAuthFailed` | ``StoreFailure/denied(_:)`` |
  /// | data that isn't a credential | ``StoreFailure/corrupt`` |
  /// | any other | ``StoreFailure/unavailable(_:)``, with advice or Apple's message |
  ///
  /// This store was run on Linux with a simulated keychain (`scripts/check-platforms --behavior`), but **not on Apple's
  /// platforms**.
  public struct KeychainStore: CredentialStore {
    let items: KeychainItems
    private let options: KeychainOptions
    #if os(iOS) || os(macOS) || os(visionOS)
      private let proofCache: AuthenticationCache?
    #endif

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - service: The service of the items (`kSecAttrService`), such as `com.example.app.auth`. Use the same value in all apps
    ///     that share them, and a value that no other app uses.
    ///   - options: The protection of the items and the location of the locks.
    public init(service: String, options: KeychainOptions = KeychainOptions()) {
      self.init(service: service, options: options) { .now }
    }

    /// - Parameter now: The clock that measures the age of the user's proof.
    init(service: String, options: KeychainOptions, now: @escaping @Sendable () -> ContinuousClock.Instant) {
      items = KeychainItems(service: service, options: options)
      self.options = options
      #if os(iOS) || os(macOS) || os(visionOS)
        proofCache = options.gate.map { AuthenticationCache($0, now: now) }
      #endif
    }

    public func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
      let data = try await asking(key, isReading: true) { [items] proof throws(StoreFailure) in
        try items.read(key.label, proof)
      }
      guard let data else { return nil }
      return try Credential(encoded: data)
    }

    public func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
      let data = credential.encoded()
      try await asking(key, isReading: false) { [items] proof throws(StoreFailure) in
        try items.write(data, key.label, proof)
      }
    }

    /// - Throws: ``StoreFailure/unavailable(_:)`` also if the keychain still has the item afterward.
    public func remove(_ key: CredentialKey) async throws(StoreFailure) {
      try await BlockingWork.run { [items] () throws(StoreFailure) in try items.remove(key.label) }
    }

    public func lock(
      _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
    ) async throws(StoreFailure) -> (any CredentialLock)? {
      try options.check()
      let lock = try await lockAmongProcesses(key, purpose, clock)
      #if os(iOS) || os(macOS) || os(visionOS)
        // A proof is valid until the lock is released.
        if let proofCache { return PromptingLock(lock, proofCache, key) }
      #endif
      return lock
    }

    private func lockAmongProcesses(
      _ key: CredentialKey, _ purpose: CredentialLockPurpose, _ clock: any Clock<Duration>
    ) async throws(StoreFailure) -> (any CredentialLock)? {
      guard let files = try LockFiles(of: items.service, at: options.locks) else { return nil }
      return try await files.lock("\(key.fileStem).\(purpose.rawValue)", for: options.longestHold, clock: clock)
    }

    private func asking<Value: Sendable>(
      _ key: CredentialKey, isReading: Bool,
      _ work: @escaping @Sendable (UserAuthentication?) throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
      #if os(iOS) || os(macOS) || os(visionOS)
        if let proofCache { return try await proofCache.prove(key, isReading: isReading, work) }
      #endif
      return try await BlockingWork.run { () throws(StoreFailure) in try work(nil) }
    }
  }
#endif
