import Crypto
import Foundation

/// Proof Key for Code Exchange: only the client that requested a code can redeem it (RFC 7636).
public struct PKCE: Sendable, Hashable {
  /// The code verifier, which the client keeps until it exchanges the code (§4.1).
  public let codeVerifier: Secret

  /// Creates a random verifier of 43 characters.
  public init() {
    codeVerifier = Secret(RandomText.make())
  }

  /// Creates a value from an existing verifier.
  ///
  /// - Returns: `nil` unless the verifier has 43 to 128 unreserved characters (§4.1).
  public init?(codeVerifier: Secret) {
    let text = codeVerifier.reveal()
    guard (43...128).contains(text.utf8.count), FormEncoding.escape(text) == text else { return nil }
    self.codeVerifier = codeVerifier
  }

  /// The code challenge for the authorization request: the verifier's SHA-256 hash in base64url (§4.2).
  public var codeChallenge: String {
    Base64URL.encode(SHA256.hash(data: Data(codeVerifier.reveal().utf8)))
  }

  /// Returns the parameters that the provider's rules require. It's empty if the provider doesn't support PKCE.
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
