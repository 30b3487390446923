import Foundation

/// The key with which a client authenticates (`private_key_jwt`; RFC 7523 §2.2, OpenID Connect Core 1.0 §9), and with
/// which it signs its requests.
///
/// ```swift
/// let bank = Bank.Client(issuer: "https://bank.example", clientID: "abc", key: .stored(in: store), redirect: .loopback())
/// ```
///
/// Register the public half with the provider, or publish it at the client's `jwks_uri`: see ``keySet()``. The private
/// half never leaves the client. For a key that the app can't read, pass a type that conforms to ``JWTSigning``.
///
/// Keep one value and pass it to all clients of the provider, because it remembers which key of ``rotation(_:)`` the
/// provider accepts.
public struct ClientKey: Sendable {
  /// The keys, in the order in which they're tried. There is at least one.
  let sources: [Source]
  /// The index of the key that the provider accepted last.
  private let accepted: Guarded<Int>

  /// A key, or the reason that it can't be used.
  enum Source: Sendable {
    /// A key in memory. Its algorithm may be chosen for a server, unless it's fixed.
    case key(PrivateKey, isFixed: Bool)
    case signer(any JWTSigning)
    case stored(StoredClientKey)
    case unusable(KeyFailure)
  }

  private init(_ sources: [Source]) {
    self.sources = sources
    accepted = Guarded(0)
  }

  /// A private key in PEM: PKCS #8, or the older formats of RSA and EC keys.
  ///
  /// If the PEM isn't a private key for the algorithm, the client's first call fails with
  /// ``ConfigurationFailure/unusableKey(_:)``, before it sends a request.
  ///
  /// - Parameters:
  ///   - pem: The key.
  ///   - algorithm: The algorithm, or `nil` for one that the key, the descriptor, and the server support.
  ///   - keyID: The key ID under which the provider knows the key.
  public static func pem(_ pem: Secret, algorithm: SignatureAlgorithm? = nil, keyID: String? = nil) -> ClientKey {
    ClientKey([
      Source(isFixed: algorithm != nil) { () throws(KeyFailure) in
        try PrivateKey(pem: pem, algorithm: algorithm, keyID: keyID)
      }
    ])
  }

  /// A private JSON Web Key (RFC 7517 §4). Its `alg` and `kid` are used.
  ///
  /// If it isn't a supported private key, the client's first call fails with
  /// ``ConfigurationFailure/unusableKey(_:)``, before it sends a request.
  ///
  /// - Parameter jwk: The key, as JSON.
  public static func jwk(_ jwk: Secret) -> ClientKey {
    let stated = JSONValue(parsing: Data(jwk.reveal().utf8))?.object?["alg"]?.string
    return ClientKey([Source(isFixed: stated != nil) { () throws(KeyFailure) in try PrivateKey(jwk: jwk) }])
  }

  /// A key in memory.
  public static func key(_ key: PrivateKey) -> ClientKey { ClientKey([.key(key, isFixed: true)]) }

  /// A key that the app's own code signs with: in a hardware security module, the Secure Enclave, or a key management
  /// service.
  public static func signer(_ signer: any JWTSigning) -> ClientKey { ClientKey([.signer(signer)]) }

  /// A key that is created on first use, and then kept in a store.
  ///
  /// To register its public half, call ``keySet()``, which creates the key. Processes that share the store share the
  /// key. A store that signs users out, for example when an app is removed, also loses the key.
  ///
  /// - Parameters:
  ///   - store: The store. It contains the private key, as it contains tokens.
  ///   - name: The name of the key in the store. Use a different name for each provider, so that providers can't
  ///     recognize the client by its key.
  ///   - algorithm: The algorithm: ES256, or another one with elliptic curves. It applies when the key is created.
  public static func stored(
    in store: any CredentialStore, name: String = "client", algorithm: SignatureAlgorithm = .es256
  ) -> ClientKey {
    ClientKey([.stored(StoredClientKey(store: store, name: name, algorithm: algorithm))])
  }

  /// Several keys, to replace a key without an interruption.
  ///
  /// The client signs with the first key. If the server rejects it (`invalid_client`; RFC 6749 §5.2), the client repeats
  /// the request once with the next key, and keeps using that key if the server accepts it. To replace a key, publish
  /// both keys, pass `.rotation([new, old])`, and remove the old key when the provider knows the new one.
  ///
  /// - Parameter keys: The keys, in order of preference. Without a key, the client's first call fails with
  ///   ``ConfigurationFailure/missingClientKey``.
  public static func rotation(_ keys: [ClientKey]) -> ClientKey { ClientKey(keys.flatMap(\.sources)) }
}

