extension ProviderConfiguration {
  /// What an authorization request carries (RFC 6749 §4.1.1).
  public struct AuthorizationRules: RuleGroup {
    /// How the request is bound to its answer (RFC 6749 §10.12).
    public enum StateRule: String, Sendable, Hashable, CaseIterable {
      /// A state is sent, and has to come back as it was.
      case required
      /// The provider does not return it.
      case none
      /// It travels in the redirect URI's query.
      case redirectURI = "redirect_uri"
    }

    /// What the server is asked for (RFC 6749 §3.1.1).
    public var responseType: ResponseType = .code
    /// `nil`: the response type's own, of which no request speaks; nor does one of `query` for a code.
    public var responseMode: ResponseMode?
    /// Whether the state comes back (RFC 6749 §10.12).
    public var state: StateRule = .required
    /// What stands after `#`.
    public var fragment: String?
    /// Parameters whose values are not percent-encoded further than a query demands.
    public var rawParameters: [String] = []
    /// Parameters of the protocol that the provider does not take.
    public var omitted: [String] = []
    /// What the provider knows beyond the protocol; anything else is rejected before it is sent.
    public var parameters: [Parameter] = []
    /// What asks for a refresh token, beside or instead of a scope.
    public var offlineParameters: [String: String] = [:]

    public init() {}

    /// One parameter of the provider, checked before it is sent.
    public struct Parameter: RuleItem {
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
        /// An absolute URL.
        case url
        /// An e-mail address.
        case email
        /// A JSON text.
        case json
        /// One of these words.
        case oneOf([String])
        /// Any of these words.
        case set([String])
        /// Words.
        case list
      }

      /// A request that may carry it.
      public enum Request: String, Sendable, Hashable, CaseIterable {
        /// The one that the browser brings to the provider.
        case authorization = "authorize"
        /// The one for a code to show to the user (RFC 8628 §3.1).
        case device
        /// The one for a token for the client itself (RFC 6749 §4.4.2).
        case clientCredentials = "client_credentials"
      }

      /// The name on the wire.
      public var name: String
      /// What a value must look like.
      public var kind: Kind
      /// Between the words of a list.
      public var delimiter: String
      /// Sent with every request; nobody may say another value.
      public var constant: TextTemplate?
      /// Sent when nobody says a value.
      public var defaultValue: String?
      /// Whether a request without it is not sent.
      public var isRequired: Bool
      /// Parameters without which the server rejects this one.
      public var requires: [String]
      /// The requests that carry it.
      public var requests: [Request]

      /// A parameter that an app may set.
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

  /// How scopes are spelled (RFC 6749 §3.3).
  public struct ScopeRules: RuleGroup {
    /// The parameter that carries them.
    public var parameter = "scope"
    /// Asked for when the app names none.
    public var defaults: [String] = []
    /// Added to every request.
    public var required: [String] = []
    /// Between two scopes on the wire.
    public var delimiter = " "
    /// The scope that asks for a refresh token, where there is one.
    public var offline: String?
    /// Further parameters that carry scopes of another kind.
    public var groups: [Group] = []

    public init() {}

    /// Scopes that travel in a parameter of their own.
    public struct Group: RuleItem {
      /// The name of the set.
      public var name: String
      /// The parameter that the scopes travel in.
      public var parameter: String
      /// What stands between two scopes.
      public var delimiter: String
      /// What is asked for when a caller says nothing.
      public var defaults: [String]

      /// A further set of scopes; without a parameter it travels under its own name.
      public init(name: String, parameter: String = "", delimiter: String = " ", defaults: [String] = []) {
        self.name = name
        self.parameter = parameter
        self.delimiter = delimiter
        self.defaults = defaults
      }

      public static var standard: Self { Self(name: "") }
    }
  }

  /// How the answer to an authorization request is read (RFC 6749 §4.1.2).
  public struct CallbackRules: RuleGroup {
    /// The parameter that holds the code.
    public var code = "code"
    /// The parameter that holds an error's code.
    public var error = "error"
    /// The parameter that says more about an error (RFC 6749 §4.1.2.1).
    public var errorDescription = "error_description"
    /// Further parameters that the app needs, checked before they are used.
    public var fields: [Field] = []
    /// The signature of the callback; `nil` when there is none.
    public var signature: Signature?

    public init() {}

    /// A parameter of the callback.
    public struct Field: RuleItem {
      /// What a field's value is.
      public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Text, a whole number, a truth value, JSON as text, or a URL.
        case string, int, bool, json, url
      }

      /// What it is called in the callback.
      public var name: String
      /// What its value is.
      public var kind: Kind
      /// Whether a callback without it is good.
      public var isOptional: Bool
      /// The only value that is accepted.
      public var equals: TextTemplate?

      /// A field of the callback; `equals` is what it has to say.
      public init(name: String, kind: Kind = .string, isOptional: Bool = false, equals: TextTemplate? = nil) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.equals = equals
      }

      public static var standard: Self { Self(name: "") }
    }

    /// A message authentication code over the callback's other parameters, percent-encoded, sorted by name and joined by
    /// `&`.
    public struct Signature: RuleItem {
      /// How a callback is signed.
      public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// HMAC-SHA-256, in hexadecimal digits (RFC 2104).
        case hmacSHA256Hex = "hmac_sha256_hex"
      }

      /// The parameter that holds the signature.
      public var parameter: String
      /// How the signature is made.
      public var algorithm: Algorithm
      /// The key that it is made with.
      public var key: TextTemplate

      /// How the signature of a callback is checked.
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
