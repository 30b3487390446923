import Foundation

/// Keys that were made ready for earlier tokens, by the name and the algorithm that a token gives.
struct ReadyKeys: Sendable {
  private struct Entry: Sendable {
    let keyID: String?
    let algorithm: SignatureAlgorithm
    let issuer: KeyIssuer?
    let verifier: SignatureVerifier

    func isNamed(_ name: String?) -> Bool {
      guard let keyID, let name else { return keyID == nil && name == nil }
      return keyID.isExactly(name)
    }
  }

  /// When the keys may be used without asking again.
  private let lifetime: Range<Date>
  /// As many as the server has keys, mostly one or two.
  private var entries: [Entry] = []

  init(within lifetime: Range<Date>) { self.lifetime = lifetime }

  func verifier(for query: KeyQuery, at time: Date) -> SignatureVerifier? {
    guard lifetime.contains(time) else { return nil }
    return entries.firstIndex {
      $0.algorithm == query.algorithm && $0.isNamed(query.keyID) && query.mayComeFrom($0.issuer)
    }.map { entries[$0].verifier }
  }

  mutating func add(_ verifier: SignatureVerifier, of key: JSONWebKey, for query: KeyQuery) {
    let (keyID, algorithm) = (query.keyID, query.algorithm)
    let isKnown = entries.contains { $0.algorithm == algorithm && $0.isNamed(keyID) && $0.issuer == key.issuer }
    guard !isKnown else { return }
    entries.append(Entry(keyID: keyID, algorithm: algorithm, issuer: key.issuer, verifier: verifier))
  }
}
