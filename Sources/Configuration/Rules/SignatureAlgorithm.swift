/// A signature algorithm of JSON Web Signatures, by its registered name (RFC 7518 §3.1, RFC 8037 §3.1).
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
  case edDSA = "EdDSA"
}
