/// What helps against a failure, in words. Each case's value is its English text, whose `{holes}` are filled by
/// ``RecoveryAdvice/values``.
///
/// An app that speaks another language translates these and hands them to ``Recovery/text(in:)``; ``name`` is what it may file
/// them under. A case that it has no translation for is said in English.
public enum RecoveryText: String, Sendable, Hashable, CaseIterable {
  // For the app's user.
  /// Nothing is wrong that would stay so.
  case retry = "try again"
  /// The same, and the server has said when.
  case retryAfter = "try again in {seconds} s"
  /// The session has ended, or the sign-in went wrong.
  case signIn = "sign in again"
  /// The user has not allowed it yet.
  case consent = "sign in again and ask for consent"
  /// Whoever runs the provider has to allow it.
  case administrator = "ask the administrator of the identity provider"
  /// The user has to do something at the provider.
  case account = "ask the user to complete the account at the identity provider"
  /// This version of the app cannot do it.
  case updateApp = "update the app"
  /// A token is judged by this machine's time.
  case clock = "check this machine's clock"
  /// The same, and the token is gone.
  case clockThenSignIn = "check this machine's clock, then sign in again"
  /// The store of credentials is locked.
  case unlockStore = "unlock it, then try again; nobody was signed out"
  /// Somebody said no to the store's question.
  case allowStore = "allow the app to use it, then try again; nobody was signed out"
  /// No browser can be opened here.
  case browser = "set BROWSER to a browser's command, open the URL by hand, or sign in with another device"
  /// None of the loopback addresses is free.
  case ports = "free one of the ports, or register and name others"

  // For whoever registered the app.
  /// The server finds fault with the client, and the descriptor does not know where that is set.
  case clientSettings = "check the client's settings at the provider: {reason}"
  /// The server finds fault with the client; `setting` is where that is set.
  case clientSetting = "check {setting}: {reason}"
  /// No ID token came.
  case openIDScope = "ask for the openid scope, and allow it for this client"
  /// The ID token is signed in a way that is not allowed.
  case idTokenAlgorithm =
    "set the client's ID-token signature to one of id_token.algorithms in the descriptor or the configuration"
  /// The same, where the descriptor knows where that is set.
  case idTokenSetting = "set {setting} to one of id_token.algorithms in the descriptor or the configuration"
  /// A token or a callback comes from another issuer.
  case issuer = "check the domain or issuer: it must be exactly what the server calls itself"
  /// An answer is none of its kind.
  case server = "check the domain or issuer: does an identity provider answer there?"
  /// The server's TLS certificate is not trusted.
  case certificate = "check the host, or name the authority that signed its certificate"
  /// Userinfo is signed, and cannot be believed.
  case signedUserInfo = "check how the provider signs userinfo for this client"
  /// A logout token cannot be believed.
  case logoutToken = "end no session, and check the logout tokens that the provider makes for this client"
  /// A token is meant for another client.
  case clientID = "check the client id"
  /// The server gave no token for the API that was named.
  case refreshForAudience = "let this client's refresh tokens be used for {audience} at the provider"

  // For the app's or the API's developer.
  /// An ID token is meant for somebody else as well.
  case untrustedAudience =
    "if it may see this client's tokens, list it beside client_id in the descriptor's or the configuration's id_token.audience"
  /// A claim is missing, or is not of its type.
  case claims = "check the claims of the descriptor or the configuration, and the scopes asked for"
  /// An access token is not of the kind that the API expects.
  case accessTokens = "compare the provider's access tokens with access_token in the descriptor or the configuration"
  /// An access token is meant for another API.
  case audience = "ask for this API's audience when signing in"
  /// An access token does not allow this.
  case scopes = "ask for {scopes} when signing in"
  /// A request brings its token wrongly.
  case bearer = "send one header, \"Authorization: Bearer\" and the token"
  /// This build cannot send anything.
  case transport = "enable the AsyncHTTPClient trait, or pass a transport in AuthEnvironment"
  /// App Transport Security blocked `http`.
  case transportSecurity =
    "use https; for a server on this machine or in the local network, set NSAllowsLocalNetworking in NSAppTransportSecurity of Info.plist"
  /// The provider has no such endpoint.
  case endpoint = "add server.{endpoint} to the descriptor or the configuration, or use another provider"
  /// The server's metadata says that it doesn't accept PKCE with S256.
  case codeChallenge =
    "allow PKCE with S256 at the provider; if its metadata is wrong, name code_challenge_methods_supported in discovery.remove"
  /// The server does not let the API ask about tokens.
  case introspection = "check the client's id and secret, and that the provider lets it introspect tokens"
  /// A value of the app's own is wrong; the reason says which.
  case correct = "correct it: {reason}"

  /// The case's name, such as `retryAfter`: the key of a translation.
  public var name: String { String(describing: self) }
}

/// A ``RecoveryText`` and what stands in its holes.
public struct RecoveryAdvice: Sendable, Hashable {
  /// Which of them.
  public let text: RecoveryText
  /// By the name of the hole. Names of settings, scopes and servers; never a secret.
  public let values: [String: String]

  init(_ text: RecoveryText, _ values: [String: String] = [:]) {
    self.text = text
    self.values = values.mapValues { $0.plainText(limit: 1000) }
  }

  /// The text in an app's own language.
  ///
  /// - Parameter translation: A text with the same holes, or fewer; `nil` where there is none. One with a hole that has no
  ///   value is not used.
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
