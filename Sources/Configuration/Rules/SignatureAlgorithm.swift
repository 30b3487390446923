/// A signature algorithm of JSON Web Signatures, by its registered name (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864 §2.2).
///
/// To declare an algorithm, add a case and its row in `facts`. Everything else is derived from these two.
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
  /// EdDSA. Only the curve Ed25519 is supported.
  case edDSA = "EdDSA"
  /// EdDSA with the curve Ed25519, under its fully specified name.
  case ed25519 = "Ed25519"
  /// HMAC with SHA-256.
  case hs256 = "HS256"
  /// HMAC with SHA-384.
  case hs384 = "HS384"
  /// HMAC with SHA-512.
  case hs512 = "HS512"

  /// The table of the algorithms: the scheme, the hash, and the allowed uses of each.
  package var facts: Facts {
    switch self {
    case .rs256: Facts(.rsaPKCS1, .sha256, for: [.idTokens, .accessTokens, .clientKeys])
    case .rs384: Facts(.rsaPKCS1, .sha384, for: [.idTokens, .accessTokens, .clientKeys])
    case .rs512: Facts(.rsaPKCS1, .sha512, for: [.idTokens, .accessTokens, .clientKeys])
    case .ps256: Facts(.rsaPSS, .sha256, for: [.idTokens, .accessTokens, .clientKeys])
    case .ps384: Facts(.rsaPSS, .sha384, for: [.idTokens, .accessTokens, .clientKeys])
    case .ps512: Facts(.rsaPSS, .sha512, for: [.idTokens, .accessTokens, .clientKeys])
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

  /// Whether a party that can verify a signature can also create one, because the key is the client secret (OpenID
  /// Connect Core 1.0 §10.1).
  public var isSymmetric: Bool { facts.scheme == .hmac }

  /// The minimum length of a client secret in bytes, which is the length of the hash (RFC 7518 §3.2), or `nil` for public
  /// keys.
  public var minimumSecretBytes: Int? { isSymmetric ? facts.hash.bytes : nil }

  /// The algorithms that a server's published keys can verify. Only these are accepted from a server's metadata.
  public static let asymmetric: [Self] = allCases.filter { !$0.isSymmetric }

  /// Returns the algorithms that are allowed for a use.
  package static func allowed(for use: Uses) -> [Self] { allCases.filter { $0.facts.uses.contains(use) } }
}

extension SignatureAlgorithm {
  /// A row of the table.
  package struct Facts: Sendable, Hashable {
    /// The signature scheme.
    package let scheme: Scheme
    /// The hash function, also that of `at_hash`, `c_hash`, and `s_hash` (OpenID Connect Core 1.0 §3.1.3.6).
    package let hash: Hash
    /// The uses for which the algorithm is allowed.
    package let uses: Uses

    init(_ scheme: Scheme, _ hash: Hash, for uses: Uses) {
      (self.scheme, self.hash, self.uses) = (scheme, hash, uses)
    }
  }

  /// A signature scheme, with its kind of key.
  package enum Scheme: Sendable, Hashable {
    /// RSASSA-PKCS1-v1_5 (RFC 7518 §3.3).
    case rsaPKCS1
    /// RSASSA-PSS (RFC 7518 §3.5).
    case rsaPSS
    /// ECDSA (RFC 7518 §3.4).
    case ecdsa(Curve)
    /// EdDSA with the curve Ed25519 (RFC 8037 §3.1).
    case ed25519
    /// HMAC with the client secret as its key (RFC 7518 §3.2).
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

    /// The allowed key sizes in bits, if keys can have different sizes (RFC 7518 §3.3). The upper limit bounds the time
    /// that verification takes.
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

  /// The uses for which an algorithm is allowed.
  package struct Uses: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// ID tokens, logout tokens, and signed userinfo.
    package static let idTokens = Self(rawValue: 1)
    /// The access tokens that an API verifies.
    package static let accessTokens = Self(rawValue: 2)
    /// A JWT signed with the client's private key: `client.assertion` and `client.secret_from.jwt`.
    package static let clientKeys = Self(rawValue: 4)
  }
}
