extension ProviderConfiguration {
  /// The content of an authorization response (RFC 6749 §3.1.1; OAuth 2.0 Multiple Response Type Encoding Practices
  /// §3–5).
  public enum ResponseType: String, Sendable, Hashable, CaseIterable {
    /// A code that the client exchanges for tokens.
    case code
    /// The same as `code`, under the name that some providers use.
    case authCode = "auth_code"
    /// The same as `code`, under the name that Azure DevOps uses.
    case assertion = "Assertion"
    /// A code and an ID token: hybrid.
    case codeIDToken = "code id_token"
    /// A code and an access token: hybrid.
    case codeToken = "code token"
    /// All three: hybrid.
    case codeIDTokenToken = "code id_token token"
    /// An ID token alone: implicit.
    case idToken = "id_token"
    /// An ID token and an access token: implicit.
    case idTokenToken = "id_token token"
    /// An access token alone: implicit, and deprecated (RFC 9700 §2.1.2).
    case token

    /// Whether the response contains a code.
    public var includesCode: Bool { ![.idToken, .idTokenToken, .token].contains(self) }
    /// Whether the response contains only a code.
    public var isCode: Bool { [.code, .authCode, .assertion].contains(self) }
    /// Whether the response contains an ID token.
    public var includesIDToken: Bool { [.codeIDToken, .codeIDTokenToken, .idToken, .idTokenToken].contains(self) }
    /// Whether the response contains an access token.
    public var includesAccessToken: Bool { [.codeToken, .codeIDTokenToken, .idTokenToken, .token].contains(self) }
  }

  /// The part of the response that contains its parameters (OAuth 2.0 Multiple Response Type Encoding Practices §2.1).
  public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
    /// The callback's query (OAuth 2.0 Multiple Response Type Encoding Practices §2.1).
    case query
    /// The callback's fragment, the part after `#`. Servers don't receive it, so the loopback page passes it on, or the
    /// app reads it from the callback URL.
    case fragment
    /// The body of a request to the loopback receiver or to the app's own server (OAuth 2.0 Form Post Response Mode).
    case formPost = "form_post"
    /// The response type's default part of the response, as one JWT that the server signs (JWT Secured Authorization
    /// Response Mode, JARM, §2.3.4).
    case jwt
    /// The callback's query, as a signed JWT (JARM §2.3.1).
    case queryJWT = "query.jwt"
    /// The callback's fragment, as a signed JWT (JARM §2.3.2).
    case fragmentJWT = "fragment.jwt"
    /// The body of a request, as a signed JWT (JARM §2.3.3).
    case formPostJWT = "form_post.jwt"

    /// Whether the server signs the response.
    public var isSigned: Bool { [.jwt, .queryJWT, .fragmentJWT, .formPostJWT].contains(self) }
  }
}

extension ProviderConfiguration {
  /// Whether the browser's response contains an ID token: either the response type specifies one, or the server
  /// predates the type `id_token` and returns one for `token` with the scope `openid`.
  public var browserResponseIncludesIDToken: Bool {
    authorization.responseType.includesIDToken || includesUnspecifiedIDToken
  }

  /// Whether the response contains an ID token that the response type doesn't specify. The access token may then be
  /// missing.
  public var includesUnspecifiedIDToken: Bool {
    authorization.responseType == .token && idToken?.required == true
  }
}

extension ProviderConfiguration.AuthorizationRules {
  /// The response mode in effect: the configured one, or the response type's default (Multiple Response Type Encoding
  /// Practices §2.1, §5).
  public var effectiveResponseMode: ProviderConfiguration.ResponseMode {
    responseMode ?? defaultPlace
  }

  /// The part of the response that contains its parameters: the query, the fragment, or the body. A mode with signed
  /// responses determines it, too.
  public var responsePlace: ProviderConfiguration.ResponseMode {
    switch effectiveResponseMode {
    case .jwt: defaultPlace
    case .query, .queryJWT: .query
    case .fragment, .fragmentJWT: .fragment
    case .formPost, .formPostJWT: .formPost
    }
  }

  /// The response type's default (Multiple Response Type Encoding Practices §5; JARM §2.3.4).
  private var defaultPlace: ProviderConfiguration.ResponseMode { responseType.isCode ? .query : .fragment }
}
