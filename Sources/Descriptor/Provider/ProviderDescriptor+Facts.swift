extension ProviderDescriptor {
  /// A group of keys whose facts are read in the same places.
  public enum FactGroup: String, Sendable, Hashable, CaseIterable {
    /// The URLs of the server.
    case endpoints
    /// The parameters of requests and callbacks, the scopes, and the client's settings.
    case parameters
    /// The members of token responses, and the contents of tokens.
    case tokenResponse = "token_response"
    /// The claims about the user.
    case user
    /// The error codes.
    case errors
    /// The refresh of tokens.
    case refresh
    /// Sign-out and revocation.
    case signOut = "sign_out"

    /// The keys of the group, on the top level of a descriptor.
    public var keys: [String] {
      switch self {
      case .endpoints: ["variables", "server", "discovery"]
      case .parameters:
        [
          "rename", "pkce", "client", "headers", "authorize", "scopes", "callback", "device", "ciba", "exchanges",
          "jwt_bearer", "first_party", "api",
        ]
      case .tokenResponse: ["token", "id_token", "access_token", "lifetimes"]
      case .user: ["userinfo", "claims"]
      case .errors: ["errors"]
      case .refresh: ["offline", "refresh"]
      case .signOut: ["revocation", "logout"]
      }
    }
  }

  /// The place where the facts of a group of keys were read.
  public struct Confirmation: Sendable, Hashable {
    /// The kind of a place.
    public enum Basis: String, Sendable, Hashable, CaseIterable {
      /// The provider's documentation.
      case documentation
      /// Several other libraries, which agree.
      case peers
      /// One other library.
      case peer
      /// No source. The facts follow from the standards or from similar providers.
      case assumed
    }

    /// The kind of the place.
    public var basis = Basis.assumed
    /// The date on which the documentation was read, such as `2026-09-01`.
    public var read: String?
    /// The URL or the title of a page, or the names of libraries.
    public var source: String?
  }
}
