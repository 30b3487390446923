/// A signature algorithm of JSON Web Signatures, by its registered name (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864 §2.2).
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

  /// Whether who can verify can also sign: the key is the client's secret (OpenID Connect Core 1.0 §10.1).
  public var isSymmetric: Bool { minimumSecretBytes != nil }

  /// How many bytes a client's secret must have at least: as many as the hash (RFC 7518 §3.2). `nil` for public keys.
  public var minimumSecretBytes: Int? {
    switch self {
    case .hs256: 32
    case .hs384: 48
    case .hs512: 64
    default: nil
    }
  }

  /// Those that a server's published keys can verify. Only these are ever taken from what a server announces.
  public static let asymmetric: [Self] = allCases.filter { !$0.isSymmetric }
}
