extension ProviderConfiguration.AuthorizationRules {
  /// Whether the client sends its request directly to the server (RFC 9126). Only a reference to it then goes through
  /// the browser.
  public enum PushRule: String, Sendable, Hashable, CaseIterable {
    /// The client doesn't push requests, unless the server's metadata requires it.
    case none
    /// The client pushes requests if it knows the server's endpoint for them: from the configuration, or from a
    /// discovery document that it has fetched.
    case optional
    /// The client always pushes requests. Without the endpoint, a sign-in fails before the browser opens.
    case required
  }

  /// Whether the client signs its request (RFC 9101).
  public enum RequestObjectRule: String, Sendable, Hashable, CaseIterable {
    /// The client doesn't sign requests.
    case none
    /// The request is a signed JWT in the parameter `request`. If the client also pushes requests, it pushes the JWT.
    case byValue = "by_value"
    /// The browser gets a reference to the signed JWT. The client always pushes the JWT (RFC 9126 §3).
    case byReference = "by_reference"
  }

  /// Whether every request is pushed, according to the configuration. A signed request by reference has to be.
  public var alwaysPushes: Bool { par == .required || requestObject == .byReference }

  /// Whether `request` is a parameter of the provider's own, which isn't a signed request (RFC 9101).
  package var hasOwnRequest: Bool {
    requestObject == .none && parameters.contains { $0.name == "request" && $0.constant != nil }
  }

  /// Whether the server signs its responses.
  public var hasSignedResponses: Bool { responseMode?.isSigned ?? false }
}
