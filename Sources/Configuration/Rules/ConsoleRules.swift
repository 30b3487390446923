extension ProviderConfiguration {
  /// The console in which clients are registered, with its names for the settings that cause failed sign-ins. Failures
  /// mention these names.
  public struct ConsoleRules: RuleGroup {
    /// The name of the console, such as `Auth0 Dashboard`.
    public var name: String?
    /// The setting that lists the callback URLs.
    public var callbackURLs: String?
    /// The setting that lists the URLs to which a sign-out may return.
    public var logoutURLs: String?
    /// The setting that enables the grants that the client may use.
    public var grantTypes: String?
    /// The setting that lists the scopes that the client may request.
    public var scopes: String?
    /// The setting that selects the algorithm for signing ID tokens.
    public var idTokenAlgorithm: String?

    /// Creates a console without known settings.
    public init() {}

    /// The location of a setting, such as `Grant Types in the Auth0 Dashboard`, or `nil` if the descriptor doesn't contain
    /// it.
    public func place(of setting: KeyPath<ConsoleRules, String?>) -> String? {
      self[keyPath: setting].map { field in name.map { "\(field) in the \($0)" } ?? field }
    }

    /// The location of the setting that causes a server error (RFC 6749 §4.1.2.1 and §5.2).
    public func place(concerning code: String) -> String? {
      switch code {
      case "redirect_uri_mismatch", "invalid_redirect_uri": place(of: \.callbackURLs)
      case "unauthorized_client", "unsupported_grant_type", "unsupported_response_type": place(of: \.grantTypes)
      case "invalid_scope": place(of: \.scopes)
      default: nil
      }
    }
  }
}
