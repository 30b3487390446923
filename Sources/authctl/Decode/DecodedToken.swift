import AuthRuntime
import Foundation

/// A decoded JSON Web Token (RFC 7519). Its contents aren't verified yet.
struct DecodedToken: Sendable {
  /// The maximum size in bytes of a token that is decoded.
  static let maximumLength = 1 << 17

  let text: String
  let header: [String: JSONValue]
  let claims: [String: JSONValue]

  /// - Throws: ``ReportedFailure`` with the part that can't be decoded.
  init(_ input: String) throws(ReportedFailure) {
    text = Self.bare(input)
    guard !text.isEmpty else {
      throw ReportedFailure(line: "noToken: missing token (authctl decode - < FILE, or pipe it in)")
    }
    guard text.utf8.count <= Self.maximumLength else {
      throw Self.malformed("it is longer than \(Self.maximumLength) bytes")
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 5 {
      throw ReportedFailure(line: "encrypted: the token is encrypted (RFC 7516), so only its recipient can read it")
    }
    guard parts.count == 3 else {
      throw Self.malformed(
        "it has \(parts.count) part\(parts.count == 1 ? "" : "s") between dots, not 3; many providers' access tokens "
          + "aren't JWTs")
    }
    header = try Self.object(parts[0], "header")
    claims = try Self.object(parts[1], "payload")
  }

  /// The token without the rest of an authorization header.
  private static func bare(_ input: String) -> String {
    let text = input.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.lowercased().hasPrefix("bearer ") ? String(text.dropFirst(7)) : text
  }

  private static func object(_ part: Substring, _ name: String) throws(ReportedFailure) -> [String: JSONValue] {
    guard let bytes = Base64URL.decode(part) else { throw malformed("its \(name) isn't base64url") }
    guard let object = JSONValue(parsing: bytes)?.object else { throw malformed("its \(name) isn't a JSON object") }
    return object
  }

  private static func malformed(_ what: String) -> ReportedFailure {
    ReportedFailure(
      line: "malformed: not a JSON Web Token: \(what) (pass the whole token, header.payload.signature)")
  }
}
