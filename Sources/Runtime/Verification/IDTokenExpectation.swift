extension IDTokenVerifier {
  /// What this client knows about the request that the token answers.
  struct Expectation: Sendable {
    /// The `nonce` that was sent with the sign-in.
    var nonce: String?
    /// Whether the token may leave the nonce out, as it may after a refresh (OpenID Connect Core 1.0 §12.2).
    var nonceMayBeMissing = false
    /// Whether the token came through the browser, where nothing but the nonce tells it from one that somebody has kept (OpenID
    /// Connect Core 1.0 §3.2.2.11).
    var isFromBrowser = false
    /// The `max_age` that was sent.
    var maximumAge: Duration?
    /// How long ago the token may have been made. A server makes one for each sign-in; an older one was made for
    /// something else. `nil` after a refresh, where some servers repeat the one they gave before.
    var maximumTokenAge: Duration? = .seconds(86_400)
    /// The issuer of the ID token that came through the browser before (OpenID Connect Core 1.0 §3.3.3.6).
    var issuer: String?
    /// The user who must be named, after a refresh (OpenID Connect Core 1.0 §12.2).
    var subject: String?
    /// The claims of the ID token before, after a refresh (OpenID Connect Core 1.0 §12.2).
    var previous: [String: JSONValue]?
    /// Whether `auth_time` must be the one in ``previous``.
    var comparesAuthenticationTime = false
    /// Parameters of the request that claims are compared with.
    var parameters: [String: String] = [:]
    /// The access token that came in the same answer, for `at_hash`.
    var accessToken: Secret?
    /// Whether `at_hash` must be there: it must where the browser brought an access token beside the ID token
    /// (OpenID Connect Core 1.0 §3.2.2.9, §3.3.2.9).
    var requiresAccessTokenHash = false
    /// The authorization code, for `c_hash`.
    var code: Secret?
    /// Whether `c_hash` must be there: it must where the browser brought a code beside the ID token
    /// (OpenID Connect Core 1.0 §3.3.2.10).
    var requiresCodeHash = false
    /// The `state` that was sent, for `s_hash` (Financial-grade API 1.0 part 2 §5.1).
    var state: String?
  }
}
