import Foundation

/// The response to an authorization request, read from a callback (RFC 6749 §4.1.2, §4.2.2; OpenID Connect Core 1.0
/// §3.2.2.5, §3.3.2.5).
struct AuthorizationResponse: Sendable {
  /// The code, or `nil` in the implicit flow.
  let code: Secret?
  /// The unverified ID token that came through the browser.
  let idToken: Secret?
  /// The access token that came through the browser, with its details.
  let tokens: TokenResponse?
  /// The callback's parameters that the descriptor lists.
  let fields: [String: String]
  /// The granted scopes, or `nil` if the callback doesn't contain them.
  let scopes: [String]?
  /// All parameters.
  let all: [String: String]

  /// Reads the parameters of a callback, or the verified claims of a signed one. The order of the checks matters: no
  /// parameter is used before `state` has been compared.
  ///
  /// - Throws: ``AuthFailure/callback(_:)`` if the callback is invalid, or ``AuthFailure/server(_:_:)`` if the server
  ///   returned an error.
  init(
    _ fields: [String: String], to request: AuthorizationRequest, from provider: ResolvedProvider,
    issuerIsPromised: Bool,
    now: Date
  ) throws(StepFailure) {
    // Use the configuration's parts directly, because a variable would copy the whole value.
    let rules = provider.configuration.callback
    let stateName = rules.state
    // A decoded request may have lost its state.
    if request.state != nil || provider.configuration.authorization.state != .none {
      guard let sent = request.state, let state = fields[stateName], constantTimeEquals(state, sent) else {
        throw .callback(.stateMismatch)
      }
    }
    for name in [rules.code, stateName] where fields[name]?.isVisibleASCII == false {
      throw .callback(.invalidCharacter(name))
    }
    if let issuer = provider.issuer { try Self.checkIssuer(fields["iss"], issuer: issuer, promised: issuerIsPromised) }
    let check = CallbackCheck(rules: rules, values: try request.values(of: provider))
    if check.hasKey { try check.checkSignature(of: fields) }
    let gifts = [rules.code, "id_token", "access_token"]
    guard fields[rules.error] == nil || gifts.allSatisfy({ fields[$0] == nil }) else {
      throw .callback(.codeWithError)
    }
    if let error = fields[rules.error] {
      let errors = provider.configuration.errors
      let code = ErrorResponse.match(.object(fields.mapValues(JSONValue.string)), errors) ?? error
      let known = errors[code]
      let serverError = ServerError(
        code: code, endpoint: .authorization, text: fields[rules.errorDescription],
        uri: fields["error_uri"].flatMap(ServerError.page),
        known: known, setting: provider.configuration.console.place(concerning: code))
      throw .server(AnyErrorCode(rawValue: code), serverError)
    }
    let type = provider.configuration.authorization.responseType
    code = fields[rules.code].flatMap { type.includesCode && !$0.isEmpty ? Secret($0) : nil }
    let includesIDToken = provider.browserResponseIncludesIDToken
    idToken = fields["id_token"].flatMap { includesIDToken && !$0.isEmpty ? Secret($0) : nil }
    guard type.includesCode == (code != nil) else { throw .callback(.missingCode) }
    guard includesIDToken == (idToken != nil) else { throw .idToken(.missingIDToken) }
    let isAlone = provider.configuration.includesUnspecifiedIDToken && fields["access_token"] == nil
    tokens = try type.includesAccessToken && !isAlone ? Self.tokens(fields, provider.configuration, now) : nil
    scopes = rules.scope.flatMap { fields[$0] }.flatMap { text in
      JSONValue.string(text).words(by: provider.configuration.token.response.scopeDelimiter)
    }
    self.fields = try check.fields(of: fields)
    all = fields
  }

  /// Reads the tokens in the parameters of the callback (RFC 6749 §4.2.2).
  private static func tokens(
    _ fields: [String: String], _ configuration: ProviderConfiguration, _ now: Date
  ) throws(StepFailure) -> TokenResponse {
    guard fields["access_token"]?.isEmpty == false else { throw .callback(.missingField("access_token")) }
    var rules = ProviderConfiguration.ResponseRules()
    rules.tokenType = configuration.token.response.tokenType
    if rules.tokenType == .bearer, fields["token_type"] == nil { throw .callback(.missingField("token_type")) }
    return try TokenResponse(
      .object(fields.mapValues(JSONValue.string)), by: rules, status: 200, lifetimes: configuration.lifetimes,
      now: now)
  }

  /// Returns the parameters of a callback's query, fragment, or body.
  ///
  /// - Throws: ``CallbackRejection/malformed`` or ``CallbackRejection/repeatedParameter(_:)``.
  static func fields(of query: String) throws(StepFailure) -> [String: String] {
    guard let pairs = FormEncoding.decode(query) else { throw .callback(.malformed) }
    var fields: [String: String] = [:]
    for pair in pairs {
      guard fields.updateValue(pair.value, forKey: pair.name) == nil else {
        throw .callback(.repeatedParameter(pair.name.plainText(limit: 40)))
      }
    }
    return fields
  }

  /// The issuer in `iss` must be the expected one. If the server's metadata promises `iss`, it's required (RFC 9207
  /// §2.4).
  private static func checkIssuer(_ found: String?, issuer: String, promised: Bool) throws(StepFailure) {
    guard found?.isExactly(issuer) ?? !promised else { throw .callback(.issuerMixUp) }
  }
}

extension String {
  /// Whether all characters are allowed in `code` and `state`: 0x20 to 0x7E (RFC 6749 Appendix A).
  fileprivate var isVisibleASCII: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
