import Foundation

/// Base64url without padding, in canonical form only (RFC 7515 §2, RFC 4648 §5 and §3.5).
package enum Base64URL {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var characters: [UInt8] = []
    append(bytes, to: &characters)
    return String(decoding: characters, as: UTF8.self)
  }

  /// Appends the characters of the encoded bytes.
  package static func append(_ bytes: some Sequence<UInt8>, to characters: inout [UInt8]) {
    let isAppended: Void? = bytes.withContiguousStorageIfAvailable { append($0, to: &characters) }
    if isAppended == nil { Array(bytes).withUnsafeBufferPointer { append($0, to: &characters) } }
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to characters: inout [UInt8]) {
    characters.reserveCapacity(characters.count + (bytes.count * 4 + 2) / 3)
    alphabet.withUnsafeBufferPointer { alphabet in
      var index = 0
      while index < bytes.count {
        let rest = min(bytes.count - index, 3)
        let (second, third) = (rest > 1 ? bytes[index + 1] : 0, rest > 2 ? bytes[index + 2] : 0)
        let group = Int(bytes[index]) << 16 | Int(second) << 8 | Int(third)
        characters.append(alphabet[group >> 18])
        characters.append(alphabet[group >> 12 & 63])
        if rest > 1 { characters.append(alphabet[group >> 6 & 63]) }
        if rest > 2 { characters.append(alphabet[group & 63]) }
        index += 3
      }
    }
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Decodes the bytes. The result is `nil` if the string contains padding, invalid characters, or nonzero trailing
  /// bits.
  ///
  /// If one signature could be encoded in two ways, two different tokens would be valid.
  package static func decode(_ text: some StringProtocol) -> Data? {
    decode(Array(text.utf8)[...])
  }

  /// Decodes the bytes from an array of characters, which is several times as fast as reading a string.
  package static func decode(_ characters: ArraySlice<UInt8>) -> Data? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var (buffer, bits): (UInt32, UInt32) = (0, 0)
    for character in characters {
      guard let value = value(of: character) else { return nil }
      // Bits that were already consumed are shifted out.
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    // A single trailing character can't form a byte, and leftover bits must be zero.
    guard bits < 6, buffer & (1 << bits - 1) == 0 else { return nil }
    return Data(bytes)
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
