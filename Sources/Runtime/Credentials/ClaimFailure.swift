/// The reason that a claim can't be read.
public enum ClaimFailure: Error, Sendable, Hashable {
  /// The claim is missing.
  case missingClaim(String)
  /// The claim has another type than expected.
  case wrongClaimType(String, expected: String)
}
