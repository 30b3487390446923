extension ProviderConfiguration {
  /// The way in which a token is sent to a resource.
  public enum TokenPresentation: Sendable, Hashable {
    /// `Authorization: Bearer …` (RFC 6750 §2.1).
    case bearer
    /// `Authorization:` with another scheme.
    case scheme(String)
    /// A separate header that contains the prefix and the token.
    case header(String, prefix: String)
    /// A parameter of the query. It's visible in the logs of servers that handle the request.
    case query(String)
    /// The token isn't sent.
    case none
  }

  /// Whether the provider identifies the user. If it doesn't, clients only call an API.
  public var identifiesUser: Bool { !userInfo.sources.isEmpty }

  /// The rules for obtaining claims about the user.
  public struct UserInfoRules: RuleGroup {
    /// A source of claims about the user.
    public enum Source: Sendable, Hashable {
      /// The verified ID token.
      case idToken
      /// The userinfo endpoint.
      case endpoint
      /// The token response, at this path.
      case token(FieldPath)
      /// The callback parameter with this name, which contains JSON, at this path. It isn't signed, so only mapped
      /// claims are used.
      case callback(String, FieldPath)
    }

    /// The format of the userinfo endpoint's responses.
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// JSON. A signed response is accepted and verified too.
      case json
      /// Only a signed token (OpenID Connect Core 1.0 §5.3.2).
      case jwt
    }

    /// The sources of claims. If several sources contain a claim, the first one is used.
    public var sources: [Source] = [.idToken]
    /// The request to the endpoint.
    public var request = UserInfoRequest()
    /// The format of the endpoint's responses.
    public var format: Format = .json
    /// The path of the object that contains the claims.
    public var root: FieldPath = "."
    /// The rules for recognizing an error.
    public var error: ErrorRule = ErrorRule()
    /// The sources of standard claims (OpenID Connect Core 1.0 §5.1). `id` is the key under which to store the user's
    /// data.
    public var map: [String: Selector] = [:]
    /// Additional requests for missing claims.
    public var furtherRequests: [FurtherRequest] = []
    /// Whether the app signs requests about the user before they're sent (`hooks: [signUserInfoRequest]`).
    public var isSignedByApp = false

    public init() {}

    /// The rules of a provider that identifies no user.
    public static var withoutUser: Self {
      var rules = Self()
      rules.sources = []
      return rules
    }
  }

  /// A request to the userinfo endpoint.
  public struct UserInfoRequest: RuleGroup {
    /// The request's method.
    public var method: Method = .get
    /// The way to send the access token.
    public var token: TokenPresentation = .bearer
    /// Additional headers, by name.
    public var headers: [String: TextTemplate] = [:]
    /// Additional parameters, by name.
    public var parameters: [String: TextTemplate] = [:]
    /// The part of the request that contains the parameters.
    public var encoding: RequestEncoding = .query
    /// A template for the body. Values are escaped for JSON.
    public var body: TextTemplate?

    public init() {}
  }

  /// An additional request for claims about the user.
  public struct FurtherRequest: RuleItem {
    /// The condition on the known claims under which the request is sent.
    public var condition: Predicate?
    /// The URL of the request.
    public var endpoint: TextTemplate
    /// The request's method.
    public var method: Method
    /// Additional headers, by name.
    public var headers: [String: TextTemplate]
    /// The path of the claims in the response.
    public var root: FieldPath
    /// The claims to add, by claim name.
    public var map: [String: Selector]

    /// Creates an additional request for claims about the user.
    public init(
      condition: Predicate? = nil, endpoint: TextTemplate = "", method: Method = .get,
      headers: [String: TextTemplate] = [:], root: FieldPath = ".", map: [String: Selector] = [:]
    ) {
      self.condition = condition
      self.endpoint = endpoint
      self.method = method
      self.headers = headers
      self.root = root
      self.map = map
    }

    public static var standard: Self { Self() }
  }

  /// The rules for sending tokens to resources.
  public struct ResourceRules: RuleGroup {
    /// The way to send the access token.
    public var token: TokenPresentation = .bearer
    /// Additional headers, by name.
    public var headers: [String: TextTemplate] = [:]

    public init() {}
  }

  /// The rules for verifying ID tokens (OpenID Connect Core 1.0 §3.1.3.7).
  public struct IDTokenRules: RuleGroup {
    /// The way to check `nonce`.
    public enum Nonce: String, Sendable, Hashable, CaseIterable {
      /// The token must contain the nonce of the request (OpenID Connect Core 1.0 §3.1.3.7).
      case exact
      /// The token must contain the nonce of the request, or its SHA-256 in hexadecimal digits.
      case exactOrSHA256 = "exact_or_sha256"
      /// The token may lack a nonce, unless it comes through the browser.
      case optional
      /// The request doesn't contain a nonce.
      case none
    }

    /// Whether a token response without an ID token is rejected.
    public var required = true
    /// The accepted values of `iss`. If empty, only the server's issuer is accepted. `{id_token.x}` is filled in from
    /// the token.
    public var issuers: [TextTemplate] = []
    /// The handling of a token that has other audiences in addition to this client.
    public enum OtherAudiences: String, Sendable, Hashable, CaseIterable {
      /// The token is rejected (OpenID Connect Core 1.0 §3.1.3.7).
      case reject
      /// The token is accepted if `azp` is this client.
      case allow
    }

    /// The values that `aud` may contain. If the list contains `{client_id}`, a template with a placeholder, such as
    /// `{settings.bundle_id}`, is another name of this client. A value without a placeholder is another party that may
    /// also be an audience, but not the only one. If the list doesn't contain `{client_id}`, every value is a name of
    /// this client.
    public var audiences: [TextTemplate] = ["{client_id}"]
    /// Whether `aud` may contain other audiences as well (OpenID Connect Core 1.0 §3.1.3.7 rule 3).
    public var otherAudiences: OtherAudiences = .reject
    /// The way to check the `nonce` claim.
    public var nonce: Nonce = .exact
    /// The accepted signature algorithms. If empty, the algorithms of the discovery document are accepted, except HMAC.
    /// The token's header never extends this list (RFC 8725 §3.1). HMAC requires a client secret, which is the key.
    public var algorithms: [SignatureAlgorithm] = []
    /// The tolerated difference between this machine's clock and the server's.
    public var leeway: Duration = .seconds(60)
    /// The checks of claims, by claim name. A check is skipped if it compares the claim with a value that the request
    /// didn't contain.
    public var checks: [String: ClaimCheck] = [:]
    /// The rules for decrypting ID tokens, or `nil` if they aren't encrypted.
    public var encryption: EncryptionRules?

    public init() {}
  }

  /// The rules by which an API reads access tokens.
  public struct AccessTokenRules: RuleGroup {
    /// The format of access tokens.
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// An opaque token, which only the server can read (RFC 7662), or a signed JWT (RFC 9068).
      case opaque, jwt
    }

    /// The format of access tokens.
    public var format: Format = .opaque
    /// The accepted values of the `typ` header. If empty, only `at+jwt` is accepted (RFC 9068 §4). `JWT` also accepts
    /// tokens without a type.
    public var types: [String] = []
    /// The accepted signature algorithms. If empty, the algorithms of ID tokens are accepted. HMAC is never accepted.
    public var algorithms: [SignatureAlgorithm] = []
    /// The path of the ID of the user, or of the client if there's no user. An API rejects a token without one.
    public var subject: Selector = "sub"
    /// The path of the ID of the client that obtained the token (RFC 9068 §2.2).
    public var clientID: Selector = "client_id | azp"
    /// The path of the audience.
    public var audience: Selector = "aud"
    /// The path of the granted scopes.
    public var scopes: Selector = "scope"
    /// The path of the permissions, or `nil` if tokens don't contain any.
    public var permissions: Selector?
    /// The path of the roles, or `nil` if tokens don't contain any.
    public var roles: Selector?
    /// The path of the user's organization, or `nil` if tokens don't contain one.
    public var organization: Selector?
    /// The subject of a token that a client obtains for itself and not for a user. `{client_id}` is the client in the
    /// token.
    public var clientSubject: TextTemplate = "{client_id}"
    /// The checks of claims, by claim name.
    public var checks: [String: ClaimCheck] = [:]
    /// The checks of claims that only access tokens pass, by claim name. If this is empty and the header doesn't
    /// identify an access token, an API rejects a token with a nonce, and one that could be an ID token for its client.
    public var kindChecks: [String: ClaimCheck] = [:]
    /// The checks of claims that only users' tokens pass, by claim name. An API treats any other token as one that
    /// a client obtained for itself.
    public var userChecks: [String: ClaimCheck] = [:]

    public init() {}
  }
}
