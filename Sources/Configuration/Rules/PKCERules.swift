extension ProviderConfiguration {
  /// The way in which a code is bound to the client that requested it (RFC 7636).
  public struct PKCERules: RuleGroup {
    /// The method that derives the challenge from the verifier (RFC 7636 §4.2).
    public enum Method: String, Sendable, Hashable, CaseIterable {
      /// SHA-256.
      case s256 = "S256"
      /// The verifier itself, which protects less.
      case plain
      /// No PKCE, because the provider doesn't support it.
      case none
    }

    /// The encoding of the challenge.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
      /// Base64url without padding, as RFC 7636 specifies.
      case base64url
      /// Hexadecimal digits, which deviates from RFC 7636 §4.2.
      case hex
    }

    /// The server's support for PKCE.
    public enum Support: String, Sendable, Hashable, CaseIterable {
      /// The server requires PKCE, checks it if it's present, or ignores it.
      case required, supported, ignored
    }

    /// The method that derives the challenge.
    public var method: Method = .s256
    /// The encoding of the challenge.
    public var encoding: Encoding = .base64url
    /// The server's support for PKCE.
    public var support: Support = .supported

    public init() {}
  }
}
