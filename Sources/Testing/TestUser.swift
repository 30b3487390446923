#if Loopback && !os(Windows)
  import AuthRuntime

  /// A user of a scripted provider.
  public struct TestUser: Sendable, Hashable {
    /// `sub`.
    public var subject: String
    /// What ID tokens and userinfo say beside it.
    public var claims: [String: JSONValue]
    /// What access tokens say beside the usual: permissions, roles, an organization.
    public var accessTokenClaims: [String: JSONValue]

    /// A user who can sign in; claims are by their names.
    public init(
      _ subject: String, claims: [String: JSONValue] = [:], accessTokenClaims: [String: JSONValue] = [:]
    ) {
      self.subject = subject
      self.claims = claims
      self.accessTokenClaims = accessTokenClaims
    }

    /// Somebody with a name and an e-mail address.
    public static let ada = TestUser("user-1", claims: ["name": "Ada", "email": "ada@example.test"])
  }
#endif
