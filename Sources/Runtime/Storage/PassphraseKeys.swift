import Crypto
import CryptoExtras
import Foundation

/// What a guess at a passphrase costs (RFC 7914 §2). The block size is 8 and the parallelism 1, always.
struct ScryptCost: Sendable, Hashable {
  /// N, as a power of two.
  let exponent: UInt8

  /// As OWASP's Password Storage Cheat Sheet recommends: 2^17.
  static let standard = ScryptCost(exponent: 17)

  init(exponent: UInt8) { self.exponent = exponent }

  /// - Returns: `nil` for what is too cheap to protect anything, or would take more than 256 MB.
  init?(read exponent: UInt8) {
    guard (14...18).contains(exponent) else { return nil }
    self.exponent = exponent
  }
}

/// The keys that were made from one passphrase, since making one is slow by intent.
final class PassphraseKeys: Sendable {
  /// How a key was made.
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

  /// For a file that is written: with a recipe that is known already, if there is one.
  ///
  /// - Returns: `nil` when there is no memory for it, or no passphrase.
  func forWriting() -> (Derivation, SymmetricKey)? {
    let known = made.withLock { [cost] made in made.first { $0.key.cost == cost } }
    if let known { return (known.key, known.value) }
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    let derivation = Derivation(cost: cost, salt: salt)
    return key(derivation).map { (derivation, $0) }
  }

  /// - Returns: `nil` when there is no memory for it, or no passphrase.
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
