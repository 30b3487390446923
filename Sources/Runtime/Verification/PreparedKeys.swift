/// A key set with the verifiers of earlier tokens, so that each key is parsed only once.
final class PreparedKeys: Sendable {
  private struct Entry: Sendable {
    let key: JSONWebKey
    /// The key ID in tokens. Several keys may have the same ID, and a token may have none.
    let keyID: String?
    let algorithm: SignatureAlgorithm
    let verifier: SignatureVerifier

    func serves(_ query: KeyQuery) -> Bool { algorithm == query.algorithm && isNamed(query.keyID) }

    private func isNamed(_ name: String?) -> Bool {
      guard let keyID, let name else { return keyID == nil && name == nil }
      return keyID.isExactly(name)
    }
  }

  let set: KeySet
  /// At most as many as the server has keys, usually one or two.
  private let entries = Guarded<[Entry]>([])
  /// Whether the set names the issuers of some keys. The key ID and the algorithm then don't determine the key.
  private let namesIssuers: Bool

  init(_ set: KeySet) {
    self.set = set
    namesIssuers = set.keys.contains { $0.issuer != nil }
  }

  /// Returns the verifier that was used for an earlier token with that key ID, if no other key can fit.
  func ready(for query: KeyQuery) -> SignatureVerifier? {
    guard !namesIssuers else { return nil }
    return entries.withLock { entries in
      entries.firstIndex { $0.serves(query) }.map { entries[$0].verifier }
    }
  }

  /// Returns the verifiers of keys. Keys that the cryptography library rejects are left out.
  func verifiers(of keys: [JSONWebKey], for query: KeyQuery) async -> [SignatureVerifier] {
    var verifiers: [SignatureVerifier] = []
    for key in keys {
      if let verifier = await verifier(of: key, for: query) { verifiers.append(verifier) }
    }
    return verifiers
  }

  private func verifier(of key: JSONWebKey, for query: KeyQuery) async -> SignatureVerifier? {
    let known = entries.withLock { entries in
      entries.firstIndex { $0.key == key && $0.serves(query) }.map { entries[$0].verifier }
    }
    if let known { return known }
    guard let verifier = try? await SignatureVerifier(key, algorithm: query.algorithm) else { return nil }
    let entry = Entry(key: key, keyID: query.keyID, algorithm: query.algorithm, verifier: verifier)
    entries.withLock { entries in
      // Another task may have added the entry.
      if !entries.contains(where: { $0.key == key && $0.serves(query) }) { entries.append(entry) }
    }
    return verifier
  }
}
