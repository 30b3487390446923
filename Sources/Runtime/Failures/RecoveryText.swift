/// Advice for a failure. The raw value is the English text. Its `{placeholders}` are filled from ``RecoveryAdvice/values``.
///
/// To show the advice in another language, pass a translation to ``Recovery/text(in:)`` and use ``name`` as its key. Cases
/// without a translation are shown in English.
public enum RecoveryText: String, Sendable, Hashable, CaseIterable {
  // For the app's user.
  /// The failure is temporary.
  case retry = "try again"
  /// The failure is temporary, and the server sent a delay.
  case retryAfter = "try again in {seconds} s"
  /// The session has ended, or the sign-in went wrong.
  case signIn = "sign in again"
  /// The user hasn't consented yet.
  case consent = "sign in again and ask for consent"
  /// The provider's administrator has to allow it.
  case administrator = "ask the administrator of the identity provider"
  /// The user has to complete a step at the provider.
  case account = "complete your account at the identity provider"
  /// This version of the app doesn't support it.
  case updateApp = "update the app"
  /// A token's times don't match this machine's clock.
  case clock = "check this machine's clock"
  /// The same, and the token can't be used again.
  case clockThenSignIn = "check this machine's clock, then sign in again"
  /// The credential store is locked.
  case unlockStore = "unlock the credential store and try again; you're still signed in"
  /// The user or the system denied access to the store.
  case allowStore = "allow the app to use the credential store and try again; you're still signed in"
  /// No browser can be opened on this machine.
  case browser = "set BROWSER to a browser's command, open the URL by hand, or sign in on another device"
  /// None of the loopback ports is free.
  case ports = "free one of the ports, or register and use others"

  // For the person who registered the app.
  /// The server rejects the client's settings, and the descriptor doesn't name the setting.
  case clientSettings = "check the client's settings at the provider: {reason}"
  /// The server rejects the client's settings. `setting` names the setting.
  case clientSetting = "check {setting}: {reason}"
  /// The ID token is missing.
  case openIDScope = "request the openid scope, and allow it for this client"
  /// The ID token's algorithm isn't allowed.
  case idTokenAlgorithm =
    "set the client's ID-token signature to one of id_token.algorithms in the descriptor or the configuration"
  /// The same, and the descriptor names the setting.
  case idTokenSetting = "set {setting} to one of id_token.algorithms in the descriptor or the configuration"
  /// A token or a callback comes from another issuer.
  case issuer = "check the domain or issuer: it must match the server's issuer exactly"
  /// An endpoint's response is invalid.
  case server = "check the domain or issuer: it must be that of an identity provider"
  /// The server's TLS certificate isn't trusted.
  case certificate = "check the host, or trust the authority that signed its certificate"
  /// Signed userinfo was rejected.
  case signedUserInfo = "check how the provider signs userinfo for this client"
  /// A signed authorization response was rejected.
  case signedResponse = "check how the provider signs authorization responses for this client"
  /// A logout token was rejected.
  case logoutToken = "don't end any session, and check how the provider issues logout tokens for this client"
  /// A token is meant for another client.
  case clientID = "check the client ID"
  /// The server issued a token for an API other than the requested one.
  case refreshForAudience = "allow this client to use refresh tokens for {audience} at the provider"

