extension ProviderConfiguration {
  /// The rules for signing in on another device, where a provider differs from RFC 8628.
  public struct DeviceRules: RuleGroup {
    /// The grant type in the token request (§3.4).
    public var grantType = "urn:ietf:params:oauth:grant-type:device_code"
    /// The client authentication method in both requests, if it differs from the token endpoint's.
    public var authentication: ClientAuthenticationMethod?
    /// Additional parameters of the device authorization request (§3.1).
    public var parameters: [String: TextTemplate] = [:]
    /// Additional parameters of the token request. `{user_code}` is the code that the user enters.
    public var tokenParameters: [String: TextTemplate] = [:]
    /// The path of the device code in the response (§3.2).
    public var deviceCode: FieldPath = "device_code"
    /// The path of the code that the user enters (RFC 8628 §3.2).
    public var userCode: FieldPath = "user_code"
    /// The path of the URL that the user opens.
    public var verificationURI: FieldPath = "verification_uri"
    /// The URL of the page that the user opens, if the response doesn't contain it. `{user_code}` is the code.
    public var verificationPage: TextTemplate?
    /// The path of the URL that includes the user code.
    public var completeVerificationURI: FieldPath = "verification_uri_complete"
    /// The path of the codes' lifetime, in seconds.
    public var expiresIn: FieldPath = "expires_in"
    /// The path of the polling interval, in seconds.
    public var interval: FieldPath = "interval"

    public init() {}
  }
}
