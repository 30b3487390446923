import AuthRuntime
import Foundation

/// The output of a sign-in: the verified claims, the granted scopes, and the expiration. Tokens are only included on
/// request. Without a user, it's the output of an authorization.
struct SignInReport {
  let provider: String
  let user: DynamicProvider.User?
  let credential: Credential
  let showsTokens: Bool

  func text() -> String {
    let issuer = user?.claims.issuer.map { " (\($0))" } ?? ""
    var lines = [user == nil ? "You granted access to \(provider)." : "Signed in to \(provider)\(issuer).", ""]
    if let user { lines.append("subject   \(user.subject)") }
    lines += [
      "scopes    \(credential.scopes.joined(separator: " "))",
      "expires   \(credential.expiresAt.map(TimeText.stamp) ?? "unknown")",
      "refresh   \(credential.refreshToken == nil ? "no" : "yes")",
      "",
    ]
    lines += claims.sorted { $0.key < $1.key }.map { "\($0.key) = \(SafeJSON.line($0.value))" }
    lines += tokens.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return lines.map { $0.plainText(limit: .max) }.joined(separator: "\n")
  }

  func json() -> String {
    var fields: [String: JSONValue] = [
      "provider": .string(provider),
      "issuer": user?.claims.issuer.map(JSONValue.string) ?? .null,
      "subject": (user?.subject).map(JSONValue.string) ?? .null,
      "claims": .object(claims),
      "scopes": .array(credential.scopes.map(JSONValue.string)),
      "expires_at": credential.expiresAt.map { .string(TimeText.stamp($0)) } ?? .null,
      "refreshable": .bool(credential.refreshToken != nil),
    ]
    if showsTokens { fields["tokens"] = .object(tokens.mapValues(JSONValue.string)) }
    return SafeJSON.text(.object(fields))
  }

  private var claims: [String: JSONValue] { user?.claims.all ?? [:] }

  private var tokens: [String: String] {
    guard showsTokens else { return [:] }
    let all = [
      "access_token": credential.accessToken, "refresh_token": credential.refreshToken,
      "id_token": credential.idToken,
    ]
    return all.compactMapValues { $0?.reveal() }
  }
}
