/// A signature algorithm of JSON Web Signatures, by its registered name (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864 §2.2).
///
/// A case and its row in `facts` declare an algorithm. Everything else is derived from these two.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512.
  case ps512 = "PS512"
  /// ECDSA on the curve P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA on the curve P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA on the curve P-521 with SHA-512.
  case es512 = "ES512"
  /// Here always with the curve Ed25519.
  case edDSA = "EdDSA"
  /// The same under the name that says it all.
  case ed25519 = "Ed25519"
  /// HMAC with SHA-256.
  case hs256 = "HS256"
  /// HMAC with SHA-384.
  case hs384 = "HS384"
  /// HMAC with SHA-512.
  case hs512 = "HS512"

  /// The table of the algorithms: how they sign, with which hash, and where they may be used.
  package var facts: Facts {
    switch self {
    case .rs256: Facts(.rsaPKCS1, .sha256, for: [.idTokens, .accessTokens, .clientKeys])
    case .rs384: Facts(.rsaPKCS1, .sha384, for: [.idTokens, .accessTokens])
    case .rs512: Facts(.rsaPKCS1, .sha512, for: [.idTokens, .accessTokens])
    case .ps256: Facts(.rsaPSS, .sha256, for: [.idTokens, .accessTokens])
    case .ps384: Facts(.rsaPSS, .sha384, for: [.idTokens, .accessTokens])
    case .ps512: Facts(.rsaPSS, .sha512, for: [.idTokens, .accessTokens])
    case .es256: Facts(.ecdsa(.p256), .sha256, for: [.idTokens, .accessTokens, .clientKeys])
    case .es384: Facts(.ecdsa(.p384), .sha384, for: [.idTokens, .accessTokens, .clientKeys])
    case .es512: Facts(.ecdsa(.p521), .sha512, for: [.idTokens, .accessTokens, .clientKeys])
    // Ed25519 uses SHA-512 (RFC 8032 §5.1).
    case .edDSA: Facts(.ed25519, .sha512, for: [.idTokens, .accessTokens, .clientKeys])
    case .ed25519: Facts(.ed25519, .sha512, for: [.idTokens, .accessTokens])
    // An API that can verify an HMAC could also sign.
    case .hs256: Facts(.hmac, .sha256, for: [.idTokens])
    case .hs384: Facts(.hmac, .sha384, for: [.idTokens])
    case .hs512: Facts(.hmac, .sha512, for: [.idTokens])
    }
  }

  /// Whether who can verify can also sign: the key is the client's secret (OpenID Connect Core 1.0 §10.1).
  public var isSymmetric: Bool { facts.scheme == .hmac }

  /// How many bytes a client's secret must have at least: as many as the hash (RFC 7518 §3.2). `nil` for public keys.
  public var minimumSecretBytes: Int? { isSymmetric ? facts.hash.bytes : nil }

  /// Those that a server's published keys can verify. Only these are ever taken from what a server announces.
  public static let asymmetric: [Self] = allCases.filter { !$0.isSymmetric }

  /// The algorithms that may be used for something.
  package static func allowed(for use: Uses) -> [Self] { allCases.filter { $0.facts.uses.contains(use) } }
}

extension SignatureAlgorithm {
  /// A row of the table.
  package struct Facts: Sendable, Hashable {
    /// How a signature is made.
    package let scheme: Scheme
    /// The hash function, also that of `at_hash`, `c_hash` and `s_hash` (OpenID Connect Core 1.0 §3.1.3.6).
    package let hash: Hash
    /// Where the algorithm may be used.
    package let uses: Uses

    init(_ scheme: Scheme, _ hash: Hash, for uses: Uses) {
      (self.scheme, self.hash, self.uses) = (scheme, hash, uses)
    }
  }

  /// How a signature is made, and with which kind of key.
  package enum Scheme: Sendable, Hashable {
    /// RSASSA-PKCS1-v1_5 (RFC 7518 §3.3).
    case rsaPKCS1
    /// RSASSA-PSS (RFC 7518 §3.5).
    case rsaPSS
    /// ECDSA (RFC 7518 §3.4).
    case ecdsa(Curve)
    /// EdDSA with the curve Ed25519 (RFC 8037 §3.1).
    case ed25519
    /// HMAC, whose key is the client's secret (RFC 7518 §3.2).
    case hmac

    /// `kty` of a key (RFC 7518 §6.1, RFC 8037 §2).
    package var keyType: String {
      switch self {
      case .rsaPKCS1, .rsaPSS: "RSA"
      case .ecdsa: "EC"
      case .ed25519: "OKP"
      case .hmac: "oct"
      }
    }

    /// `crv` of a key (RFC 7518 §6.2.1.1, RFC 8037 §2).
    package var curve: String? {
      switch self {
      case .ecdsa(let curve): curve.rawValue
      case .ed25519: "Ed25519"
      case .rsaPKCS1, .rsaPSS, .hmac: nil
      }
    }

    /// The sizes of keys in bits, if keys have different sizes (RFC 7518 §3.3). Larger keys cost whoever verifies more time
    /// than any server needs to ask for.
    package var keyBits: ClosedRange<Int>? { keyType == "RSA" ? 2048...16_384 : nil }
  }

  /// A curve of ECDSA (RFC 7518 §6.2.1.1).
  package enum Curve: String, Sendable, Hashable {
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"

    /// The length of a coordinate (RFC 7518 §6.2.1.2).
    package var coordinateBytes: Int {
      switch self {
      case .p256: 32
      case .p384: 48
      case .p521: 66
      }
    }
  }

  /// A hash function.
  package enum Hash: Sendable, Hashable {
    case sha256, sha384, sha512

    /// The length of a hash.
    package var bytes: Int {
      switch self {
      case .sha256: 32
      case .sha384: 48
      case .sha512: 64
      }
    }
  }

  /// Where an algorithm may be used.
  package struct Uses: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// ID tokens, logout tokens and signed userinfo.
    package static let idTokens = Self(rawValue: 1)
    /// The access tokens that an API verifies.
    package static let accessTokens = Self(rawValue: 2)
    /// A JWT that the client's private key signs: `client.secret_from.jwt`.
    package static let clientKeys = Self(rawValue: 4)
  }
}
