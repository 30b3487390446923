extension ProviderConfiguration {
  /// The encoding of a request.
  public enum RequestEncoding: String, Sendable, Hashable, CaseIterable {
    /// `application/x-www-form-urlencoded`, as RFC 6749 specifies.
    case form
    /// `application/json`.
    case json
    /// The URL's query. The body is empty.
    case query
  }

  /// The method of a request (RFC 9110 §9.3).
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// Retrieves data. The parameters are in the query.
    case get = "GET"
    /// Sends a body.
    case post = "POST"
    /// Deletes data.
    case delete = "DELETE"
  }

  /// The rules for requests to the token endpoint (RFC 6749 §4.1.3) and its responses (§5).
  public struct TokenRules: RuleGroup {
    /// The request's method.
    public var method: Method = .post
    /// The encoding of the request.
    public var encoding: RequestEncoding = .form
    /// The value of `grant_type`, or `nil` if the provider doesn't accept the parameter.
    public var grantType: String? = "authorization_code"
    /// Additional headers, by name.
    public var headers: [String: TextTemplate] = [:]
    /// Additional parameters, by name.
    public var parameters: [String: TextTemplate] = [:]
    /// Standard parameters that the provider doesn't accept.
    public var omitted: [String] = []
    /// The rules for reading the response.
    public var response = ResponseRules()
    /// A second exchange, of the token that the first one returned.
    public var secondExchange: SecondExchange?
    /// Whether the app signs the request before it's sent (`hooks: [signTokenRequest]`).
    public var isSignedByApp = false

    public init() {}

    /// The members that the app needs, from both exchanges.
    package var fields: [ResponseField] {
      let further = secondExchange?.response?.fields ?? []
      return response.fields + further.filter { field in !response.fields.contains { $0.name == field.name } }
    }
  }

  /// An exchange of one token for another.
  public struct SecondExchange: RuleGroup {
    /// The endpoint of the exchange, or `nil` for the token endpoint.
    public var endpoint: TextTemplate?
    /// The request's method.
    public var method: Method = .post
    /// The encoding of the request.
    public var encoding: RequestEncoding = .form
    /// Additional headers, by name.
    public var headers: [String: TextTemplate] = [:]
    /// Additional parameters, by name.
    public var parameters: [String: TextTemplate] = [:]
    /// The rules for reading the response, if it differs from the first one.
    public var response: ResponseRules?

    public init() {}
  }

  /// The rules for reading a token endpoint's responses.
  public struct ResponseRules: RuleGroup {
    /// The format of the response.
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// JSON, or a form if the media type or the content indicates one.
      case auto
      /// JSON (RFC 6749 §5.1), or a form.
      case json, form
      /// JSON inside a function call.
      case jsonp
    }

    /// The accepted `token_type`. A value that isn't a string is never accepted.
    public enum TokenType: String, Sendable, Hashable, CaseIterable {
      /// Bearer. The response must contain it (RFC 6749 §5.1).
      case bearer
      /// Bearer. The response may omit it.
      case optionalBearer = "optional_bearer"
      /// Any token type, or none. The token is sent as ``ResourceRules`` specify.
      case any
    }

    /// The format of the response.
    public var format: Format = .auto
    /// A prefix of the response to remove before it's read.
    public var prefix: String?
    /// The path of the object that contains the members.
    public var root: FieldPath = "."
    /// The path of the access token.
    public var accessToken: FieldPath = "access_token"
    /// Whether responses contain an access token. Without one, the ID token is all that the client gets.
    public var hasAccessToken = true
    /// The path of the refresh token.
    public var refreshToken: FieldPath = "refresh_token"
    /// The path of the ID token.
    public var idToken: FieldPath = "id_token"
    /// The path of the granted scopes, or `nil` if the response's value isn't usable.
    public var scope: FieldPath? = "scope"
    /// The delimiter between two scopes. If `nil`, spaces, commas, and lists are understood.
    public var scopeDelimiter: String?
    /// The expiry of the access token.
    public var expires = ExpiryRule(field: "expires_in")
    /// The expiry of the refresh token.
    public var refreshExpires = ExpiryRule(field: "refresh_token_expires_in")
    /// The accepted `token_type`.
    public var tokenType: TokenType = .bearer
    /// The rules for recognizing an error.
    public var error = ErrorRule()
    /// Additional members that the app needs, by their names in Swift.
    public var fields: [ResponseField] = []
    /// Sets of tokens, if one response contains several.
    public var sets: [TokenSet] = []

    public init() {}
  }

  /// The rules for reading an expiry.
  public struct ExpiryRule: RuleItem {
    /// The format of a time.
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// A duration that starts with the response.
      case seconds, milliseconds
      /// Seconds since 1970.
      case unix
      /// Milliseconds since 1970.
      case unixMilliseconds = "unix_ms"
      /// A date and time in a string (ISO 8601).
      case iso8601
    }

    /// The path of the time.
    public var field: FieldPath
    /// The format of the time.
    public var format: Format
    /// The lifetime if the response doesn't contain one.
    public var lifetime: Duration?
    /// Whether the token never expires, regardless of ``ProviderConfiguration/Lifetimes``.
    public var neverExpires: Bool

    /// Creates the rules for reading an expiry. If the field is missing, the token expires `lifetime` after the
    /// response, or never.
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

  /// The rules for recognizing an error in a response, regardless of its status.
  public struct ErrorRule: RuleGroup {
    /// The condition under which a response is an error.
    public var condition: Predicate = "has(error)"
    /// The path of the error code.
    public var code: FieldPath = "error"
    /// The path of the human-readable description.
    public var description: FieldPath = "error_description"

    public init() {}
  }

  /// A member of a response that the app needs.
  public struct ResponseField: RuleItem {
    /// The name of the member in Swift.
    public var name: String
    /// The path of the member.
    public var path: FieldPath
    /// Whether a response without it is valid.
    public var isOptional: Bool

    /// Creates a member of the response that the app needs.
    public init(name: String, path: FieldPath = ".", isOptional: Bool = false) {
      self.name = name
      self.path = path
      self.isOptional = isOptional
    }

    public static var standard: Self { Self(name: "") }
  }

  /// A set of tokens in a response with several sets.
  public struct TokenSet: RuleItem {
    /// The name of the set.
    public var name: String
    /// The path of the object that contains the set's members.
    public var root: FieldPath
    /// Whether a response without it is valid.
    public var isOptional: Bool
    /// Whether the session uses this set.
    public var isPrimary: Bool

    /// Creates a set of tokens. The session uses the primary set.
    public init(name: String, root: FieldPath = ".", isOptional: Bool = false, isPrimary: Bool = false) {
      self.name = name
      self.root = root
      self.isOptional = isOptional
      self.isPrimary = isPrimary
    }

    public static var standard: Self { Self(name: "") }
  }
}
