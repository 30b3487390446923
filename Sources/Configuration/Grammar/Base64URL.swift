import Foundation

/// Base64url without padding, in canonical form only (RFC 7515 §2, RFC 4648 §5 and §3.5).
@usableFromInline
package enum Base64URL {
  // Inlinable, so that the caller's module specializes it. Otherwise, each byte would cost a call to the generic sequence.
  @inlinable
  package static func encode(_ bytes: some Sequence<UInt8>) -> String { encode(Array(bytes)) }

  @usableFromInline
  package static func encode(_ bytes: [UInt8]) -> String {
    var characters: [UInt8] = []
    append(bytes, to: &characters)
    return String(decoding: characters, as: UTF8.self)
  }

  /// Appends the characters of the encoded bytes.
  @inlinable
  package static func append(_ bytes: some Sequence<UInt8>, to characters: inout [UInt8]) {
    append(Array(bytes), to: &characters)
  }

  @usableFromInline
  package static func append(_ bytes: [UInt8], to characters: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0, to: &characters) }
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to characters: inout [UInt8]) {
    let count = (bytes.count * 4 + 2) / 3
    let encoded = [UInt8](unsafeUninitializedCapacity: count) { encoded, initialized in
      alphabet.withUnsafeBufferPointer { alphabet in
        let (groups, rest) = bytes.count.quotientAndRemainder(dividingBy: 3)
        for group in 0..<groups {
          let (source, target) = (group * 3, group * 4)
          let bits = Int(bytes[source]) << 16 | Int(bytes[source + 1]) << 8 | Int(bytes[source + 2])
          encoded[target] = alphabet[bits >> 18]
          encoded[target + 1] = alphabet[bits >> 12 & 63]
          encoded[target + 2] = alphabet[bits >> 6 & 63]
          encoded[target + 3] = alphabet[bits & 63]
        }
        if rest > 0 {
          let (source, target) = (groups * 3, groups * 4)
          let bits = Int(bytes[source]) << 16 | (rest > 1 ? Int(bytes[source + 1]) << 8 : 0)
          encoded[target] = alphabet[bits >> 18]
          encoded[target + 1] = alphabet[bits >> 12 & 63]
          if rest > 1 { encoded[target + 2] = alphabet[bits >> 6 & 63] }
        }
      }
      initialized = count
    }
    if characters.isEmpty { characters = encoded } else { characters += encoded }
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Decodes the bytes. The result is `nil` if the string contains padding, invalid characters, or nonzero trailing
  /// bits.
  ///
  /// If one signature could be encoded in two ways, two different tokens would be valid.
  @inlinable
  package static func decode(_ text: some StringProtocol) -> Data? {
    decode(Array(text.utf8)[...])
  }

  /// Decodes the bytes from an array of characters, which is several times as fast as reading a string.
  @usableFromInline
  package static func decode(_ characters: ArraySlice<UInt8>) -> Data? {
    characters.withUnsafeBufferPointer(decode)
  }

  private static func decode(_ characters: UnsafeBufferPointer<UInt8>) -> Data? {
    let (groups, rest) = characters.count.quotientAndRemainder(dividingBy: 4)
    // A single trailing character can't form a byte.
    guard rest != 1 else { return nil }
    // An invalid character has a bit above those of valid ones, so one check at the end is enough.
    var seen: UInt32 = 0
    let count = groups * 3 + max(0, rest - 1)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      values.withUnsafeBufferPointer { values in
        let value = { (index: Int) in UInt32(values[Int(characters[index])]) }
        for group in 0..<groups {
          let start = group * 4
          let (first, second, third, fourth) = (value(start), value(start + 1), value(start + 2), value(start + 3))
          seen |= first | second | third | fourth
          let bits = first << 18 | second << 12 | third << 6 | fourth
          bytes[group * 3] = UInt8(truncatingIfNeeded: bits >> 16)
          bytes[group * 3 + 1] = UInt8(truncatingIfNeeded: bits >> 8)
          bytes[group * 3 + 2] = UInt8(truncatingIfNeeded: bits)
        }
        if rest > 1 {
          let (first, second) = (value(groups * 4), value(groups * 4 + 1))
          let third = rest > 2 ? value(groups * 4 + 2) : 0
          let bits = first << 12 | second << 6 | third
          bytes[groups * 3] = UInt8(truncatingIfNeeded: bits >> 10)
          if rest > 2 { bytes[groups * 3 + 1] = UInt8(truncatingIfNeeded: bits >> 2) }
          // The leftover bits must be zero.
          let leftover = rest > 2 ? third & 0b11 : second & 0b1111
          seen |= first | second | third | (leftover == 0 ? 0 : invalid)
        }
      }
      initialized = count
    }
    return seen & invalid == 0 ? Data(bytes) : nil
  }

  private static let invalid: UInt32 = 0x80

  /// The value of each character's 6 bits. The characters that aren't in the alphabet have `invalid`.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: UInt8(invalid), count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()
}
