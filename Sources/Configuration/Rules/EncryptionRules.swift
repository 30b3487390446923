extension ProviderConfiguration {
  /// The rules for decrypting tokens that are encrypted for this client (RFC 7516, OpenID Connect Core 1.0 §10.2).
  public struct EncryptionRules: RuleGroup {
    /// An algorithm that transports or derives the key of the content (RFC 7518 §4.1).
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
      /// RSAES-OAEP with SHA-256 (RFC 7518 §4.3). The client has an RSA key.
      case rsaOAEP256 = "RSA-OAEP-256"
      /// ECDH-ES with direct key agreement (RFC 7518 §4.6, RFC 8037 §3.2). The client has a key on P-256 or X25519.
      case ecdhES = "ECDH-ES"
    }

    /// An algorithm that encrypts the content (RFC 7518 §5.1).
    public enum Content: String, Sendable, Hashable, CaseIterable {
      /// AES-128 in CBC mode with HMAC-SHA-256, the default of OpenID Connect registrations (RFC 7518 §5.2.3).
      case a128CBCHS256 = "A128CBC-HS256"
      /// AES-128 in GCM mode (RFC 7518 §5.3).
      case a128GCM = "A128GCM"
      /// AES-256 in GCM mode (RFC 7518 §5.3).
      case a256GCM = "A256GCM"
    }

    /// Whether an ID token that isn't encrypted is rejected.
    public var required = true
    /// The client's private key, in PEM format or as a JSON Web Key. A PEM file is PKCS #8 or an older format.
    public var key: TextTemplate = ""
    /// The accepted values of `alg`. The token's header never extends this list (RFC 8725 §3.1).
    public var algorithms = Algorithm.allCases
    /// The accepted values of `enc`.
    public var content = Content.allCases

    public init() {}
  }
}
