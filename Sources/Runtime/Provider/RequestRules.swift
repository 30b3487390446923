extension ProviderConfiguration {
  /// How the client presents itself at the token endpoint (RFC 6749 §2.3).
  public struct ClientRules: Sendable, Hashable {
    /// Methods by which a client with a secret authenticates, the preferred one first (RFC 7591 §2).
    ///
    /// A client without a secret always sends its `client_id` in the body.
    public var authentication: [ClientAuthenticationMethod]

    public init(authentication: [ClientAuthenticationMethod]) {
      self.authentication = authentication
    }
  }

  /// A way to present a client secret, by its RFC 7591 name.
  public enum ClientAuthenticationMethod: String, Sendable, Hashable, CaseIterable {
    /// HTTP Basic; both parts form-urlencoded first (RFC 6749 §2.3.1).
    case clientSecretBasic = "client_secret_basic"
    /// `client_id` and `client_secret` in the request body.
    case clientSecretPost = "client_secret_post"
  }

  /// What an authorization request may carry beyond the protocol's own parameters.
  public struct AuthorizationRules: Sendable, Hashable {
    /// What the provider knows beyond the protocol; anything else is refused before it is sent.
    public var parameters: [Parameter]

    public init(parameters: [Parameter]) {
      self.parameters = parameters
    }

    /// One parameter of the provider, checked before it is sent.
    public struct Parameter: Sendable, Hashable {
      /// What its value looks like on the wire.
      public enum Kind: Sendable, Hashable {
        /// Any text.
        case string
        /// `true` or `false`.
        case bool
        /// A whole number.
        case int
        /// A duration in whole seconds.
        case seconds
        /// One of these words.
        case oneOf([String])
        /// Any of these words, separated by spaces.
        case set([String])
        /// Words separated by spaces.
        case list
      }

      /// The name on the wire.
      public var name: String
      /// What a value must look like.
      public var kind: Kind
      /// Parameters without which the server refuses this one.
      public var requires: [String]

      public init(_ name: String, _ kind: Kind, requires: [String] = []) {
        self.name = name
        self.kind = kind
        self.requires = requires
      }
    }
  }

  /// How scopes are spelled (RFC 6749 §3.3).
  public struct ScopeRules: Sendable, Hashable {
    /// Asked for when the app names none.
    public var defaults: [String]
    /// Added to every request.
    public var required: [String]
    /// Between two scopes on the wire.
    public var delimiter: String
    /// The scope that asks for a refresh token, where there is one.
    public var offline: String?

    public init(defaults: [String], required: [String], delimiter: String, offline: String? = nil) {
      self.defaults = defaults
      self.required = required
      self.delimiter = delimiter
      self.offline = offline
    }
  }

  /// How the token endpoint wants to be asked (RFC 6749 §3.2).
  public struct TokenRules: Sendable, Hashable {
    /// How the body is written.
    public var encoding: BodyEncoding

    public init(encoding: BodyEncoding) {
      self.encoding = encoding
    }
  }

  /// How a request body is written.
  public enum BodyEncoding: String, Sendable, Hashable, CaseIterable {
    /// `application/x-www-form-urlencoded`, as RFC 6749 says.
    case form
    /// `application/json`.
    case json
  }
}
