extension ProviderConfiguration {
  /// How a token travels to a resource.
  public enum TokenPresentation: Sendable, Hashable {
    /// `Authorization: Bearer …` (RFC 6750 §2.1).
    case bearer
    /// `Authorization:` with another scheme.
    case scheme(String)
    /// A header of its own, the token after the prefix.
    case header(String, prefix: String)
    /// A parameter of the query. It shows in the logs of servers on the way.
    case query(String)
    /// Not at all.
    case none
  }

  /// Who the user is.
  public struct UserInfoRules: RuleGroup {
    /// Where facts about the user come from.
    public enum Source: Sendable, Hashable {
      /// The verified ID token.
      case idToken
      /// The userinfo endpoint.
      case endpoint
      /// The token answer, at this path.
      case token(FieldPath)
      /// The callback's parameter of that name, a JSON text, at this path. Nobody signs it: only mapped facts are taken.
      case callback(String, FieldPath)
    }

    /// How the userinfo endpoint answers.
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// JSON; a signed answer is verified all the same.
      case json
      /// Nothing but a signed token (OpenID Connect Core 1.0 §5.3.2).
      case jwt
    }

    /// The earlier ones win, fact by fact.
    public var sources: [Source] = [.idToken]
    /// How the endpoint is asked.
    public var request = UserInfoRequest()
    /// How it answers.
    public var format: Format = .json
    /// Where the facts stand.
    public var root: FieldPath = "."
    /// What an error looks like.
    public var error: ErrorRule = ErrorRule()
    /// Standard claims (OpenID Connect Core 1.0 §5.1) and what they are made of. `id` is the key to file data under.
    public var map: [String: Selector] = [:]
    /// Further calls for what is still missing.
    public var furtherRequests: [FurtherRequest] = []

    public init() {}
  }

  /// How the userinfo endpoint is asked.
  public struct UserInfoRequest: RuleGroup {
    /// The request's method.
    public var method: Method = .get
    /// How the access token is shown.
    public var token: TokenPresentation = .bearer
    /// Further headers, by their names.
    public var headers: [String: TextTemplate] = [:]
    /// Further parameters, by their names.
    public var parameters: [String: TextTemplate] = [:]
    /// Where the parameters stand.
    public var encoding: RequestEncoding = .query
    /// A body as it is sent; values are escaped as JSON wants.
    public var body: TextTemplate?

    public init() {}
  }

  /// A further call about the user.
  public struct FurtherRequest: RuleItem {
    /// Looked at in what is known already.
    public var condition: Predicate?
    /// Where it is asked.
    public var endpoint: TextTemplate
    /// The request's method.
    public var method: Method
    /// Further headers, by their names.
    public var headers: [String: TextTemplate]
    /// Where the facts stand in the answer.
    public var root: FieldPath
    /// The facts that it adds, by the claim's name.
    public var map: [String: Selector]

    /// A further request for facts about the user.
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

  /// How resource calls carry the token.
  public struct ResourceRules: RuleGroup {
    /// How the access token is shown.
    public var token: TokenPresentation = .bearer
    /// Further headers, by their names.
    public var headers: [String: TextTemplate] = [:]

    public init() {}
  }

  /// How ID tokens are verified (OpenID Connect Core 1.0 §3.1.3.7).
  public struct IDTokenRules: RuleGroup {
    /// How `nonce` is compared.
    public enum Nonce: String, Sendable, Hashable, CaseIterable {
      /// The nonce as it was sent (OpenID Connect Core 1.0 §3.1.3.7).
      case exact
      /// The token may hold its SHA-256 in hexadecimal digits.
      case exactOrSHA256 = "exact_or_sha256"
      /// The token may hold none, unless it comes through the browser.
      case optional
      /// None is sent.
      case none
    }

    /// Whether a token answer without an ID token is rejected.
    public var required = true
    /// Accepted spellings of `iss`; the server's own when there are none. `{id_token.x}` is filled from the token.
    public var issuers: [TextTemplate] = []
    /// What becomes of a token whose `aud` names somebody else beside this client.
    public enum OtherAudiences: String, Sendable, Hashable, CaseIterable {
      /// A token for anybody else as well is rejected (OpenID Connect Core 1.0 §3.1.3.7).
      case reject
      /// Taken if `azp` names this client.
      case allow
    }

    /// Whom `aud` may name. Beside `{client_id}` a template with a hole, such as `{settings.bundle_id}`, is another name of this
    /// client; a text without one is somebody else, who may see the token as well but for whom alone it is not taken. In a list
    /// without the client's id every name is this client's.
    public var audiences: [TextTemplate] = ["{client_id}"]
    /// Whether others may be named in `aud` as well (OpenID Connect Core 1.0 §3.1.3.7 rule 3).
    public var otherAudiences: OtherAudiences = .reject
    /// What the `nonce` claim has to be.
    public var nonce: Nonce = .exact
    /// The only signature algorithms that are accepted; those of discovery when there are none, without HMAC. The token's
    /// own header never widens this list (RFC 8725 §3.1). HMAC is for clients with a secret, which is its key.
    public var algorithms: [SignatureAlgorithm] = []
    /// Tolerated difference between this machine's clock and the server's.
    public var leeway: Duration = .seconds(60)
    /// What claims have to be, by their names. One that is compared with what was not asked for is not checked.
    public var checks: [String: ClaimCheck] = [:]

    public init() {}
  }

  /// What access tokens look like to an API.
  public struct AccessTokenRules: RuleGroup {
    /// What an access token is.
    public enum Format: String, Sendable, Hashable, CaseIterable {
      /// Only the server can read it (RFC 7662), or it is a signed JWT (RFC 9068).
      case opaque, jwt
    }

    /// What an access token is.
    public var format: Format = .opaque
    /// Accepted values of the header's `typ`; `at+jwt` alone when there are none (RFC 9068 §4). `JWT` accepts tokens without
    /// a type as well.
    public var types: [String] = []
    /// The only signature algorithms that are accepted; those of ID tokens when there are none. HMAC never is.
    public var algorithms: [SignatureAlgorithm] = []
    /// Where whom it is for stands.
    public var audience: Selector = "aud"
    /// Where granted scopes stand.
    public var scopes: Selector = "scope"
    /// Where the permissions stand; `nil` when there are none.
    public var permissions: Selector?
    /// Where the roles stand; `nil` when there are none.
    public var roles: Selector?
    /// Where the user's organisation stands; `nil` when there is none.
    public var organization: Selector?
    /// `sub` of a token that a client has for itself and not for a user. `{client_id}` is the client that the token names.
    public var clientSubject: TextTemplate = "{client_id}"
    /// What claims have to be, by their names.
    public var checks: [String: ClaimCheck] = [:]

    public init() {}
  }
}
