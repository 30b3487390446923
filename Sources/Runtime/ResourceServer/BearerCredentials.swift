/// The token in a request's `Authorization` header (RFC 6750 §2.1, RFC 9449 §7.1). Tokens in a form or a query aren't supported: a
/// form requires a suitable body, and a query ends up in logs (RFC 9700 §4.3.2).
enum BearerCredentials {
  private static let maximumLength = SignedToken.maximumLength

  /// - Throws: ``AccessFailure/missingToken``, or ``AccessFailure/malformedRequest(_:)`` if a proxy in front of the API
  ///   may have read a different token than the API would.
  static func token(in headers: [String]) throws(AccessFailure) -> Secret {
    try credentials(in: headers, allowsDPoP: false).token
  }

  /// Returns the token with its scheme.
  static func credentials(
    in headers: [String], allowsDPoP: Bool
  ) throws(AccessFailure) -> (scheme: TokenScheme, token: Secret) {
    guard headers.count < 2 else { throw .malformedRequest("the request has several Authorization headers") }
    guard let header = headers.first else { throw .missingToken }
    let space = UInt8(ascii: " ")
    let text = header.utf8.drop { $0 == space }
    let name = text.prefix { $0 != space }
    // Other schemes are for other authentication methods.
    guard let scheme = TokenScheme(name: Substring(name)), scheme == .bearer || allowsDPoP else { throw .missingToken }
    let token = text[name.endIndex...].drop { $0 == space }
    guard !token.isEmpty else { throw .malformedRequest("the Authorization header doesn't contain a token") }
    return (scheme, try checked(Secret(String(Substring(token)))))
  }

  /// Validates a token from any source, because it becomes part of a request to the server.
  static func checked(_ token: Secret) throws(AccessFailure) -> Secret {
    var text = token.reveal()
    guard text.utf8.count <= maximumLength else { throw .malformedRequest("the token is longer than 128 KiB") }
    guard text.withUTF8(isToken) else { throw .malformedRequest("the request doesn't contain a valid access token") }
    return token
  }

  /// Whether the bytes are a `b64token`: letters, digits, some punctuation, and `=` only at the end.
  private static func isToken(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let last = text.lastIndex(where: { $0 != UInt8(ascii: "=") }) else { return false }
    return text[...last].allSatisfy(isAllowed)
  }

  /// This is an explicit list, because searching a string for each character takes as long as verifying a signature.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
