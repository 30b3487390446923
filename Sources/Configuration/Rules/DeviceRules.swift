extension ProviderConfiguration {
  /// How a user signs in on another device, where a provider differs from RFC 8628.
  public struct DeviceRules: RuleGroup {
    /// The grant's name in the token request (§3.4).
    public var grantType = "urn:ietf:params:oauth:grant-type:device_code"
    /// How the client authenticates in both requests, if not as at the token endpoint.
    public var authentication: ClientAuthenticationMethod?
    /// Further parameters of the request for a code (§3.1).
    public var parameters: [String: TextTemplate] = [:]
    /// Further parameters of the token request; `{user_code}` is what the user types in.
    public var tokenParameters: [String: TextTemplate] = [:]
    /// Where the members of the answer stand (§3.2).
    public var deviceCode: FieldPath = "device_code"
    /// Where the code for the user stands (RFC 8628 §3.2).
    public var userCode: FieldPath = "user_code"
    /// Where the address for the user stands.
    public var verificationURI: FieldPath = "verification_uri"
    /// Where the address with the code in it stands.
    public var completeVerificationURI: FieldPath = "verification_uri_complete"
    /// Where the lifetime stands, in seconds.
    public var expiresIn: FieldPath = "expires_in"
    /// Where the pause between two questions stands, in seconds.
    public var interval: FieldPath = "interval"

    public init() {}
  }
}
