#if Loopback && !os(Windows)
  import AuthRuntime

  /// A user of a scripted provider.
  public struct TestUser: Sendable, Hashable {
    /// The subject (`sub`).
    public var subject: String
    /// The other claims in ID tokens and userinfo.
    public var claims: [String: JSONValue]
    /// Additional claims in access tokens, such as permissions, roles, or an organization.
    public var accessTokenClaims: [String: JSONValue]

    /// Creates a user who can sign in. The claims are keyed by name.
    public init(
      _ subject: String, claims: [String: JSONValue] = [:], accessTokenClaims: [String: JSONValue] = [:]
    ) {
      self.subject = subject
      self.claims = claims
      self.accessTokenClaims = accessTokenClaims
    }

    /// A user with a name and an email address.
    public static let ada = TestUser("user-1", claims: ["name": "Ada", "email": "ada@example.test"])
  }
#endif