  // For the app's or the API's developer.
  /// An ID token is also issued for another audience.
  case untrustedAudience =
    "if that audience may see this client's tokens, add it to id_token.audience in the descriptor or the configuration"
  /// A claim is missing or has the wrong type.
  case claims = "check the claims of the descriptor or the configuration, and the requested scopes"
  /// An access token doesn't match the API's rules.
  case accessTokens = "compare the provider's access tokens with access_token in the descriptor or the configuration"
  /// An access token is for another API.
  case audience = "request this API's audience at sign-in"
  /// An access token doesn't allow this request.
  case scopes = "request {scopes} at sign-in"
  /// A request sends its token incorrectly.
  case bearer = "send the token in one header: Authorization: Bearer TOKEN"
  /// A request's DPoP proof is invalid.
  case proof =
    "create a DPoP proof for each request, with its method and URL, the access token's hash, and the key that the token is bound to"
  /// The client already has a session that isn't known to be of the same user.
  case existingSession = "keep that session, or sign out first; another account of the client has its own session"
  /// The tokens to adopt belong to another client.
  case adoptedClient = "create the client with the client ID that the tokens were issued to"
  /// There is no token to adopt.
  case adoptedToken = "pass a refresh token, or an access token that is still valid"
  /// The data isn't what the other library writes.
  case adoptedData = "pass the unchanged bytes that the other library stored"
  /// A step of a sign-in without a browser got an unexpected input.
  case firstPartyInput = "pass one of the inputs that the newest step lists, one at a time"
  /// An API demands scopes for which the app doesn't allow another sign-in.
  case stepUpScopes = "if the app may request {scopes} for this API, list the scopes in the step-up"
  /// A resource's metadata is missing, invalid, or for another resource.
  case resourceURL = "check the resource's URL: it must be the identifier in the resource's own metadata"
  /// An authorization server doesn't state that it supports PKCE.
  case unadvertisedPKCE =
    "if the authorization server supports PKCE with S256, set acceptsUnadvertisedPKCE; otherwise, don't use it"
  /// The app can't identify itself at an authorization server.
  case resourceClient = "register the app at {issuer}, and pass its client ID for this issuer"
  /// This build can't send requests.
  case transport =
    "enable the trait AsyncHTTPClient, or Curl with libcurl 7.87 or later, or pass a transport in AuthEnvironment"
  /// App Transport Security blocked `http`.
  case transportSecurity =
    "use https; for a server on this machine or the local network, set NSAllowsLocalNetworking in NSAppTransportSecurity of Info.plist"
  /// The provider doesn't have this endpoint.
  case endpoint = "add server.{endpoint} to the descriptor or the configuration, or use another provider"
  /// The server's metadata doesn't list PKCE with S256.
  case codeChallenge =
    "allow PKCE with S256 at the provider; if its metadata is wrong, add code_challenge_methods_supported to discovery.remove"
  /// The server issues bearer tokens although the descriptor requires bound ones.
  case boundTokens = "require DPoP-bound access tokens for this client at the provider"
  /// The server doesn't allow the API's client to introspect tokens.
  case introspection = "check the client's ID and secret, and allow it to introspect tokens at the provider"
  /// The app's code or configuration is wrong, as the failure describes. ``RecoveryAdvice/values`` has the `reason`.
  case correct = "correct the problem in the app's code, its settings, or the descriptor"

  /// The case's name, such as `retryAfter`. Use it as the key of a translation.
  public var name: String { String(describing: self) }
}

/// A ``RecoveryText`` and the values of its placeholders.
public struct RecoveryAdvice: Sendable, Hashable {
  /// The text that the values fill.
  public let text: RecoveryText
  /// The values by placeholder: names of settings, scopes, and servers, never a secret.
  public let values: [String: String]

  init(_ text: RecoveryText, _ values: [String: String] = [:]) {
    self.text = text
    self.values = values.mapValues { $0.plainText(limit: 1000) }
  }

  /// Returns the text in the app's language.
  ///
  /// - Parameter translation: Returns a translation with the same placeholders or fewer, or `nil` to use English. A translation
  ///   with an unknown placeholder isn't used.
  public func text(in translation: (RecoveryText) -> String?) -> String {
    filled(translation(text)) ?? filled(text.rawValue) ?? text.rawValue
  }

  private func filled(_ template: String?) -> String? {
    template.flatMap { try? TextTemplate($0).filled { values[$0] } }
  }
}

extension RecoveryAdvice: CustomStringConvertible {
  /// The text in English.
  public var description: String { text { _ in nil } }
}
