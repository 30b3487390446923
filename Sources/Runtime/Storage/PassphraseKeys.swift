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

  private let passphrase: Secret
  private let cost: ScryptCost
  private let made = Guarded<[Derivation: SymmetricKey]>([:])

  init(_ passphrase: Secret, cost: ScryptCost) {
    (self.passphrase, self.cost) = (passphrase, cost)
  }

  /// Returns a key for writing a file. It reuses a derivation with the same cost if there is one.
  ///
  /// - Returns: `nil` if there isn't enough memory, or the passphrase is empty.
  func forWriting() -> (Derivation, SymmetricKey)? {
    let known = made.withLock { [cost] made in made.first { $0.key.cost == cost } }
    if let known { return (known.key, known.value) }
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    let derivation = Derivation(cost: cost, salt: salt)
    return key(derivation).map { (derivation, $0) }
  }

  /// - Returns: `nil` if there isn't enough memory, or the passphrase is empty.
  func key(_ derivation: Derivation) -> SymmetricKey? {
    guard !passphrase.reveal().isEmpty else { return nil }
    if let known = made.withLock({ $0[derivation] }) { return known }
    let key = try? KDF.Scrypt.deriveKey(
      from: Data(passphrase.reveal().utf8), salt: derivation.salt, outputByteCount: 32,
      rounds: 1 << Int(derivation.cost.exponent), blockSize: 8, parallelism: 1)
    if let key { made.withLock { $0[derivation] = key } }
    return key
  }
}
