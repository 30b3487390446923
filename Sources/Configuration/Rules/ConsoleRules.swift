extension ProviderConfiguration {
  /// Where clients are registered, and what the settings that sign-ins fail by are called there: failures name them.
  public struct ConsoleRules: RuleGroup {
    /// Such as `Auth0 Dashboard`.
    public var name: String?
    /// Where callback URLs are listed.
    public var callbackURLs: String?
    /// Where the URLs are listed to which a sign-out may return.
    public var logoutURLs: String?
    /// Where the flows are switched on that the client may use.
    public var grantTypes: String?
    /// Where the scopes are listed that the client may ask for.
    public var scopes: String?
    /// Where the algorithm is chosen that ID tokens are signed with.
    public var idTokenAlgorithm: String?

    /// A console that nothing is known of.
    public init() {}

    /// Where a setting is found, such as `Grant Types in the Auth0 Dashboard`; `nil` when the descriptor does not know it.
    public func place(of setting: KeyPath<ConsoleRules, String?>) -> String? {
      self[keyPath: setting].map { field in name.map { "\(field) in the \($0)" } ?? field }
    }

    /// The setting that an error of the server speaks of (RFC 6749 §4.1.2.1 and §5.2).
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
