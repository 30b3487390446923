extension ProviderConfiguration {
  /// How a request is written.
  public enum RequestEncoding: String, Sendable, Hashable, CaseIterable {
    /// `application/x-www-form-urlencoded`, as RFC 6749 says.
    case form
    /// `application/json`.
    case json
    /// In the URL's query; the body is empty.
    case query
  }

  public enum Method: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  /// How the token endpoint is asked (RFC 6749 §4.1.3), and how its answer is read (§5).
  public struct TokenRules: RuleGroup {
    public var method: Method = .post
    public var encoding: RequestEncoding = .form
    /// `nil` when the provider does not take one.
    public var grantType: String? = "authorization_code"
    public var headers: [String: TextTemplate] = [:]
    public var parameters: [String: TextTemplate] = [:]
    /// Parameters of the protocol that the provider does not take.
    public var omitted: [String] = []
    public var response = ResponseRules()
    /// A second exchange, of the token that the first one gave.
    public var then: SecondExchange?
    /// The app signs the request before it is sent.
    public var isSignedByApp = false

    public init() {}
  }

  /// An exchange of one token for another.
  public struct SecondExchange: RuleItem {
    /// The token endpoint when it says nothing.
    public var endpoint: TextTemplate?
    public var method: Method
    public var encoding: RequestEncoding
    public var headers: [String: TextTemplate]
    public var parameters: [String: TextTemplate]

    public init(
      endpoint: TextTemplate? = nil, method: Method = .post, encoding: RequestEncoding = .form,
      headers: [String: TextTemplate] = [:], parameters: [String: TextTemplate] = [:]
    ) {
      self.endpoint = endpoint
      self.method = method
      self.encoding = encoding
      self.headers = headers
      self.parameters = parameters
    }

    public static var standard: Self { Self() }
  }

  /// How the answer of a token endpoint is read.
  public struct ResponseRules: RuleGroup {
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// JSON, or a form where the media type or the text says so.
      case auto
      case json, form
      /// JSON inside of a function call.
      case jsonp
    }

    /// Which `token_type` is accepted.
    public enum TokenType: String, Sendable, Hashable, CaseIterable {
      /// Bearer, or none said.
      case bearer
      /// Whatever the provider calls it; it is used as ``ResourceRules`` say.
      case any
    }

    public var format: Format = .auto
    /// Text before the answer that is cut off.
    public var prefix: String?
    /// Where the members stand.
    public var root: FieldPath = "."
    public var accessToken: FieldPath = "access_token"
    public var refreshToken: FieldPath = "refresh_token"
    public var idToken: FieldPath = "id_token"
    /// `nil` when what stands there is of no use.
    public var scope: FieldPath? = "scope"
    /// Between two scopes; blank, comma and lists are understood when it says nothing.
    public var scopeDelimiter: String?
    public var expires = ExpiryRule(field: "expires_in")
    public var refreshExpires = ExpiryRule(field: "refresh_token_expires_in")
    public var tokenType: TokenType = .bearer
    public var error = ErrorRule()
    /// Further members that the app needs, by the name in Swift.
    public var fields: [ResponseField] = []
    /// Several sets of tokens in one answer.
    public var sets: [TokenSet] = []

    public init() {}
  }

  /// How an expiry is written.
  public struct ExpiryRule: RuleItem {
    public enum Format: String, Sendable, Hashable, CaseIterable {
      case seconds, milliseconds
      /// Seconds since 1970.
      case unix
      /// Milliseconds since 1970.
      case unixMilliseconds = "unix_ms"
      case iso8601
    }

    public var field: FieldPath
    public var format: Format
    /// When the answer says nothing.
    public var lifetime: Duration?
    /// The token does not expire, whatever ``ProviderConfiguration/Lifetimes`` say.
    public var neverExpires: Bool

    public init(
      field: FieldPath = "expires_in", format: Format = .seconds, lifetime: Duration? = nil, neverExpires: Bool = false
    ) {
      self.field = field
      self.format = format
      self.lifetime = lifetime
      self.neverExpires = neverExpires
    }

    public static var standard: Self { Self(field: "") }
  }

  /// How an error is recognised in an answer of any status.
  public struct ErrorRule: RuleGroup {
    public var condition: Predicate = "has(error)"
    public var code: FieldPath = "error"
    public var description: FieldPath = "error_description"

    public init() {}
  }

  /// A member of an answer that the app needs.
  public struct ResponseField: RuleItem {
    public var name: String
    public var path: FieldPath
    public var isOptional: Bool

    public init(name: String, path: FieldPath = ".", isOptional: Bool = false) {
      self.name = name
      self.path = path
      self.isOptional = isOptional
    }

    public static var standard: Self { Self(name: "") }
  }

  /// One of several sets of tokens.
  public struct TokenSet: RuleItem {
    public var name: String
    public var root: FieldPath
    public var isOptional: Bool
    /// The session's own.
    public var isPrimary: Bool

    public init(name: String, root: FieldPath = ".", isOptional: Bool = false, isPrimary: Bool = false) {
      self.name = name
      self.root = root
      self.isOptional = isOptional
      self.isPrimary = isPrimary
    }

    public static var standard: Self { Self(name: "") }
  }
}
