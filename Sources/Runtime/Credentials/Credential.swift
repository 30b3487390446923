import Foundation

/// The tokens and the verified claims of a signed-in user.
///
/// To get the current credential without a request, call ``AuthClient/credential()``:
///
/// ```swift
/// if let credential = try await auth0.credential() {
///   print("scopes:", credential.scopes.joined(separator: " "))
///   print("organization:", credential.claims?["org_id"]?.string ?? "none")
///   if let date = credential.expiresAt { print("the access token expires at", date) }
/// }
/// ```
///
/// For a request to an API, call ``AuthClient/accessToken(validFor:)`` instead, which refreshes the access token if necessary.
/// A server that exchanges codes with ``BackendExchange`` stores the credential itself.
public struct Credential: Sendable, Hashable {
  /// The access token for requests to APIs. It's opaque to this client (RFC 6749 §1.4), and empty if the sign-in
  /// returned only an ID token.
  public var accessToken: Secret
  /// The refresh token, if the server issued one.
  public var refreshToken: Secret?
  /// The last ID token, as received. Ending the browser session requires it.
  public var idToken: Secret?
  /// The verified claims of the last ID token, and the claims from other sources, such as userinfo.
  ///
  /// If a refreshed ID token omits a claim that came only from an ID token, the claim is removed, unless it describes
  /// the sign-in: `sub`, `iss`, `aud`, `azp`, `nonce`, `auth_time`, `sid`, `session_expiry`, and the claims that the
  /// descriptor checks.
  public var claims: Claims?
  /// The time at which the access token expires, or `nil` if the server doesn't state it.
  public var expiresAt: Date?
  /// The time at which the refresh token expires, or `nil` if the server doesn't state it.
  public var refreshExpiresAt: Date?
  /// The time at which the session ends, even if its tokens are valid for longer. It's `nil` if the provider sets none.
  /// It's the `session_expiry` claim of the ID token, which the IPSIE profile of OpenID Connect requires clients to
  /// enforce.
  public var sessionExpiresAt: Date? { claims?["session_expiry"].flatMap(Date.init(numericDate:)) }
  /// The granted scopes.
  public var scopes: [String]
  /// The scopes that the sign-in requested. A server may leave some out of its responses, such as `offline_access`. It's `nil` if an
  /// older version stored the session, if the session was adopted, or if the grant came from a device.
  var requestedScopes: [String]?
  /// The authorization details that the server granted, as objects (RFC 9396 §7).
  public internal(set) var authorizationDetails: [JSONValue] = []
  /// The members of the token response that the descriptor lists.
  public internal(set) var fields: [String: JSONValue] = [:]
  /// The access tokens for other APIs, obtained with the refresh token.
  public internal(set) var audienceTokens: [AudienceToken] = []
  /// The tokens that were exchanged for a token of this session, by the exchange and its parameters.
  var exchangedTokens: [String: ExchangedToken] = [:]
  /// Additional access tokens, by name.
  public internal(set) var sets: [String: Secret] = [:]
  /// The values of the variables in the provider's URLs for this sign-in, such as a shop's name.
  public internal(set) var variables: [String: String] = [:]

  /// The parameters of the sign-in's callback that the descriptor lists.
  public internal(set) var callback: [String: String] = [:]

  /// The registration of the client that received the tokens, if the client registers itself. Only that client can
  /// refresh and revoke them.
  var registration: ClientRegistration?

  /// The key that the tokens are bound to, or `nil` for bearer tokens (RFC 9449).
  var sessionKey: SessionKey?

  /// The server's name for its session with this device, for later sign-ins without a browser
  /// (draft-ietf-oauth-first-party-apps §5.3.1).
  var authSession: Secret?

  /// The SHA-256 thumbprint of the key that the tokens are bound to (RFC 9449 §6.1), or `nil` if they are bearer tokens or this
  /// device can't use the key.
  public var keyThumbprint: String? { sessionKey?.signer?.thumbprint }

  /// The redirect URI that received the code. Some servers require it in later requests.
  var redirectURI: String?

  /// The time at which the access token was received, or `nil` in a session that an older version stored.
  var obtainedAt: Date?

  /// The `max_age` of the sign-in. If there was one, `auth_time` must not change (OpenID Connect Core 1.0 §12.2).
  var maximumAge: Duration?

  /// The hash of another library's token that the session was adopted from. It shows that a session already has the token.
  var adoptedFrom: String?

  /// The previous refresh token, until the current one has worked. If the current one never became valid, a server
  /// accepts the previous one within its overlap (RFC 9700 §4.14.2).
  public internal(set) var superseded: Superseded?
  /// The time at which a refresh started whose outcome is unknown, because the app was terminated or the response was
  /// lost.
  public internal(set) var unconfirmedRefresh: Date?

  /// A refresh token that was replaced by another one.
  public struct Superseded: Sendable, Hashable {
    /// The previous refresh token.
    public let refreshToken: Secret
    /// The time at which the new refresh token arrived.
    public let date: Date
  }

  /// An access token for an API other than the one that the user signed in for, or one that allows less.
  public struct AudienceToken: Sendable, Hashable {
    /// The API, as requested. It's empty for the API that the user signed in for.
    public let audience: String
    /// The requested scopes. If it's empty, the server decided.
    public let requestedScopes: [String]
    /// The requested authorization details (RFC 9396 §6). If it's empty, the request had none.
    public let requestedDetails: [JSONValue]
    /// The access token for that API.
    public let accessToken: Secret
    /// The time at which the token expires, or `nil` if the server doesn't state it.
    public let expiresAt: Date?
    /// The granted scopes.
    public let scopes: [String]
    /// The time at which the token was received.
    let obtainedAt: Date?

    /// The largest number of these tokens that a session stores. Platforms limit the size of an entry.
    static let maximumCount = 32
  }

  /// Returns the token that a refresh exchanges.
  func token(for kind: ProviderConfiguration.RefreshRules.Token) -> Secret? {
    switch kind {
    case .refreshToken: refreshToken
    case .accessToken: accessToken
    }
  }
}

// Any field of a provider's response may contain a secret.
extension Credential: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "accessToken": accessToken, "refreshToken": refreshToken as Any, "idToken": idToken as Any,
        "subject": claims?.subject as Any, "expiresAt": expiresAt as Any, "scopes": scopes,
        "superseded": superseded as Any, "unconfirmedRefresh": unconfirmedRefresh as Any,
        "audienceTokens": audienceTokens, "exchangedTokens": exchangedTokens.count, "fields": fields.keys.sorted(),
        "sets": sets.keys.sorted(),
        "callback": callback.keys.sorted(), "sessionKey": sessionKey as Any,
        "variables": variables,
      ])
  }
}

extension Date {
  /// The date in whole seconds, so that storing and loading it doesn't change it.
  package var wholeSeconds: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
