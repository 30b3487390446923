/// What helps against a failure, in words. Each case's value is its English text, whose `{holes}` are filled by
/// ``Advice/values``.
///
/// An app that speaks another language translates these and hands them to ``Recovery/text(in:)``; ``name`` is what it may file
/// them under. A case that it has no translation for is said in English.
public enum RecoveryText: String, Sendable, Hashable, CaseIterable {
  // For the app's user.
  case retry = "try again"
  case retryAfter = "try again in {seconds} s"
  case signIn = "sign in again"
  case consent = "sign in again and ask for consent"
  case administrator = "ask the administrator of the identity provider"
  case account = "ask the user to complete the account at the identity provider"
  case updateApp = "update the app"
  case clock = "check this machine's clock"
  case clockThenSignIn = "check this machine's clock, then sign in again"
  case unlockStore = "unlock it, then try again; nobody was signed out"
  case allowStore = "allow the app to use it, then try again; nobody was signed out"
  case browser = "set BROWSER to a browser's command, open the URL by hand, or sign in with another device"
  case ports = "free one of the ports, or register and name others"

  // For whoever registered the app.
  case clientSettings = "check the client's settings at the provider: {reason}"
  case clientSetting = "check {setting}: {reason}"
  case openIDScope = "ask for the openid scope, and allow it for this client"
  case idTokenAlgorithm = "set the client's ID-token signature to an algorithm of the descriptor's id_token.algorithms"
  case idTokenSetting = "set {setting} to an algorithm of the descriptor's id_token.algorithms"
  case issuer = "check the domain or issuer: it must be exactly what the server calls itself"
  case server = "check the domain or issuer: does an identity provider answer there?"
  case certificate = "check the host, or name the authority that signed its certificate"
  case clientID = "check the client id"
  case refreshForAudience = "let this client's refresh tokens be used for {audience} at the provider"

  // For the app's or the API's developer.
  case untrustedAudience = "if it may see this client's tokens, add it to the descriptor's id_token.audience"
  case claims = "check the claims of the descriptor and the scopes asked for"
  case accessTokens = "compare the provider's access tokens with the descriptor's access_token"
  case audience = "ask for this API's audience when signing in"
  case scopes = "ask for {scopes} when signing in"
  case bearer = "send one header, \"Authorization: Bearer\" and the token"
  case transport = "enable the AsyncHTTPClient trait, or pass a transport in AuthEnvironment"
  case endpoint = "add server.{endpoint} to the descriptor, or use another provider"
  case introspection = "check the client's id and secret, and that the provider lets it introspect tokens"
  case correct = "correct it: {reason}"

  /// The case's name, such as `retryAfter`: the key of a translation.
  public var name: String { String(describing: self) }
}

/// A ``RecoveryText`` and what stands in its holes.
public struct Advice: Sendable, Hashable {
  public let text: RecoveryText
  /// By the name of the hole. Names of settings, scopes and servers; never a secret.
  public let values: [String: String]

  init(_ text: RecoveryText, _ values: [String: String] = [:]) {
    self.text = text
    self.values = values
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

extension Advice: CustomStringConvertible {
  /// The text in English.
  public var description: String { text { _ in nil } }
}