extension ClientKey.Source {
  fileprivate init(isFixed: Bool, _ read: () throws(KeyFailure) -> PrivateKey) {
    do throws(KeyFailure) { self = .key(try read(), isFixed: isFixed) } catch { self = .unusable(error) }
  }
}

extension ClientKey {
  /// The public keys, in the order in which the client uses them. A key of ``stored(in:name:algorithm:)`` is created
  /// first if it doesn't exist.
  ///
  /// - Throws: ``AuthFailure/configuration(_:)`` if a key can't be used, or ``AuthFailure/store(_:)`` if the store fails.
  public func publicKeys() async throws(AuthFailure<AnyErrorCode>) -> [PublicKey] {
    var keys: [PublicKey] = []
    for index in sources.indices { keys.append(try await signer(at: index).publicKey) }
    return keys
  }

  /// The public keys as a JSON Web Key Set (RFC 7517 §5), to register them as `jwks` or to publish them at the client's
  /// `jwks_uri` (RFC 7591 §2).
  ///
  /// - Throws: As ``publicKeys()``.
  public func keySet() async throws(AuthFailure<AnyErrorCode>) -> [String: JSONValue] {
    var keys: [JSONValue] = []
    for index in sources.indices {
      let signer = try await signer(at: index)
      var members = signer.publicKey.jwk
      members["use"] = "sig"
      // Without a fixed algorithm, the client may use another one of the same key.
      if case .key(_, isFixed: false) = sources[index] {} else { members["alg"] = .string(signer.algorithm.rawValue) }
      keys.append(.object(members))
    }
    return ["keys": .array(keys)]
  }

  /// The index of the key to use first.
  var preferredIndex: Int { accepted.withLock { $0 } }

  /// The index of the key to try after the server has rejected one, or `nil` if there is only one key.
  func index(after rejected: Int) -> Int? { sources.count < 2 ? nil : (rejected + 1) % sources.count }

  /// Remembers that the server accepted a key.
  func accept(_ index: Int) { accepted.withLock { $0 = index } }

  /// Returns the signer of a key.
  ///
  /// - Parameters:
  ///   - allowed: The algorithms that the descriptor allows. If empty, all are allowed.
  ///   - offered: The algorithms that the server's metadata lists. They're preferred, because metadata may be incomplete.
  /// - Throws: ``ConfigurationFailure/missingClientKey``, ``ConfigurationFailure/unusableKey(_:)``, or
  ///   ``AuthFailure/store(_:)``.
  func signer(
    at index: Int, allowed: [SignatureAlgorithm] = [], offered: [SignatureAlgorithm] = []
  ) async throws(StepFailure) -> any JWTSigning {
    guard sources.indices.contains(index) else { throw .configuration(.missingClientKey) }
    let signer: any JWTSigning
    switch sources[index] {
    case .key(let key, isFixed: true): signer = key
    case .key(let key, isFixed: false): signer = key.choosing(allowed: allowed, offered: offered)
    case .signer(let own): signer = own
    case .stored(let stored): signer = try await stored.key()
    case .unusable: throw .configuration(.unusableKey("a supported algorithm"))
    }
    let usable = SignatureAlgorithm.allowed(for: .clientKeys).filter { allowed.isEmpty || allowed.contains($0) }
    guard usable.contains(signer.algorithm) else {
      let names = allowed.map(\.rawValue).joined(separator: ", ")
      throw .configuration(.unusableKey(names.isEmpty ? "a supported algorithm" : names))
    }
    return signer
  }
}

extension PrivateKey {
  /// Returns this key with the first algorithm that it supports: one that the server lists, or else any allowed one.
  fileprivate func choosing(allowed: [SignatureAlgorithm], offered: [SignatureAlgorithm]) -> PrivateKey {
    let all = allowed.isEmpty ? SignatureAlgorithm.allowed(for: .clientKeys) : allowed
    let usable = all.filter(material.supports)
    guard let algorithm = usable.first(where: offered.contains) ?? usable.first else { return self }
    return (try? PrivateKey(material, algorithm, keyID: publicKey.keyID)) ?? self
  }
}

// A dump would otherwise show the store and its contents.
extension ClientKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "ClientKey(\(sources.count))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
