import CryptoExtras
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The requirements for RSA keys` {
  private static let exponent = Data([1, 0, 1])

  /// A modulus with this number of bits.
  private static func modulus(bits: Int, last: UInt8 = 1) -> Data {
    var bytes = Data(count: (bits + 7) / 8)
    bytes[0] = 1 << ((bits - 1) % 8)
    bytes[bytes.count - 1] |= last
    return bytes
  }

  @Test(arguments: [(2047, false), (2048, true), (16_384, true), (16_385, false)])
  func `A modulus has from 2048 to 16384 bits`(bits: Int, isAllowed: Bool) {
    #expect(RSAKeyPolicy.allows(Self.modulus(bits: bits), exponent: Self.exponent) == isAllowed)
    #expect(RSAKeyPolicy.allows(Data([0, 0]) + Self.modulus(bits: bits), exponent: Self.exponent) == isAllowed)
  }

  @Test func `An even modulus isn't allowed`() {
    #expect(!RSAKeyPolicy.allows(Self.modulus(bits: 2048, last: 0), exponent: Self.exponent))
    #expect(!RSAKeyPolicy.allows(Self.modulus(bits: 2048, last: 2), exponent: Self.exponent))
  }

  @Test(
    arguments: [
      ([], false), ([0], false), ([1], false), ([3], false), ([255, 255], false), ([1, 0, 0], false),
      ([1, 0, 1], true), ([0, 0, 1, 0, 1], true), ([1, 0, 2], false), ([1, 0, 3], true),
      ([1, 255, 255, 255, 255], true), ([2, 0, 0, 0, 1], false), ([1, 0, 0, 0, 0, 1], false),
      // The last eight bytes are 65537.
      ([1, 0, 0, 0, 0, 0, 1, 0, 1], false),
    ] as [([UInt8], Bool)])
  func `An exponent is odd and from 65537 to 2^33`(bytes: [UInt8], isAllowed: Bool) {
    #expect(RSAKeyPolicy.allows(Self.modulus(bits: 2048), exponent: Data(bytes)) == isAllowed)
  }

  /// The modulus is 1 modulo each prime of the fingerprint, because it follows a multiple of their product.
  @Test func `A modulus with the fingerprint of CVE-2017-15361 isn't allowed`() {
    let product = Data([10, 4, 145, 106, 244, 74, 10, 94, 27, 165, 180, 184, 253])
    let weak = product + Data(count: 260 - product.count - 1) + [1]
    #expect(!RSAKeyPolicy.allows(weak, exponent: Self.exponent))
    #expect(RSAKeyPolicy.allows(weak.dropLast() + [3], exponent: Self.exponent))
  }

  @Test func `A key that isn't safe to use has no public form`() throws {
    let safe = try PrivateKeyFixture.key(for: .rs256).publicKey
    let modulus = try #require(safe.material["n"]?.string.flatMap { Base64URL.decode($0) })
    #expect(try PublicKey(_RSA.Signing.PublicKey(n: modulus, e: Self.exponent)).material == safe.material)
    let weak = try _RSA.Signing.PublicKey(n: modulus, e: Data([3]))
    #expect(throws: KeyFailure.malformed) { try PublicKey(weak) }
  }
}
