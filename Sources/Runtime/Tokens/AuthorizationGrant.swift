import Foundation

/// What a sign-in in the browser has brought, to be exchanged for tokens by whoever keeps the client's secret.
///
/// Hand it to the app's own server over a connection that only the signed-in app has: it is worth a session, once, for a
/// few minutes.
public struct AuthorizationGrant: Sendable, Hashable {
  /// The authorization code (RFC 6749 §1.3.1); `nil` in the implicit flow.
  public let code: Secret?
  /// An ID token that came through the browser (OpenID Connect Core 1.0 §3.3.2.5). Nobody has verified it yet.
  public let idToken: Secret?
  /// An access token that came through the browser.
  let accessToken: Secret?
  /// What was said of that access token.
  let tokens: TokenResponse?
  /// Proves that the code is redeemed by whoever asked for it (RFC 7636 §4.5).
  public let codeVerifier: Secret?
  /// The address that the code came to; it has to be repeated (RFC 6749 §4.1.3).
  public let redirectURI: String
  /// What the ID token must hold (OpenID Connect Core 1.0 §3.1.2.1).
  public let nonce: String?
  /// What was asked for, as the app says.
  public let scopes: [String]
  /// Further parameters of the callback that the descriptor names.
  public let fields: [String: String]
  /// What was filled into the provider's URLs for this sign-in.
  public let variables: [String: String]
  /// The whole callback, where a signature covers it that only the app's server can check.
  let signed: [String: String]
  /// The `max_age` that was asked for.
  let maximumAge: Duration?
  /// Parameters of the request that the ID token is compared with.
  let parameters: [String: String]
  /// What bound the request and its answer.
  let state: String?
  /// It came as bytes, from a device: what it says was asked for is only what the device says.
  let isDecoded: Bool
}

extension AuthorizationGrant {
  private static let version = Int64(1)

  /// This grant as bytes for the app's own server. They hold the code and its verifier in clear text.
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
    members["state"] = state.map { .string($0) }
    members["nonce"] = nonce.map { .string($0) }
    members["max_age"] = maximumAge.map { .integer($0.components.seconds) }
    members["expires_at"] = tokens?.expiresAt.map { .number($0.timeIntervalSince1970) }
    // Texts always encode.
    return (try? JSONEncoder().encode(members)) ?? Data()
  }

  /// Reads what ``encoded()`` made. It comes from a device. The exchange proves its code, verifier, nonce and signature; what
  /// it says was asked for (`max_age`, an organization) proves nothing: say that again with
  /// ``BackendExchange/exchange(_:expecting:)``. Without a code, in the implicit flow, the ID token is all that proves anything,
  /// and unlike a code it can be handed in again until it ends.
  ///
  /// - Returns: `nil` when the bytes are something else.
  public init?(encoded: Data) {
    guard encoded.count <= 64 << 10, let members = JSONValue(parsing: encoded)?.object,
      members["version"] == .integer(Self.version), let redirectURI = members["redirect_uri"]?.string
    else { return nil }
    let (code, idToken, accessToken) = (
      members["code"]?.string, members["id_token"]?.string, members["access_token"]?.string
    )
    // One of them says who the user is, and what is there has to be something.
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
    fields = texts("fields")
    signed = texts("signed")
    variables = texts("variables")
    parameters = texts("parameters")
    state = members["state"]?.string
    isDecoded = true
    // A number that no Duration holds would end the process.
    maximumAge = members["max_age"].flatMap(Int.init(claim:)).map { .seconds($0) }
  }
}

// The callback may hold the code once more, and so may a field.
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
