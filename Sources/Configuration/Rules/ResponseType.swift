extension ProviderConfiguration {
  /// What an authorization response brings (RFC 6749 §3.1.1; OAuth 2.0 Multiple Response Type Encoding Practices §3–5).
  public enum ResponseType: String, Sendable, Hashable, CaseIterable {
    /// A code, to be exchanged for tokens.
    case code
    /// The same, as some providers call it.
    case authCode = "auth_code"
    /// The same, as Azure DevOps calls it.
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
    /// An access token alone: implicit, and not to be used any more (RFC 9700 §2.1.2).
    case token

    /// Whether the browser brings a code.
    public var bringsCode: Bool { ![.idToken, .idTokenToken, .token].contains(self) }
    /// Whether the browser brings nothing but a code.
    public var isCode: Bool { [.code, .authCode, .assertion].contains(self) }
    /// Whether the browser brings an ID token.
    public var bringsIDToken: Bool { [.codeIDToken, .codeIDTokenToken, .idToken, .idTokenToken].contains(self) }
    /// Whether the browser brings an access token.
    public var bringsAccessToken: Bool { [.codeToken, .codeIDTokenToken, .idTokenToken, .token].contains(self) }
  }

  /// Where the parameters of an authorization response stand (OAuth 2.0 Multiple Response Type Encoding Practices §2.1).
  public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
    /// In the callback's query (OAuth 2.0 Multiple Response Type Encoding Practices §2.1).
    case query
    /// Behind `#`, where no server sees them: the loopback page hands them over, or the callback URL holds them.
    case fragment
    /// In the body of a request to the loopback receiver, or to the app's own server (OAuth 2.0 Form Post Response Mode).
    case formPost = "form_post"
  }
}

extension ProviderConfiguration {
  /// Whether the browser brings an ID token: the response type says so, or the server is older than the type `id_token` and
  /// sends one where `token` and the scope `openid` ask for it.
  public var browserBringsIDToken: Bool {
    authorization.responseType.bringsIDToken || bringsUnnamedIDToken
  }

  /// An ID token of which the response type does not speak. The access token may then be missing.
  public var bringsUnnamedIDToken: Bool {
    authorization.responseType == .token && idToken?.required == true
  }
}

extension ProviderConfiguration.AuthorizationRules {
  /// The mode that a response comes in: as stated, or as the response type has it of its own (Multiple Response Type
  /// Encoding Practices §2.1, §5).
  public var effectiveResponseMode: ProviderConfiguration.ResponseMode {
    responseMode ?? (responseType.isCode ? .query : .fragment)
  }
}
