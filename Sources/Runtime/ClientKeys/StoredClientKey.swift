import Foundation

/// A client's key in a store, created when it's first needed.
final class StoredClientKey: Sendable {
  /// The number of attempts, in case this process is suspended during each.
  private static let attempts = 3
  /// All creations of this process, one after another. Two values with the same store must not both create the key, and
  /// a store that only one process uses has no lock.
  private static let creations = TaskQueue()

  private let store: any CredentialStore
  private let key: CredentialKey
  private let algorithm: SignatureAlgorithm
  private let known = Guarded<PrivateKey?>(nil)

  init(store: any CredentialStore, name: String, algorithm: SignatureAlgorithm) {
    (self.store, self.algorithm) = (store, algorithm)
    key = .clientKey(named: name)
  }

  /// Returns the key. Creates and stores it if it doesn't exist.
  ///
  /// - Throws: ``AuthFailure/store(_:)``. A key that can't be read is never replaced, because the provider knows it.
  func key() async throws(StepFailure) -> PrivateKey {
    if let known = known.withLock({ $0 }) { return known }
    let found: PrivateKey
    if let stored = try await stored() {
      found = stored
    } else {
      let creation = Self.creations.add { () async throws(StepFailure) in try await self.created() }
      found = try await creation.value.get()
    }
    known.withLock { $0 = found }
    return found
  }

  private func stored() async throws(StepFailure) -> PrivateKey? {
    do throws(StoreFailure) {
      return try await store.load(key).map { entry throws(StoreFailure) in try entry.storedKey() }
    } catch {
      throw .store(error)
    }
  }

  private func created() async throws(StepFailure) -> PrivateKey {
    for _ in 0..<Self.attempts {
      let lock: (any CredentialLock)?
      do throws(StoreFailure) { lock = try await store.lock(key, for: .refresh, clock: ContinuousClock()) } catch {
        throw .store(error)
      }
      let result: Result<PrivateKey?, StepFailure>
      do throws(StepFailure) { result = .success(try await create(holding: lock)) } catch { result = .failure(error) }
      await lock?.release()
      if let key = try result.get() { return key }
    }
    throw .store(.unavailable("this process was suspended each time it tried to create the client's key"))
  }

  /// Returns `nil` if another process may have taken the lock.
  private func create(holding lock: (any CredentialLock)?) async throws(StepFailure) -> PrivateKey? {
    if let stored = try await stored() { return stored }
    guard await lock?.extend() ?? true else { return nil }
    var new: PrivateKey
    do throws(KeyFailure) { new = try PrivateKey(generating: algorithm) } catch {
      throw .configuration(.unusableKey(algorithm.rawValue))
    }
    new.publicKey.keyID = new.publicKey.thumbprint
    do throws(StoreFailure) { try await store.save(Credential(storing: new), for: key) } catch { throw .store(error) }
    return new
  }
}

extension Credential {
  /// Creates the credential that a store keeps for a key. The key has the place of the access token, because every store
  /// treats that as a secret.
  fileprivate init(storing key: PrivateKey) {
    accessToken = key.pem
    scopes = []
    fields = ["alg": .string(key.algorithm.rawValue)]
    fields["kid"] = key.publicKey.keyID.map { .string($0) }
  }

  fileprivate func storedKey() throws(StoreFailure) -> PrivateKey {
    guard let algorithm = fields["alg"]?.string.flatMap(SignatureAlgorithm.init),
      let key = try? PrivateKey(pem: accessToken, algorithm: algorithm, keyID: fields["kid"]?.string)
    else { throw .corrupt }
    return key
  }
}

extension CredentialKey {
  /// The key of a client's private key. No session has it, because neither an issuer nor a descriptor's ID begins with
  /// it.
  fileprivate static func clientKey(named name: String) -> CredentialKey {
    CredentialKey(issuer: "client key", clientID: name)
  }
}
