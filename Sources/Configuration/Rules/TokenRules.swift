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

  /// The method of a request (RFC 9110 §9.3).
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Asks; the parameters stand in the query.
    case get = "GET"
    /// Sends a body.
    case post = "POST"
    /// Removes.
    case delete = "DELETE"
  }

  /// How the token endpoint is asked (RFC 6749 §4.1.3), and how its answer is read (§5).
  public struct TokenRules: RuleGroup {
    /// The request's method.
    public var method: Method = .post
    /// How the request is written.
    public var encoding: RequestEncoding = .form
    /// `nil` when the provider does not take one.
    public var grantType: String? = "authorization_code"
    /// Further headers, by their names.
    public var headers: [String: TextTemplate] = [:]
    /// Further parameters, by their names.
    public var parameters: [String: TextTemplate] = [:]
    /// Parameters of the protocol that the provider does not take.
    public var omitted: [String] = []
    /// How the answer is read.
    public var response = ResponseRules()
    /// A second exchange, of the token that the first one gave.
    public var secondExchange: SecondExchange?
    /// The app signs the request before it is sent.
    public var isSignedByApp = false

    public init() {}
  }

  /// An exchange of one token for another.
  public struct SecondExchange: RuleItem {
    /// The token endpoint when it says nothing.
    public var endpoint: TextTemplate?
    /// The request's method.
    public var method: Method
    /// How the request is written.
    public var encoding: RequestEncoding
    /// Further headers, by their names.
    public var headers: [String: TextTemplate]
    /// Further parameters, by their names.
    public var parameters: [String: TextTemplate]

    /// A second exchange; without an endpoint at the token endpoint.
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
    /// What the answer is written in.
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// JSON, or a form where the media type or the text says so.
      case auto
      /// JSON (RFC 6749 §5.1), or a form.
      case json, form
      /// JSON inside of a function call.
      case jsonp
    }

    /// Which `token_type` is accepted. One that isn't a string never is.
    public enum TokenType: String, Sendable, Hashable, CaseIterable {
      /// Bearer, which the response must say (RFC 6749 §5.1).
      case bearer
      /// Bearer. Some servers leave it out.
      case optionalBearer = "optional_bearer"
      /// Any token type, or none. The token is used as ``ResourceRules`` say.
      case any
    }

    /// What the answer is written in.
    public var format: Format = .auto
    /// Text before the answer that is cut off.
    public var prefix: String?
    /// Where the members stand.
    public var root: FieldPath = "."
    /// Where the access token stands.
    public var accessToken: FieldPath = "access_token"
    /// Where the refresh token stands.
    public var refreshToken: FieldPath = "refresh_token"
    /// Where the ID token stands.
    public var idToken: FieldPath = "id_token"
    /// `nil` when what stands there is of no use.
    public var scope: FieldPath? = "scope"
    /// Between two scopes; blank, comma and lists are understood when it says nothing.
    public var scopeDelimiter: String?
    /// When the access token ends.
    public var expires = ExpiryRule(field: "expires_in")
    /// When the refresh token ends.
    public var refreshExpires = ExpiryRule(field: "refresh_token_expires_in")
    /// Which `token_type` is accepted.
    public var tokenType: TokenType = .bearer
    /// What an error looks like.
    public var error = ErrorRule()
    /// Further members that the app needs, by the name in Swift.
    public var fields: [ResponseField] = []
    /// Several sets of tokens in one answer.
    public var sets: [TokenSet] = []

    public init() {}
  }

  /// How an expiry is written.
  public struct ExpiryRule: RuleItem {
    /// What a time is written in.
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// A number, from the answer on.
      case seconds, milliseconds
      /// Seconds since 1970.
      case unix
      /// Milliseconds since 1970.
      case unixMilliseconds = "unix_ms"
      /// A point in time as text (ISO 8601).
      case iso8601
    }

    /// Where the time stands.
    public var field: FieldPath
    /// What it is written in.
    public var format: Format
    /// When the answer says nothing.
    public var lifetime: Duration?
    /// The token does not expire, whatever ``ProviderConfiguration/Lifetimes`` say.
    public var neverExpires: Bool

    /// Where an end stands; without it, `lifetime` from the answer on, or no end at all.
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
    /// When an answer is an error.
    public var condition: Predicate = "has(error)"
    /// Where the error's name stands.
    public var code: FieldPath = "error"
    /// Where the text for people stands.
    public var description: FieldPath = "error_description"

    public init() {}
  }

  /// A member of an answer that the app needs.
  public struct ResponseField: RuleItem {
    /// The name in Swift.
    public var name: String
    /// Where it stands.
    public var path: FieldPath
    /// Whether an answer without it is good.
    public var isOptional: Bool

    /// A member of the answer that the app needs.
    public init(name: String, path: FieldPath = ".", isOptional: Bool = false) {
      self.name = name
      self.path = path
      self.isOptional = isOptional
    }

    public static var standard: Self { Self(name: "") }
  }

  /// One of several sets of tokens.
  public struct TokenSet: RuleItem {
    /// The name of the set.
    public var name: String
    /// Where its members stand.
    public var root: FieldPath
    /// Whether an answer without it is good.
    public var isOptional: Bool
    /// The session's own.
    public var isPrimary: Bool

    /// One of several sets of tokens; the primary one is the session's.
    public init(name: String, root: FieldPath = ".", isOptional: Bool = false, isPrimary: Bool = false) {
      self.name = name
      self.root = root
      self.isOptional = isOptional
      self.isPrimary = isPrimary
    }

    public static var standard: Self { Self(name: "") }
  }
}
