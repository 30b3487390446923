extension ProviderConfiguration {
  /// The rules for tokens that are bound to a key of the client (DPoP, RFC 9449).
  ///
  /// The client creates a key for each session, and proves in each request that it has the key. A stolen token is useless without
  /// the key.
  public struct DPoPRules: RuleGroup {
    /// Whether the client binds its tokens to a key.
    public enum Use: String, Sendable, Hashable, CaseIterable {
      /// The client requests bearer tokens.
      case none
      /// The client uses a key if the server's metadata lists `dpop_signing_alg_values_supported`, and accepts bearer tokens.
      case optional
      /// The client always uses a key, and rejects bearer tokens.
      case required
    }

    /// Whether the client binds its tokens to a key.
    public var use: Use = .none
    /// The algorithms of the keys, in order of preference. The client uses the first one that the server's metadata lists, or
    /// the first one if the metadata lists none.
    public var algorithms: [SignatureAlgorithm] = [.es256]

    public init() {}
  }
}

extension SignatureAlgorithm {
  /// The algorithms of the keys that a client creates for its sessions. Creating an RSA key takes too long.
  package static let ofSessionKeys: [Self] = allowed(for: .clientKeys).filter { algorithm in
    switch algorithm.facts.scheme {
    case .ecdsa, .ed25519: true
    case .rsaPKCS1, .rsaPSS, .hmac: false
    }
  }
}
