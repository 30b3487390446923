import Foundation

/// A successful answer of the token endpoint (RFC 6749 §5.1, OpenID Connect Core 1.0 §3.1.3.3).
struct TokenResponse: Sendable {
  let accessToken: Secret
  let refreshToken: Secret?
  let idToken: Secret?
  let expiresIn: Duration?
  /// What was granted; `nil` when the answer does not say, which means: what was asked for.
  let scopes: [String]?

  /// Reads the body. Lenient where servers are sloppy: `expires_in` as text, `scope` as a list, no `token_type`.
  init(_ fields: [String: JSONValue], status: Int) throws(StepFailure) {
    guard let accessToken = fields["access_token"]?.string, !accessToken.isEmpty else {
      throw .response(.missingField("access_token", endpoint: "the token endpoint", status: status))
    }
    if let type = fields["token_type"], type != .null, type.string?.lowercased() != "bearer" {
      throw .response(.unsupportedTokenType(type.string ?? "that is not a text"))
    }
    self.accessToken = Secret(accessToken)
    self.refreshToken = Self.secret(fields["refresh_token"])
    self.idToken = Self.secret(fields["id_token"])
    self.expiresIn = fields["expires_in"].flatMap(Self.seconds)
    self.scopes = fields["scope"].flatMap(Self.words)
  }

  private static func secret(_ value: JSONValue?) -> Secret? {
    guard let text = value?.string, !text.isEmpty else { return nil }
    return Secret(text)
  }

  /// Up to ten years; a nonsensical lifetime counts as not said.
  private static func seconds(_ value: JSONValue) -> Duration? {
    let number = value.number ?? value.string.flatMap { Double($0) }
    guard let number, (0...315_360_000).contains(number) else { return nil }
    return .seconds(number)
  }

  private static func words(_ value: JSONValue) -> [String]? {
    if let list = value.array { return list.compactMap(\.string) }
    return value.string?.split { $0 == " " || $0 == "," }.map(String.init)
  }
}
