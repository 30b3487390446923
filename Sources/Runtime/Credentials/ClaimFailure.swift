/// The reason that a claim can't be read.
public enum ClaimFailure: Error, Sendable, Hashable {
  /// The claim is missing.
  case missingClaim(String)
  /// The claim has an unexpected type.
  case wrongClaimType(String, expected: String)
}
