import Foundation

/// Makes DPoP proofs with one key (RFC 9449 §4.2). Everything that doesn't change between two proofs is prepared once.
final class ProofSigner: Sendable {
  let thumbprint: String
  private let key: any JWTSigning
  /// The encoded header with its separator.
  private let header: [UInt8]

  init(_ key: any JWTSigning) {
    self.key = key
    thumbprint = key.publicKey.thumbprint
    // The key ID isn't a part of the key.
    let text = #"{"alg":"\#(key.algorithm.rawValue)","jwk":\#(key.publicKey.canonicalText),"typ":"dpop+jwt"}"#
    header = Array((Base64URL.encode(text.utf8) + ".").utf8)
  }

  /// Returns a proof for one request.
  ///
  /// - Parameters:
  ///   - target: The method and the URL of the request.
  ///   - tokenHash: `ath`: the hash of the access token in the request, if there is one.
  ///   - nonce: The nonce of the server, if it requires one.
  ///   - id: The unique `jti`.
  /// - Throws: The error of the key.
  func proof(
    for target: ProofTarget, tokenHash: String?, nonce: String?, at date: Date, id: String = RandomText.make()
  ) async throws -> String {
    var claims = JSONMembers()
    claims.add("jti", id)
    claims.add("htm", target.method)
    claims.add("htu", target.url)
    claims.add("iat", Int64(date.timeIntervalSince1970.rounded(.down)))
    if let tokenHash { claims.add("ath", tokenHash) }
    if let nonce { claims.add("nonce", nonce) }
    var text = header
    text.reserveCapacity(text.count + claims.count * 4 / 3 + 100)
    Base64URL.append(claims.object, to: &text)
    let signature = try await key.signature(of: Data(text))
    text.append(UInt8(ascii: "."))
    Base64URL.append(signature, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

/// The request that a proof is for.
struct ProofTarget: Sendable, Hashable {
  /// `htm`.
  let method: String
  /// `htu`: the URL without its query and fragment.
  let url: String
}

/// The members of a JSON object, written one after the other.
private struct JSONMembers {
  private var text = Array("{".utf8)

  init() { text.reserveCapacity(400) }

  var count: Int { text.count }
  var object: [UInt8] { text + [UInt8(ascii: "}")] }

  mutating func add(_ name: StaticString, _ value: String) {
    start(name)
    text.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { bytes in
      if bytes.allSatisfy(Self.isPlain) { text += bytes } else { bytes.forEach { escape($0) } }
    }
    text.append(UInt8(ascii: "\""))
  }

  mutating func add(_ name: StaticString, _ value: Int64) {
    start(name)
    text += String(value).utf8
  }

  private mutating func start(_ name: StaticString) {
    if text.count > 1 { text.append(UInt8(ascii: ",")) }
    text.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { text += $0 }
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
  }

  /// RFC 8259 §7.
  private mutating func escape(_ byte: UInt8) {
    if Self.isPlain(byte) { return text.append(byte) }
    let digits = String(byte, radix: 16)
    text += (#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
