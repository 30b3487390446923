/// A provider that is known only at run time, from a descriptor that wasn't compiled or from discovery alone.
///
/// It has every capability. If the server doesn't support one, the call fails with
/// ``ConfigurationFailure/missingEndpoint(_:)``, or with ``AuthFailure/notSignedIn`` if the server issues no refresh
/// token.
///
/// ```swift
/// let client = AuthClient<DynamicProvider>(
///   issuer: "https://login.acme.example", clientID: "abc123", redirect: .loopback())
/// let user = try await client.signIn()
/// ```
public enum DynamicProvider: AuthProvider, DirectSignIn, BackendSignIn, AudienceChoosing, TokenRevoking,
  SessionEnding, DeviceAuthorizing, BackchannelAuthenticating, ClientCredentialsGranting, TokenIntrospecting,
  UserInfoProviding, DetailRequesting, TokenExchanging, JWTBearerGranting, FirstPartyAuthenticating
{
  public typealias ErrorCode = AnyErrorCode
  public typealias Detail = JSONValue

  /// A user with the standard claims.
  public struct User: AuthUser, ProfileClaims, EmailClaims, PhoneClaims, AddressClaims {
    public let claims: Claims

    public init(claims: Claims) throws(ClaimFailure) {
      self.claims = claims
    }
  }
}
