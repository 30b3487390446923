import AuthRuntime
import Foundation

/// The output of a sign-in: the verified claims, the granted scopes, and the expiration. Tokens are only included on
/// request.
struct SignInReport {
  let provider: String
  let user: DynamicProvider.User
  let credential: Credential
  let showsTokens: Bool

  func text() -> String {
    var lines = [
      "Signed in to \(provider)\(user.claims.issuer.map { " (\($0))" } ?? "").",
      "",
      "subject   \(user.subject)",
      "scopes    \(credential.scopes.joined(separator: " "))",
      "expires   \(credential.expiresAt.map(TimeText.stamp) ?? "unknown")",
      "refresh   \(credential.refreshToken == nil ? "no" : "yes")",
      "",
    ]
    lines += user.claims.all.sorted { $0.key < $1.key }.map { "\($0.key) = \(SafeJSON.line($0.value))" }
    lines += tokens.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return lines.map { $0.plainText(limit: .max) }.joined(separator: "\n")
  }

  func json() -> String {
    var fields: [String: JSONValue] = [
      "provider": .string(provider),
      "issuer": user.claims.issuer.map(JSONValue.string) ?? .null,
      "subject": .string(user.subject),
      "claims": .object(user.claims.all),
      "scopes": .array(credential.scopes.map(JSONValue.string)),
      "expires_at": credential.expiresAt.map { .string(TimeText.stamp($0)) } ?? .null,
      "refreshable": .bool(credential.refreshToken != nil),
    ]
    if showsTokens { fields["tokens"] = .object(tokens.mapValues(JSONValue.string)) }
    return SafeJSON.text(.object(fields))
  }

  private var tokens: [String: String] {
    guard showsTokens else { return [:] }
    let all = [
      "access_token": credential.accessToken, "refresh_token": credential.refreshToken,
      "id_token": credential.idToken,
    ]
    return all.compactMapValues { $0?.reveal() }
  }
}
