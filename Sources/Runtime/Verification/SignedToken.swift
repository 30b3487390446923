import Foundation

/// A JSON Web Signature in compact form, parsed but not yet verified (RFC 7515 §3.1, §5.2).
///
/// Its functions throw ``AuthFailure/idToken(_:)`` for every kind of token. Callers convert the error for other kinds.
struct SignedToken: Sendable {
  /// The maximum length. Longer tokens are rejected without parsing.
  static let maximumLength = 1 << 17

  let algorithm: String
  let keyID: String?
  let header: [String: JSONValue]
  private let type: JSONValue?
  let payload: Data
  /// The signed bytes: the first two parts of the token.
  let signingInput: Data
  let signature: Data

  init(_ text: String) throws(StepFailure) {
    guard text.utf8.count <= Self.maximumLength else { throw .idToken(.malformed("it's longer than 128 KiB")) }
    let characters = Array(text.utf8)
    let parts = Self.parts(of: characters)
    // Five parts are JSON Web Encryption (RFC 7516 §3.1).
    if parts.count == 5 { throw .idToken(.encrypted) }
    guard parts.count == 3 else { throw .idToken(.malformed("it doesn't have three parts")) }
    let header = try Self.object(try Self.bytes(parts[0], "header"), "header")
    // A critical extension must be understood, and this client understands none (RFC 7515 §4.1.11).
    guard header["crit"] == nil else { throw .idToken(.criticalHeader) }
    guard let algorithm = header["alg"]?.string else { throw .idToken(.malformed("the header's alg is missing")) }
    if let keyID = header["kid"], keyID.string == nil { throw .idToken(.malformed("the header's kid isn't a string")) }
    self.algorithm = algorithm
    self.header = header
    keyID = header["kid"]?.string
    type = header["typ"]
    payload = try Self.bytes(parts[1], "payload")
    signature = try Self.bytes(parts[2], "signature")
    signingInput = Data(characters[..<parts[1].endIndex])
  }

  /// Returns the payload as claims. Verify the signature first.
  func claims() throws(StepFailure) -> [String: JSONValue] {
    try Self.object(payload, "payload")
  }

  /// Rejects other kinds of JWTs, such as `at+jwt` or `logout+jwt`, that the same key signed (RFC 8725 §3.11).
  func checkIsIDToken() throws(StepFailure) {
    guard let type, type != .null else { return }
    guard let name = type.string else { throw .idToken(.malformed("the header's typ isn't a string")) }
    guard !name.lowercased().hasSuffix("+jwt") else { throw .idToken(.wrongTokenType(name)) }
  }

  /// Checks that `typ` is one of those that the descriptor lists. Other tokens, such as an ID token of the same server
  /// and key, must not be accepted (RFC 9068 §4, RFC 8725 §3.11). Without a list, only `at+jwt` is accepted.
  ///
  /// - Returns: Whether the type is that of an access token.
  func checkIsAccessToken(_ types: [String]) throws(StepFailure) -> Bool {
    let allowed = types.isEmpty ? ["at+jwt"] : types.map(Self.mediaType)
    let type = mediaType
    guard allowed.contains(type ?? "jwt") else { throw .idToken(.wrongTokenType(type ?? "none")) }
    return type == "at+jwt"
  }

  /// Checks that the type is that of a logout token, a plain JWT, or missing (OpenID Connect Back-Channel Logout 1.0
  /// §2.4).
  func checkIsLogoutToken() throws(StepFailure) {
    guard let type, type != .null else { return }
    let name = type.string ?? ""
    guard ["logout+jwt", "application/logout+jwt", "jwt"].contains(name.lowercased()) else {
      throw .idToken(.wrongTokenType(name))
    }
  }

  /// The `typ` in lowercase and without the optional `application/` (RFC 7515 §4.1.9), or `nil` if it's missing. A
  /// `typ` that isn't a string is never accepted.
  var mediaType: String? {
    guard let type, type != .null else { return nil }
    return Self.mediaType(type.string ?? "?")
  }

  static func mediaType(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
  }

  private static func parts(of characters: [UInt8]) -> [ArraySlice<UInt8>] {
    var (parts, start): ([ArraySlice<UInt8>], Int) = ([], 0)
    // No token has more than five parts.
    for index in characters.indices where characters[index] == UInt8(ascii: ".") && parts.count < 5 {
      parts.append(characters[start..<index])
      start = index + 1
    }
    parts.append(characters[start...])
    return parts
  }

  private static func bytes(_ part: ArraySlice<UInt8>, _ name: String) throws(StepFailure) -> Data {
    guard let bytes = Base64URL.decode(part) else { throw .idToken(.malformed("the \(name) isn't valid base64url")) }
    return bytes
  }

  private static func object(_ bytes: Data, _ name: String) throws(StepFailure) -> [String: JSONValue] {
    guard case .object(let fields) = JSONValue(parsing: bytes) else {
      throw .idToken(.malformed("the \(name) isn't a JSON object"))
    }
    return fields
  }
}

extension Secret {
  /// The claims of a JWT without a check of its signature. It's empty if the value isn't a JWT.
  var claimsOfJWT: [String: JSONValue] {
    (try? SignedToken(reveal()).claims()) ?? [:]
  }
}
