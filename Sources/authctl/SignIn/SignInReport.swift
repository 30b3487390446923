import AuthRuntime
import Foundation

/// What a sign-in tells the user: verified claims, granted scopes, expiry; tokens only when asked for.
struct SignInReport {
  let provider: String
  let user: DynamicProvider.User
  let credential: Credential
  let showsTokens: Bool

  func text() -> String {
    var lines = [
      "Signed in at \(provider)\(user.claims.issuer.map { " (\($0))" } ?? "").",
      "",
      "subject   \(user.subject)",
      "scopes    \(credential.scopes.joined(separator: " "))",
      "expires   \(credential.expiresAt.map(Self.time) ?? "not said")",
      "refresh   \(credential.refreshToken == nil ? "no" : "yes")",
      "",
    ]
    lines += user.claims.all.sorted { $0.key < $1.key }.map { "\($0.key) = \(Self.compact($0.value))" }
    lines += tokens.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return lines.map { $0.plainText(limit: .max) }.joined(separator: "\n")
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var fields: [String: JSONValue] = [
      "provider": .string(provider),
      "issuer": user.claims.issuer.map(JSONValue.string) ?? .null,
      "subject": .string(user.subject),
      "claims": .object(user.claims.all),
      "scopes": .array(credential.scopes.map(JSONValue.string)),
      "expires_at": credential.expiresAt.map { .string(Self.time($0)) } ?? .null,
      "refreshable": .bool(credential.refreshToken != nil),
    ]
    if showsTokens { fields["tokens"] = .object(tokens.mapValues(JSONValue.string)) }
    return String(decoding: try encoder.encode(fields), as: UTF8.self)
  }

  private var tokens: [String: String] {
    guard showsTokens else { return [:] }
    let all = [
      "access_token": credential.accessToken, "refresh_token": credential.refreshToken,
      "id_token": credential.idToken,
    ]
    return all.compactMapValues { $0?.reveal() }
  }

  private static func time(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  private static func compact(_ value: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A value that came from JSON always encodes.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "?"
  }
}
