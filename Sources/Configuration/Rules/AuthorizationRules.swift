extension ProviderConfiguration {
  /// The content of an authorization request (RFC 6749 §4.1.1).
  public struct AuthorizationRules: RuleGroup {
    /// The way in which a response is tied to its request (RFC 6749 §10.12).
    public enum StateRule: String, Sendable, Hashable, CaseIterable {
      /// The client sends a state, and the response must return it unchanged.
      case required
      /// The provider doesn't return the state.
      case none
      /// The state is in the redirect URI's query.
      case redirectURI = "redirect_uri"
    }

    /// The part of the page's URL that contains the parameters.
    public enum Placement: String, Sendable, Hashable, CaseIterable {
      /// The query (RFC 6749 §3.1).
      case query
      /// The query of a route in the fragment: `https://app.example.com/#/oauth/authorize?client_id=…`.
      case fragmentRoute = "fragment_route"
    }

    /// The response type to request (RFC 6749 §3.1.1).
    public var responseType: ResponseType = .code
    /// The response mode, or `nil` for the response type's default. The default, and `query` for a code, aren't sent as a
    /// parameter.
    public var responseMode: ResponseMode?
    /// Whether the client sends its request directly to the server (RFC 9126).
    public var par: PushRule = .none
    /// Whether the client signs its request with its private key, which is the key of ``ClientRules/assertion`` or the one that the
    /// app passes for `private_key_jwt` (RFC 9101).
    public var requestObject: RequestObjectRule = .none
    /// Whether the provider returns the state (RFC 6749 §10.12).
    public var state: StateRule = .required
    /// The part of the page's URL that contains the parameters.
    public var placement: Placement = .query
    /// The URL's fragment, the part after `#`.
    public var fragment: String?
    /// Parameters whose values are percent-encoded only where a query requires it.
    public var rawParameters: [String] = []
    /// Standard parameters that the provider doesn't accept.
    public var omitted: [String] = []
    /// The provider's own parameters. Unlisted parameters are rejected before the request is sent.
    public var parameters: [Parameter] = []
    /// Parameters that request a refresh token, in addition to or instead of a scope.
    public var offlineParameters: [String: String] = [:]
    /// Whether a request names the APIs that its access token is for (RFC 8707).
    public var resources: ResourceRule = .none
    /// The types of authorization details (RFC 9396 §2). If it's empty, an app may request any type.
    public var details: [Detail] = []

    public init() {}

    /// A provider-specific parameter. Its value is validated before it's sent.
    public struct Parameter: RuleItem {
      /// The format of a parameter's value in the request.
      public enum Kind: Sendable, Hashable {
        /// Any string.
        case string
        /// `true` or `false`.
        case bool
        /// A whole number.
        case int
        /// A duration in whole seconds.
        case seconds
        /// An absolute URL.
        case url
        /// An e-mail address.
        case email
        /// A string that contains JSON.
        case json
        /// One of these values.
        case oneOf([String])
        /// Any number of these values.
        case set([String])
        /// A list of values.
        case list
      }

      /// A request that may contain the parameter.
      public enum Request: String, Sendable, Hashable, CaseIterable {
        /// The authorization request, which the browser opens.
        case authorization = "authorize"
        /// The device authorization request (RFC 8628 §3.1).
        case device
        /// The backchannel authentication request (OpenID CIBA Core 1.0 §7.1).
        case backchannel = "ciba"
        /// The requests of a sign-in without a browser (draft-ietf-oauth-first-party-apps §5.1).
        case firstParty = "first_party"
        /// The token request with the client credentials grant (RFC 6749 §4.4.2).
        case clientCredentials = "client_credentials"
      }

      /// The name of the parameter in the request.
      public var name: String
      /// The format of the value.
      public var kind: Kind
      /// The delimiter between the values of a list.
      public var delimiter: String
      /// The value that every request sends. The app can't change it.
      public var constant: TextTemplate?
      /// The value to send if the app doesn't supply one.
      public var defaultValue: String?
      /// Whether the parameter is required. Without it, the request isn't sent.
      public var isRequired: Bool
      /// The parameters that must accompany this one, because otherwise the server rejects it.
      public var requires: [String]
      /// The requests that contain the parameter.
      public var requests: [Request]

      /// Creates a parameter that an app may set.
      public init(
        _ name: String, _ kind: Kind, delimiter: String = " ", constant: TextTemplate? = nil,
        defaultValue: String? = nil, isRequired: Bool = false, requires: [String] = [],
        requests: [Request] = [.authorization]
      ) {
        self.name = name
        self.kind = kind
        self.delimiter = delimiter
        self.constant = constant
        self.defaultValue = defaultValue
        self.isRequired = isRequired
        self.requires = requires
        self.requests = requests
      }

      public static var standard: Self { Self("", .string) }
      public static var positionalCount: Int { 2 }
    }
  }

  /// The way in which scopes are requested (RFC 6749 §3.3).
  public struct ScopeRules: RuleGroup {
    /// The parameter that contains the scopes.
    public var parameter = "scope"
    /// The scopes to request if the app doesn't specify any.
    public var defaults: [String] = []
    /// The scopes that every request includes.
    public var required: [String] = []
    /// The delimiter between two scopes in the request.
    public var delimiter = " "
    /// The scope that requests a refresh token, if there is one.
    public var offline: String?
    /// Groups of scopes that are sent in other parameters.
    public var groups: [Group] = []

    public init() {}

    /// Scopes that are sent in a separate parameter.
    public struct Group: RuleItem {
      /// The name of the group.
      public var name: String
      /// The parameter that contains the scopes.
      public var parameter: String
      /// The delimiter between two scopes.
      public var delimiter: String
      /// The scopes to request if the caller doesn't specify any.
      public var defaults: [String]

      /// Creates a group of scopes. Without `parameter`, the parameter has the group's name.
      public init(name: String, parameter: String = "", delimiter: String = " ", defaults: [String] = []) {
        self.name = name
        self.parameter = parameter
        self.delimiter = delimiter
        self.defaults = defaults
      }

      public static var standard: Self { Self(name: "") }
    }
  }

  /// The way to read an authorization response (RFC 6749 §4.1.2).
  public struct CallbackRules: RuleGroup {
    /// The parameter that contains the code.
    public var code = "code"
    /// The parameter that contains the state.
    public var state = "state"
    /// The parameter that contains the error code.
    public var error = "error"
    /// The parameter that describes an error (RFC 6749 §4.1.2.1).
    public var errorDescription = "error_description"
    /// The parameter that contains the granted scopes, or `nil` if the token response does.
    public var scope: String?
    /// Additional parameters that the app needs. They're validated before use.
    public var fields: [Field] = []
    /// The callback's signature, or `nil` if callbacks aren't signed.
    public var signature: Signature?

    public init() {}

    /// A parameter of the callback.
    public struct Field: RuleItem {
      /// The type of a field's value.
      public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A string, a whole number, a Boolean, JSON in a string, or a URL.
        case string, int, bool, json, url
      }

      /// The name of the parameter in the callback.
      public var name: String
      /// The type of the value.
      public var kind: Kind
      /// Whether a callback without this parameter is valid.
      public var isOptional: Bool
      /// The only accepted value, or `nil` if any value is accepted.
      public var equals: TextTemplate?

      /// Creates a field of the callback. If `equals` isn't `nil`, it's the only accepted value.
      public init(name: String, kind: Kind = .string, isOptional: Bool = false, equals: TextTemplate? = nil) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.equals = equals
      }

      public static var standard: Self { Self(name: "") }
    }

    /// A message authentication code over the callback's other parameters. They're percent-encoded, sorted by name, and
    /// joined by `&`.
    public struct Signature: RuleItem {
      /// The algorithm that signs a callback.
      public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// HMAC-SHA-256, in hexadecimal digits (RFC 2104).
        case hmacSHA256Hex = "hmac_sha256_hex"
      }

      /// The parameter that contains the signature.
      public var parameter: String
      /// The algorithm of the signature.
      public var algorithm: Algorithm
      /// The key of the signature.
      public var key: TextTemplate

      /// Creates the rules for verifying the signature of a callback.
      public init(
        parameter: String = "hmac", algorithm: Algorithm = .hmacSHA256Hex, key: TextTemplate = "{client_secret}"
      ) {
        self.parameter = parameter
        self.algorithm = algorithm
        self.key = key
      }

      public static var standard: Self { Self() }
    }
  }
}
