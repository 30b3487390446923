import Foundation

/// The requirements for RSA keys.
enum RSAKeyPolicy {
  static let bits = SignatureAlgorithm.Scheme.rsaPKCS1.keyBits

  static func allows(_ modulus: Data, exponent: Data) -> Bool {
    let modulus = [UInt8](modulus.drop { $0 == 0 })
    guard let first = modulus.first, let last = modulus.last else { return false }
    let bits = modulus.count * 8 - first.leadingZeroBitCount
    // The product of two odd primes is odd.
    guard Self.bits?.contains(bits) ?? false, last & 1 == 1 else { return false }
    return allows(exponent: exponent) && !hasROCAFingerprint(modulus)
  }

  /// Requires an odd exponent of at least 65537, as FIPS 186-5 §A.1.1 does. With 1, every message is its own signature,
  /// and small exponents make errors in padding checks exploitable. The limit of 33 bits keeps verification fast.
  private static func allows(exponent: Data) -> Bool {
    let bytes = exponent.drop { $0 == 0 }
    guard bytes.count <= 5 else { return false }
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (65_537...(1 << 33)).contains(value) && value & 1 == 1
  }

  /// Whether the modulus has the fingerprint of the faulty library in CVE-2017-15361, whose keys can be factored:
  /// modulo each of these primes, it's a power of 65537. One good key in several hundred million has it, too.
  private static func hasROCAFingerprint(_ modulus: [UInt8]) -> Bool {
    fingerprintPrimes.allSatisfy { prime in
      let remainder = modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }
      var power = 1
      repeat {
        if power == remainder { return true }
        power = power * 65_537 % prime
      } while power != 1
      return false
    }
  }

  /// Primes for which the powers of 65537 don't include every remainder.
  private static let fingerprintPrimes = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157]
}
