/// The reason that a key can't be used.
public enum KeyFailure: Error, Sendable, Hashable {
  /// It isn't a private key in PEM, or a JSON Web Key, or one of its members is missing or invalid.
  case malformed
  /// Its type or curve isn't supported. The string is its `kty` or `crv`.
  case unsupportedType(String)
  /// It can't sign with the algorithm.
  case unsuitable(SignatureAlgorithm)
}
