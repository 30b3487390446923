import Crypto
import CryptoExtras
import Foundation

/// The cost of a guess at a passphrase (RFC 7914 §2). The block size is always 8, and the parallelism 1.
struct ScryptCost: Sendable, Hashable {
  /// N, as a power of two.
  let exponent: UInt8

  /// The recommendation of OWASP's Password Storage Cheat Sheet: 2^17.
  static let standard = ScryptCost(exponent: 17)

  init(exponent: UInt8) { self.exponent = exponent }

  /// - Returns: `nil` if the cost is too low to protect a passphrase, or would take more than 256 MB.
  init?(read exponent: UInt8) {
    guard (14...18).contains(exponent) else { return nil }
    self.exponent = exponent
  }
}

/// The keys derived from one passphrase. They are cached because the derivation is slow by design.
final class PassphraseKeys: Sendable {
  /// The parameters of a derivation.
  struct Derivation: Sendable, Hashable {
    static let saltLength = 16

    let cost: ScryptCost
    let salt: Data
  }

  private struct State: Sendable {
    var keys: [Derivation: SymmetricKey] = [:]
    /// The derivation of the files to write. Its salt is random, or from a file that only the passphrase could open.
    var own: Derivation?
  }

  private let passphrase: Secret
  private let cost: ScryptCost
  private let state = Guarded(State())

  init(_ passphrase: Secret, cost: ScryptCost) {
    (self.passphrase, self.cost) = (passphrase, cost)
  }

  /// Returns a key for writing a file. It reuses the derivation of another file with the same cost if there is one.
  ///
  /// - Returns: `nil` if there isn't enough memory, or the passphrase is empty.
  func forWriting() -> (Derivation, SymmetricKey)? {
    if let own = state.withLock({ $0.own }), let known = key(own) { return (own, known) }
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    let derivation = Derivation(cost: cost, salt: salt)
    guard let new = key(derivation) else { return nil }
    accept(derivation)
    return (derivation, new)
  }

  /// Allows a derivation for writing files, after a file with it was opened. Before, anyone could have chosen its salt.
  func accept(_ derivation: Derivation) {
    guard derivation.cost == cost else { return }
    state.withLock { state in state.own = state.own ?? derivation }
  }

  /// - Returns: `nil` if there isn't enough memory, or the passphrase is empty.
  func key(_ derivation: Derivation) -> SymmetricKey? {
    guard !passphrase.reveal().isEmpty else { return nil }
    if let known = state.withLock({ $0.keys[derivation] }) { return known }
    let key = try? KDF.Scrypt.deriveKey(
      from: Data(passphrase.reveal().utf8), salt: derivation.salt, outputByteCount: 32,
      rounds: 1 << Int(derivation.cost.exponent), blockSize: 8, parallelism: 1)
    if let key { state.withLock { $0.keys[derivation] = key } }
    return key
  }
}
