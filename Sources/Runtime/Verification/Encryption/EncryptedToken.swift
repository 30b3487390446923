import Foundation

/// A JSON Web Encryption in compact form, parsed but not yet decrypted (RFC 7516 §3.1, §5.2).
struct EncryptedToken: Sendable {
  /// The maximum length: the limit of a signed token, encoded a second time, with a header and a key.
  static let maximumLength = SignedToken.maximumLength / 3 * 4 + (1 << 13)

  typealias Rules = ProviderConfiguration.EncryptionRules

  let algorithm: Rules.Algorithm
  let content: Rules.Content
  let header: [String: JSONValue]
  /// The encoded header, which the tag protects (§5.1 step 14).
  let authenticated: Data
  /// The encrypted key. It's empty with direct key agreement.
  let key: Data
  let iv: Data
  let ciphertext: Data
  let tag: Data

  /// Whether a string has five parts, as an encrypted token does (§9).
  static func isEncrypted(_ text: String) -> Bool {
    text.utf8.count { $0 == UInt8(ascii: ".") } == 4
  }

  init(_ text: String, by rules: Rules) throws(TokenRejection) {
    guard text.utf8.count <= Self.maximumLength else { throw .malformed("it's longer than 182,952 bytes") }
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 5 else { throw .malformed("it doesn't have five parts") }
    guard let bytes = Base64URL.decode(parts[0]), let header = JSONValue(parsing: bytes)?.object else {
      throw .malformed("the header of the encryption isn't a JSON object")
    }
    // This client understands no extension (§4.1.13), and compression reveals the content's length and invites bombs.
    guard header["crit"] == nil else { throw .criticalHeader }
    guard header["zip"] == nil else { throw .malformed("its content is compressed") }
    guard let alg = header["alg"]?.string, let enc = header["enc"]?.string else {
      throw .malformed("the alg or enc of the encryption is missing")
    }
    guard let algorithm = rules.algorithms.first(where: { $0.rawValue == alg }) else {
      throw .encryptionNotAllowed(alg)
    }
    guard let content = rules.content.first(where: { $0.rawValue == enc }) else { throw .encryptionNotAllowed(enc) }
    // The content of a nested JWT is another JWT (RFC 7519 §5.2).
    if let type = header["cty"], SignedToken.mediaType(type.string ?? "?") != "jwt" {
      throw .malformed("its content isn't a JWT")
    }
    guard let key = Base64URL.decode(parts[1]), let iv = Base64URL.decode(parts[2]),
      let ciphertext = Base64URL.decode(parts[3]), let tag = Base64URL.decode(parts[4])
    else { throw .malformed("a part of it isn't valid base64url") }
    guard iv.count == content.ivBytes, tag.count == 16 else { throw .undecryptable }
    (self.algorithm, self.content, self.header) = (algorithm, content, header)
    (self.key, self.iv, self.ciphertext, self.tag) = (key, iv, ciphertext, tag)
    authenticated = Data(parts[0])
  }
}
