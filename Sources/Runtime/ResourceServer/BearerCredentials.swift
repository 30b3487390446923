/// The token in a request's `Authorization` header (RFC 6750 §2.1, RFC 9449 §7.1). Tokens in a form or a query aren't supported: a
/// form requires a suitable body, and a query ends up in logs (RFC 9700 §4.3.2).
enum BearerCredentials {
  private static let longest = SignedToken.maximumLength

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
    let parts = header.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
    // Other schemes are for other authentication methods.
    guard let scheme = parts.first.flatMap({ TokenScheme(name: Substring($0)) }), scheme == .bearer || allowsDPoP else {
      throw .missingToken
    }
    guard parts.count == 2 else { throw .malformedRequest("the Authorization header doesn't contain a token") }
    return (scheme, try checked(Secret(String(Substring(parts[1].drop { $0 == UInt8(ascii: " ") })))))
  }

  /// Validates a token from any source, because it becomes part of a request to the server.
  static func checked(_ token: Secret) throws(AccessFailure) -> Secret {
    let text = token.reveal()
    guard text.utf8.count <= longest else { throw .malformedRequest("the token is longer than 128 KiB") }
    guard isToken(Array(text.utf8)) else { throw .malformedRequest("the request doesn't contain a valid access token") }
    return token
  }

  /// Whether the bytes are a `b64token`: letters, digits, some punctuation, and `=` only at the end.
  private static func isToken(_ text: [UInt8]) -> Bool {
    var (length, padding) = (0, 0)
    for byte in text {
      if byte == UInt8(ascii: "=") { padding += 1 } else if padding > 0 || !isAllowed(byte) { return false }
      length += 1
    }
    return length > padding
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
