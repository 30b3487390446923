/// A provider that is known only at run time: from a descriptor that was not compiled, or from discovery alone.
///
/// It claims every capability. One that the server lacks fails when it is used: with
/// ``ConfigurationFailure/missingEndpoint(_:)``, or with ``AuthFailure/notSignedIn`` where it gives no refresh token.
public enum DynamicProvider: AuthProvider, DirectSignIn, BackendSignIn, AudienceChoosing, TokenRevoking,
  SessionEnding, DeviceAuthorizing, ClientCredentialsGranting, TokenIntrospecting,
  UserInfoProviding
{
  public typealias ErrorCode = AnyErrorCode

  /// A user with the standard claims.
  public struct User: AuthUser, ProfileClaims, EmailClaims, PhoneClaims, AddressClaims {
    public let claims: Claims

    public init(claims: Claims) throws(ClaimFailure) {
      self.claims = claims
    }
  }
}
