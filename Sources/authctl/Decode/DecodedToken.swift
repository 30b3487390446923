import AuthRuntime
import Foundation

/// A JSON Web Token taken apart (RFC 7519). Nothing in it is to be believed yet.
struct DecodedToken: Sendable {
  /// Longer ones are not read.
  static let longest = 1 << 17

  let text: String
  let header: [String: JSONValue]
  let claims: [String: JSONValue]

  /// - Throws: ``ReportedFailure`` with the part that cannot be read.
  init(_ input: String) throws(ReportedFailure) {
    text = Self.bare(input)
    guard !text.isEmpty else {
      throw ReportedFailure(line: "noToken: there is no token (authctl decode - < FILE, or pipe one in)")
    }
    guard text.utf8.count <= Self.longest else {
      throw Self.malformed("it is longer than \(Self.longest) bytes")
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 5 {
      throw ReportedFailure(line: "encrypted: the token is encrypted (RFC 7516), so only its receiver can read it")
    }
    guard parts.count == 3 else {
      throw Self.malformed(
        "it has \(parts.count) part\(parts.count == 1 ? "" : "s") between dots, not 3; many providers' access tokens are "
          + "no JWT")
    }
    header = try Self.object(parts[0], "header")
    claims = try Self.object(parts[1], "payload")
  }

  /// Without what a copied header brings along.
  private static func bare(_ input: String) -> String {
    let text = input.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.lowercased().hasPrefix("bearer ") ? String(text.dropFirst(7)) : text
  }

  private static func object(_ part: Substring, _ name: String) throws(ReportedFailure) -> [String: JSONValue] {
    guard let bytes = Base64URL.decode(part) else { throw malformed("its \(name) is not base64url") }
    guard let object = JSONValue(parsing: bytes)?.object else { throw malformed("its \(name) is not a JSON object") }
    return object
  }

  private static func malformed(_ what: String) -> ReportedFailure {
    ReportedFailure(
      line: "malformed: this is no JSON Web Token: \(what) (give the whole token, header.payload.signature)")
  }
}
