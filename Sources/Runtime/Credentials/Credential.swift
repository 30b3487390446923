import Foundation

/// What a signed-in user's session consists of.
public struct Credential: Sendable, Hashable {
  /// For requests to APIs. Opaque to this client (RFC 6749 §1.4). Empty where the sign-in brought an ID token alone.
  public var accessToken: Secret
  /// For new tokens, where the server gave one.
  public var refreshToken: Secret?
  /// The last ID token as it came, needed to end the browser session.
  public var idToken: Secret?
  /// The verified claims of the last ID token, and the claims from other sources, such as userinfo. A claim that came only in
  /// an ID token is dropped when a refreshed one omits it, unless it describes the sign-in itself: `sub`, `iss`, `aud`, `azp`,
  /// `nonce`, `auth_time`, `sid`, `session_expiry` and the claims that the descriptor checks.
  public var claims: Claims?
  /// When the access token stops being valid; `nil` when the server does not say.
  public var expiresAt: Date?
  /// When the refresh token stops being valid; `nil` when the server does not say.
  public var refreshExpiresAt: Date?
  /// When the session ends whatever its tokens are good for: the ID token's claim `session_expiry`, of which the IPSIE profile of
  /// OpenID Connect demands that it is kept to; `nil` when the provider sets no end.
  public var sessionExpiresAt: Date? { claims?["session_expiry"].flatMap(Date.init(numericDate:)) }
  /// What was granted.
  public var scopes: [String]
  /// Members of the token answer that the descriptor names.
  public internal(set) var fields: [String: JSONValue] = [:]
  /// Access tokens for other APIs than the sign-in's, which the refresh token has brought.
  public internal(set) var audienceTokens: [AudienceToken] = []
  /// Further access tokens, by the names of their sets.
  public internal(set) var sets: [String: Secret] = [:]
  /// What was filled into the provider's URLs for this sign-in, such as a shop's name.
  public internal(set) var variables: [String: String] = [:]

  /// Parameters of the sign-in's callback that the descriptor names.
  public internal(set) var callback: [String: String] = [:]

  /// The address that the code came to, which some servers want to see again.
  var redirectURI: String?

  /// The time at which the access token was received; `nil` in a session that an older version stored.
  var obtainedAt: Date?

  /// The `max_age` of the sign-in. If there was one, `auth_time` must not change (OpenID Connect Core 1.0 §12.2).
  var maximumAge: Duration?

  /// The refresh token that was exchanged for the current one, until the current one has worked. Within its overlap a server
  /// takes it once more, should the current one never have become good (RFC 9700 §4.14.2).
  public internal(set) var superseded: Superseded?
  /// When a refresh began whose end nobody has seen: the app was killed, or the answer lost.
  public internal(set) var unconfirmedRefresh: Date?

  /// A refresh token that was exchanged for another one.
  public struct Superseded: Sendable, Hashable {
    /// The refresh token that was used before.
    public let refreshToken: Secret
    /// When the other one came.
    public let date: Date
  }

  /// An access token for another API than the one that the user signed in for.
  public struct AudienceToken: Sendable, Hashable {
    /// The API, as it was asked for.
    public let audience: String
    /// Asked for; the server's choice when empty.
    public let requestedScopes: [String]
    /// The access token for that API.
    public let accessToken: Secret
    /// When it stops being valid; `nil` when the server does not say.
    public let expiresAt: Date?
    /// What was granted.
    public let scopes: [String]
    /// The time at which it came.
    let obtainedAt: Date?
  }

  /// What a refresh exchanges.
  func token(for kind: ProviderConfiguration.RefreshRules.Token) -> Secret? {
    switch kind {
    case .refreshToken: refreshToken
    case .accessToken: accessToken
    }
  }
}

// A provider may put a secret into any field of its answer.
extension Credential: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "accessToken": accessToken, "refreshToken": refreshToken as Any, "idToken": idToken as Any,
        "subject": claims?.subject as Any, "expiresAt": expiresAt as Any, "scopes": scopes,
        "superseded": superseded as Any, "unconfirmedRefresh": unconfirmedRefresh as Any,
        "audienceTokens": audienceTokens, "fields": fields.keys.sorted(), "sets": sets.keys.sorted(),
        "callback": callback.keys.sorted(),
        "variables": variables,
      ])
  }
}

extension Date {
  /// What is written and read back is the same.
  var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
