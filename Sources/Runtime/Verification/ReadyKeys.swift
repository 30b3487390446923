import Foundation

/// Keys that were taken apart for earlier tokens, by the name and the algorithm that a token gives.
struct ReadyKeys: Sendable {
  private struct Entry: Sendable {
    let keyID: String?
    let algorithm: SignatureAlgorithm
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

  func verifier(keyID: String?, algorithm: SignatureAlgorithm, at time: Date) -> SignatureVerifier? {
    guard lifetime.contains(time) else { return nil }
    return entries.firstIndex { $0.algorithm == algorithm && $0.isNamed(keyID) }.map { entries[$0].verifier }
  }

  mutating func add(_ verifier: SignatureVerifier, keyID: String?, algorithm: SignatureAlgorithm) {
    guard !entries.contains(where: { $0.algorithm == algorithm && $0.isNamed(keyID) }) else { return }
    entries.append(Entry(keyID: keyID, algorithm: algorithm, verifier: verifier))
  }
}
