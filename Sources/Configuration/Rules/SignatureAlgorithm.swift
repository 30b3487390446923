/// A signature algorithm of JSON Web Signatures, by its registered name (RFC 7518 §3.1, RFC 8037 §3.1, RFC 9864 §2.2).
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  /// Here always with the curve Ed25519.
  case edDSA = "EdDSA"
  /// The same under the name that says it all.
  case ed25519 = "Ed25519"
  case hs256 = "HS256"
  case hs384 = "HS384"
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
