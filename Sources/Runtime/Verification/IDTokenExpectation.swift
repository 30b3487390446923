extension IDTokenVerifier {
  /// The values of the request that the token must match.
  struct Expectation: Sendable {
    /// The `nonce` that was sent with the sign-in.
    var nonce: String?
    /// Whether the token may omit the nonce, as after a refresh (OpenID Connect Core 1.0 §12.2).
    var nonceMayBeMissing = false
    /// Whether the token came through the browser. Only the nonce then distinguishes it from a replayed one (OpenID
    /// Connect Core 1.0 §3.2.2.11).
    var isFromBrowser = false
    /// The `max_age` that was sent.
    var maximumAge: Duration?
    /// The maximum age of the token. A server issues one for each sign-in, so an older one was issued for another
    /// purpose. It is `nil` after a refresh, because some servers repeat the previous token.
    var maximumTokenAge: Duration? = .seconds(86_400)
    /// Whether the token may have expired: it describes an earlier sign-in, and isn't used to sign in now.
    var mayBeExpired = false
    /// The issuer of the ID token that came through the browser earlier (OpenID Connect Core 1.0 §3.3.3.6).
    var issuer: String?
    /// The user that the token must name after a refresh (OpenID Connect Core 1.0 §12.2).
    var subject: String?
    /// The claims of the ID token from before the refresh (OpenID Connect Core 1.0 §12.2).
    var previous: [String: JSONValue]?
    /// Whether `auth_time` must be the same as in ``previous``.
    var comparesAuthenticationTime = false
    /// Parameters of the request that claims are compared with.
    var parameters: [String: String] = [:]
    /// The access token from the same response, for `at_hash`.
    var accessToken: Secret?
    /// Whether `at_hash` is required. It is if the browser delivered an access token with the ID token (OpenID Connect
    /// Core 1.0 §3.2.2.9, §3.3.2.9).
    var requiresAccessTokenHash = false
    /// The authorization code, for `c_hash`.
    var code: Secret?
    /// Whether `c_hash` is required. It is if the browser delivered a code with the ID token (OpenID Connect Core 1.0
    /// §3.3.2.10).
    var requiresCodeHash = false
    /// The `auth_req_id` of a backchannel authentication, which the token may contain (OpenID CIBA Core 1.0 §10.3.1).
    var authenticationRequestID: Secret?
    /// The user that the request named, if the client knows the `sub`.
    var hintedSubject: String?
    /// The `state` that was sent, for `s_hash` (Financial-grade API 1.0 part 2 §5.1).
    var state: String?
  }
}
