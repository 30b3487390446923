import Foundation

/// A JSON Web Signature in compact form, taken apart but not yet believed (RFC 7515 §3.1, §5.2).
struct SignedToken: Sendable {
  /// Longer tokens are refused unread.
  static let maximumLength = 1 << 17

  let algorithm: String
  let keyID: String?
  let claims: [String: JSONValue]
  /// What the signature signs: the first two parts as they stand.
  let signingInput: Data
  let signature: Data

  init(_ text: String) throws(IDTokenRejection) {
    guard text.utf8.count <= Self.maximumLength else { throw .malformed("too long") }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    // Five parts are JSON Web Encryption (RFC 7516 §3.1).
    if parts.count == 5 { throw .encrypted }
    guard parts.count == 3 else { throw .malformed("it does not have three parts") }
    let header = try Self.object(parts[0], "header")
    // An extension that is marked critical must be understood, and none is (RFC 7515 §4.1.11).
    guard header["crit"] == nil else { throw .criticalHeader }
    guard let algorithm = header["alg"]?.string else { throw .malformed("the header names no algorithm") }
    if let keyID = header["kid"], keyID.string == nil { throw .malformed("the header's kid is not a text") }
    guard let signature = Base64URL.decode(parts[2]) else { throw .malformed("the signature is not base64url") }
    self.algorithm = algorithm
    self.keyID = header["kid"]?.string
    self.claims = try Self.object(parts[1], "payload")
    self.signingInput = Data("\(parts[0]).\(parts[1])".utf8)
    self.signature = signature
  }

  private static func object(_ part: Substring, _ name: String) throws(IDTokenRejection) -> [String: JSONValue] {
    guard let bytes = Base64URL.decode(part) else { throw .malformed("the \(name) is not base64url") }
    guard case .object(let fields) = JSONValue(parsing: bytes) else {
      throw .malformed("the \(name) is not a JSON object")
    }
    return fields
  }
}
