import Crypto
import Foundation

/// Proof Key for Code Exchange: who redeems the code must have asked for it (RFC 7636).
public struct PKCE: Sendable, Hashable {
  /// Kept here until the code is exchanged (§4.1).
  public let codeVerifier: Secret

  /// Makes a fresh verifier of 43 characters.
  public init() {
    codeVerifier = Secret(RandomText.make())
  }

  /// Takes a verifier that was kept elsewhere.
  ///
  /// - Returns: `nil` unless it has 43 to 128 unreserved characters (§4.1).
  public init?(codeVerifier: Secret) {
    let text = codeVerifier.reveal()
    guard (43...128).contains(text.utf8.count), FormEncoding.escape(text) == text else { return nil }
    self.codeVerifier = codeVerifier
  }

  /// Sent with the authorization request: the verifier's SHA-256 in base64url (§4.2).
  public var codeChallenge: String {
    Base64URL.encode(SHA256.hash(data: Data(codeVerifier.reveal().utf8)))
  }

  /// What a provider's rules send of it; nothing where it knows no PKCE.
  func parameters(by rules: ProviderConfiguration.PKCERules) -> [(name: String, value: String)] {
    let challenge: String
    switch (rules.method, rules.encoding) {
    case (.none, _): return []
    case (.plain, _): challenge = codeVerifier.reveal()
    case (.s256, .base64url): challenge = codeChallenge
    case (.s256, .hex): challenge = Hex.encode(SHA256.hash(data: Data(codeVerifier.reveal().utf8)))
    }
    return [(name: "code_challenge", value: challenge), (name: "code_challenge_method", value: rules.method.rawValue)]
  }
}
