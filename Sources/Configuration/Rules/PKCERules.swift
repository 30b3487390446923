extension ProviderConfiguration {
  /// How the code is bound to the client that asked for it (RFC 7636).
  public struct PKCERules: RuleGroup {
    /// How the challenge is made of the verifier (RFC 7636 §4.2).
    public enum Method: String, Sendable, Hashable, CaseIterable {
      /// SHA-256.
      case s256 = "S256"
      /// The verifier itself: protects less.
      case plain
      /// Nothing is sent: the provider cannot.
      case none
    }

    /// How the challenge's bytes are written.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
      /// Base64 for URLs, without padding, as RFC 7636 says.
      case base64url
      /// Hexadecimal digits, against RFC 7636 §4.2.
      case hex
    }

    /// What the provider makes of it.
    public enum Support: String, Sendable, Hashable, CaseIterable {
      /// The server insists on PKCE, checks it when it is there, or takes no notice of it.
      case required, supported, ignored
    }

    /// How the challenge is made.
    public var method: Method = .s256
    /// How the challenge is written.
    public var encoding: Encoding = .base64url
    /// What the server makes of PKCE.
    public var support: Support = .supported

    public init() {}
  }
}
