import Foundation

/// A JSON Web Signature in compact form, taken apart but not yet believed (RFC 7515 §3.1, §5.2).
struct SignedToken: Sendable {
  /// Longer tokens are refused unread.
  static let maximumLength = 1 << 17

  let algorithm: String
  let keyID: String?
  private let type: JSONValue?
  let payload: Data
  /// What the signature signs: the first two parts as they stand.
  let signingInput: Data
  let signature: Data

  init(_ text: String) throws(IDTokenRejection) {
    guard text.utf8.count <= Self.maximumLength else { throw .malformed("too long") }
    let characters = Array(text.utf8)
    let parts = characters.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // Five parts are JSON Web Encryption (RFC 7516 §3.1).
    if parts.count == 5 { throw .encrypted }
    guard parts.count == 3 else { throw .malformed("it does not have three parts") }
    let header = try Self.object(try Self.bytes(parts[0], "header"), "header")
    // An extension that is marked critical must be understood, and none is (RFC 7515 §4.1.11).
    guard header["crit"] == nil else { throw .criticalHeader }
    guard let algorithm = header["alg"]?.string else { throw .malformed("the header names no algorithm") }
    if let keyID = header["kid"], keyID.string == nil { throw .malformed("the header's kid is not a text") }
    self.algorithm = algorithm
    keyID = header["kid"]?.string
    type = header["typ"]
    payload = try Self.bytes(parts[1], "payload")
    signature = try Self.bytes(parts[2], "signature")
    signingInput = Data(characters[..<parts[1].endIndex])
  }

  /// The payload as claims. Look at the signature first.
  func claims() throws(IDTokenRejection) -> [String: JSONValue] {
    try Self.object(payload, "payload")
  }

  /// A token that says it is another kind of JWT, such as `at+jwt` or `logout+jwt`, is no ID token although the same
  /// key signed it (RFC 8725 §3.11).
  func checkIsIDToken() throws(IDTokenRejection) {
    guard let type, type != .null else { return }
    guard let name = type.string else { throw .malformed("the header's typ is not a text") }
    guard !name.lowercased().hasSuffix("+jwt") else { throw .wrongTokenType(name) }
  }

  /// A logout token says so, or says nothing but that it is a JWT (OpenID Connect Back-Channel Logout 1.0 §2.4).
  func checkIsLogoutToken() throws(IDTokenRejection) {
    guard let type, type != .null else { return }
    let name = type.string ?? ""
    guard ["logout+jwt", "application/logout+jwt", "jwt"].contains(name.lowercased()) else {
      throw .wrongTokenType(name)
    }
  }

  /// `typ` without regard to case and without `application/`, which may be left out (RFC 7515 §4.1.9); `nil` where there
  /// is none. What is no text is no type that anybody knows.
  var mediaType: String? {
    guard let type, type != .null else { return nil }
    return Self.mediaType(type.string ?? "?")
  }

  static func mediaType(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
  }

  private static func bytes(_ part: ArraySlice<UInt8>, _ name: String) throws(IDTokenRejection) -> Data {
    guard let bytes = Base64URL.decode(part) else { throw .malformed("the \(name) is not base64url") }
    return bytes
  }

  private static func object(_ bytes: Data, _ name: String) throws(IDTokenRejection) -> [String: JSONValue] {
    guard case .object(let fields) = JSONValue(parsing: bytes) else {
      throw .malformed("the \(name) is not a JSON object")
    }
    return fields
  }
}
