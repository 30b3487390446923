import Foundation

/// The result of a sign-in in the browser, which the holder of the client secret exchanges for tokens.
///
/// Send it only to the app's own server, over a connection of the signed-in app. For a few minutes, it can be exchanged
/// once for a session.
public struct AuthorizationGrant: Sendable, Hashable {
  /// The authorization code (RFC 6749 §1.3.1), or `nil` in the implicit flow.
  public let code: Secret?
  /// The ID token that came through the browser (OpenID Connect Core 1.0 §3.3.2.5). It isn't verified yet.
  public let idToken: Secret?
  /// The access token that came through the browser.
  let accessToken: Secret?
  /// The details of that access token.
  let tokens: TokenResponse?
  /// The code verifier, which proves that the client that requested the code redeems it (RFC 7636 §4.5).
  public let codeVerifier: Secret?
  /// The redirect URI that received the code. The token request must repeat it (RFC 6749 §4.1.3).
  public let redirectURI: String
  /// The nonce that the ID token must contain (OpenID Connect Core 1.0 §3.1.2.1).
  public let nonce: String?
  /// The requested scopes, as stated by the app.
  public let scopes: [String]
  /// The APIs that the access token is for, as stated by the app (RFC 8707). The token request repeats them.
  public let resources: [String]
  /// Other parameters of the callback that the descriptor lists.
  public let fields: [String: String]
  /// The values of the variables in the provider's URLs for this sign-in.
  public let variables: [String: String]
  /// All parameters of the callback, if it has a signature that only the app's server can check.
  let signed: [String: String]
  /// The requested `max_age`.
  let maximumAge: Duration?
  /// Parameters of the request that the ID token is compared with.
  let parameters: [String: String]
  /// The state of the request and the callback.
  let state: String?
  /// The scopes of the request, or `nil` if the grant was decoded.
  let requestedScopes: [String]?
  /// Whether the grant was decoded, and so came from a device. Its requested parameters can't be trusted then.
  let isDecoded: Bool
  /// The key that the code is bound to. It never leaves this process with the grant.
  let sessionKey: SessionKey?
  /// The thumbprint of that key (RFC 9449 §10).
  let keyThumbprint: String?
}

extension AuthorizationGrant {
  private static let version = Int64(1)

  /// Encodes this grant for the app's own server. The result contains the code and the code verifier in clear text.
  ///
  /// It doesn't contain the key of a sign-in that ``BackendExchange/start(redirectURI:scopes:parameters:)`` started with DPoP. Exchange
  /// such a grant in the process that read the callback, or store the ``PendingAuthorization`` instead.
  public func encoded() -> Data {
    var members: [String: JSONValue] = [
      "version": .integer(Self.version), "redirect_uri": .string(redirectURI),
      "scopes": .array(scopes.map(JSONValue.string)), "fields": .object(fields.mapValues(JSONValue.string)),
      "variables": .object(variables.mapValues(JSONValue.string)),
      "parameters": .object(parameters.mapValues(JSONValue.string)),
    ]
    members["code"] = code.map { .string($0.reveal()) }
    members["id_token"] = idToken.map { .string($0.reveal()) }
    members["access_token"] = accessToken.map { .string($0.reveal()) }
    members["code_verifier"] = codeVerifier.map { .string($0.reveal()) }
    if !signed.isEmpty { members["signed"] = .object(signed.mapValues(JSONValue.string)) }
    members["dpop_jkt"] = keyThumbprint.map { .string($0) }
    if !resources.isEmpty { members["resources"] = .array(resources.map(JSONValue.string)) }
    members["state"] = state.map { .string($0) }
    members["nonce"] = nonce.map { .string($0) }
    members["max_age"] = maximumAge.map { .integer($0.components.seconds) }
    members["expires_at"] = tokens?.expiresAt.map { .number($0.timeIntervalSince1970) }
    // Strings can always be encoded.
    return (try? JSONEncoder().encode(members)) ?? Data()
  }

  /// Decodes the result of ``encoded()``, which comes from a device.
  ///
  /// The exchange proves the code, the code verifier, the nonce, and the signature. The requested parameters in the
  /// grant, such as `max_age` or an organization, prove nothing. If your server requires them, pass them to
  /// ``BackendExchange/exchange(_:expecting:)->BackendExchange<Provider>.SignedIn``.
  ///
  /// The implicit flow doesn't use a code, so only the ID token proves anything. Unlike a code, it can be used again
  /// until it expires.
  ///
  /// - Returns: `nil` if the data isn't an encoded grant.
  public init?(encoded: Data) {
    guard encoded.count <= 64 << 10, let members = JSONValue(parsing: encoded)?.object,
      members["version"] == .integer(Self.version), let redirectURI = members["redirect_uri"]?.string
    else { return nil }
    let (code, idToken, accessToken) = (
      members["code"]?.string, members["id_token"]?.string, members["access_token"]?.string
    )
    // One of them must identify the user, and none may be empty.
    guard code != nil || (members["code"] == nil && idToken != nil),
      ![code, idToken, accessToken].contains("")
    else { return nil }
    func texts(_ name: String) -> [String: String] { members[name]?.object?.compactMapValues(\.string) ?? [:] }
    self.code = code.map { Secret($0) }
    self.idToken = idToken.map { Secret($0) }
    self.accessToken = accessToken.map { Secret($0) }
    let expiry = members["expires_at"].flatMap(Date.init(numericDate:))
    tokens = accessToken.flatMap { TokenResponse(fromBrowser: $0, expiresAt: expiry) }
    self.redirectURI = redirectURI
    codeVerifier = members["code_verifier"]?.string.map { Secret($0) }
    nonce = members["nonce"]?.string
    scopes = members["scopes"]?.array?.compactMap(\.string) ?? []
    resources = members["resources"]?.array?.compactMap(\.string) ?? []
    fields = texts("fields")
    signed = texts("signed")
    variables = texts("variables")
    parameters = texts("parameters")
    state = members["state"]?.string
    isDecoded = true
    requestedScopes = nil
    sessionKey = nil
    keyThumbprint = members["dpop_jkt"]?.string
    // A number that is too large for `Duration` would crash the process.
    maximumAge = members["max_age"].flatMap(Int.init(claim:)).map { .seconds($0) }
  }
}

// The callback and the fields may contain the code, too.
extension AuthorizationGrant: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "code": code as Any, "idToken": idToken as Any, "codeVerifier": codeVerifier as Any, "redirectURI": redirectURI,
        "scopes": scopes,
        "fields": fields.keys.sorted(), "variables": variables, "parameters": parameters.keys.sorted(),
      ])
  }
}
