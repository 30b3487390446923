import Foundation

/// One authorization request, with the state that is needed until the callback arrives (RFC 6749 §4.1.1).
///
/// State, nonce, and code verifier are random for each request and used once.
struct AuthorizationRequest: Sendable {
  /// The parameters that only this type may set.
  static let protocolParameters: Set<String> = [
    "response_type", "response_mode", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "request", "request_uri", "dpop_jkt", "authorization_details",
  ]

  /// The URL to open.
  var url: URL
  /// The parameters with the names that the provider expects, wherever they're sent. A decoded request doesn't have
  /// them.
  let pairs: [(name: String, value: String)]
  /// The time at which the server forgets a pushed request, if the server stated it.
  var expiresAt: Date?
  let redirectURI: String
  /// The state, or `nil` for a provider that doesn't return it.
  let state: String?
  /// The nonce, or `nil` if no ID token is expected.
  let nonce: String?
  let pkce: PKCE
  let scopes: [String]
  let maximumAge: Duration?
  /// The values of the variables in the provider's URLs for this sign-in.
  let variables: [String: String]
  /// The provider's own parameters as sent. Claims of the ID token may be compared with them.
  let sent: [String: String]
  /// The APIs that the access token is for (RFC 8707).
  let resources: [String]
  /// The values for templates from now on. They include the client secret, so a decoded request doesn't have them.
  let known: TemplateValues?
  /// The random values and times of this request, which the response may have to repeat.
  let drawn: [String: String]
  /// The key that the code is bound to, if there is one (RFC 9449 §10).
  let sessionKey: SessionKey?

  /// - Parameters:
  ///   - endpoint: The URL of the page, with its variables filled in.
  ///   - key: The key to bind the code to.
  ///   - earlier: The values of a request that the server already has, or `nil` for new ones.
  init(
    provider: ResolvedProvider, redirectURI: String, scopes: [String], parameters: AuthorizationParameters,
    endpoint: URL, key: SessionKey? = nil, continuing earlier: OneTimeValues? = nil
  ) throws(StepFailure) {
    // Don't put the configuration into a local variable, which would copy the whole value.
    try provider.validate(scopes, parameters)
    let oneTime = earlier ?? OneTimeValues(for: provider)
    let (state, nonce) = (oneTime.state, oneTime.nonce)
    let redirect = Self.redirect(redirectURI, with: state, by: provider)
    let sentRedirect = try provider.sentRedirectURI(redirect)
    let complete = try provider.scopes(scopes, offline: parameters.asksForOfflineAccess)
    let joined = complete.joined(separator: provider.configuration.scopes?.delimiter ?? " ")
    let values = try provider.values(with: parameters.variables)
      .adding("redirect_uri", sentRedirect).adding("scope", joined).adding("state", state).withFreshValues
    sessionKey = key
    self.state = state
    self.nonce = nonce
    self.redirectURI = redirect
    self.pkce = oneTime.pkce
    self.scopes = complete
    self.variables = parameters.variables
    self.known = values.adding("code_verifier", pkce.codeVerifier.reveal())
    self.drawn = values.drawn
    let standard = Self.standard(
      provider, redirectURI: sentRedirect, scope: joined,
      state: provider.configuration.authorization.state == .redirectURI ? nil : state, nonce: nonce, pkce: pkce,
      key: key)
    self.resources = RequestedAccess.distinct(parameters.resources)
    let own = try provider.configuration.authorization.pairs(parameters, provider.configuration.scopes, values)
    self.sent = Dictionary(own.map { ($0.name, $0.value) }) { first, _ in first }
    self.maximumAge = sent.maximumAge
    pairs = (standard + parameters.accessPairs + own).renamed(by: provider.configuration.renames)
    url = endpoint.asking(for: pairs, by: provider)
  }

  /// The values that bind a response to its request. They're random and used once.
  struct OneTimeValues: Sendable {
    /// The state, or `nil` for a provider that doesn't return it.
    let state: String?
    /// The nonce, or `nil` if no ID token is expected.
    let nonce: String?
    let pkce = PKCE()

    init(for provider: ResolvedProvider) {
      state = provider.configuration.authorization.state == .none ? nil : RandomText.make()
      nonce = provider.configuration.idToken.map { $0.nonce != .none } ?? false ? RandomText.make() : nil
    }
  }

  /// Returns this request with other parameters in its URL: a reference to the request, or the signed request.
  ///
  /// - Parameter expiration: The time at which the server forgets the request.
  func opening(
    _ endpoint: URL, with pairs: [(name: String, value: String)], of provider: ResolvedProvider,
    until expiration: Date? = nil
  ) -> AuthorizationRequest {
    var request = self
    request.url = endpoint.asking(for: pairs.renamed(by: provider.configuration.renames), by: provider)
    request.expiresAt = expiration
    return request
  }

  /// Returns the values for templates from now on.
  func values(of provider: ResolvedProvider) throws(StepFailure) -> TemplateValues {
    if let known { return known }
    let delimiter = provider.configuration.scopes?.delimiter ?? " "
    return try provider.values(with: variables)
      .adding("redirect_uri", try provider.sentRedirectURI(redirectURI)).adding(
        "scope", scopes.joined(separator: delimiter)
      )
      .adding("state", state).adding(drawn).adding("code_verifier", pkce.codeVerifier.reveal())
  }

  private static func standard(
    _ provider: ResolvedProvider, redirectURI: String, scope: String, state: String?, nonce: String?, pkce: PKCE,
    key: SessionKey?
  ) -> [(name: String, value: String)] {
    let responseType = provider.configuration.authorization.responseType
    var pairs = [
      (name: "response_type", value: responseType.rawValue), (name: "client_id", value: provider.clientID),
      (name: "redirect_uri", value: redirectURI),
    ]
    // Some servers return a hybrid response in the query unless the request sets a mode, so the descriptor's mode is
    // sent.
    if let mode = provider.configuration.authorization.responseMode, !responseType.isCode || mode != .query {
      pairs.append(("response_mode", mode.rawValue))
    }
    if let name = provider.configuration.scopes?.parameter, !scope.isEmpty { pairs.append((name, scope)) }
    if let state { pairs.append(("state", state)) }
    if let nonce { pairs.append(("nonce", nonce)) }
    if responseType.includesCode { pairs += pkce.parameters(by: provider.configuration.pkce) }
    if responseType.includesCode, let key = key?.signer { pairs.append(("dpop_jkt", key.thumbprint)) }
    let omitted = provider.configuration.authorization.omitted
    return omitted.isEmpty ? pairs : pairs.filter { !omitted.contains($0.name) }
  }

  /// Returns the redirect URI. If the provider requires it, the state is a part of it.
  private static func redirect(_ uri: String, with state: String?, by provider: ResolvedProvider) -> String {
    guard provider.configuration.authorization.state == .redirectURI, let state, let url = URL(string: uri) else {
      return uri
    }
    return url.adding([(name: provider.configuration.callback.state, value: state)]).absoluteString
  }
}

// State and nonce protect the response, and with the method `plain`, the URL contains the code verifier.
extension AuthorizationRequest: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: ["redirectURI": redirectURI, "scopes": scopes]) }
}

extension ProviderConfiguration.AuthorizationRules {
  /// Returns the provider's own parameters: those that the app sets, then defaults and constants.
  fileprivate func pairs(
    _ appParameters: AuthorizationParameters, _ scopes: ProviderConfiguration.ScopeRules?, _ values: TemplateValues
  ) throws(StepFailure) -> [(name: String, value: String)] {
    var pairs = appParameters.pairs.map { (name: $0.name, value: $0.value) }
    for group in scopes?.groups ?? [] {
      let wanted = appParameters.groups[group.name] ?? group.defaults
      if !wanted.isEmpty { pairs.append((group.parameter, wanted.joined(separator: group.delimiter))) }
    }
    if appParameters.asksForOfflineAccess {
      for (name, value) in offlineParameters.sorted(by: { $0.key < $1.key }) where appParameters[name] == nil {
        pairs.append((name, value))
      }
    }
    return try self.pairs(pairs, for: .authorization, values)
  }
}

extension [String: String] {
  /// The `max_age` of a request's parameters.
  var maximumAge: Duration? { self["max_age"].flatMap { Int($0) }.map { .seconds($0) } }
}

extension URL {
  /// Returns this URL with a request's parameters and its fragment.
  fileprivate func asking(
    for pairs: [(name: String, value: String)], by provider: ResolvedProvider
  ) -> URL {
    let (placement, rawNames, fragment) = (
      provider.configuration.authorization.placement, provider.configuration.authorization.rawParameters,
      provider.configuration.authorization.fragment
    )
    if placement == .fragmentRoute { return asking(for: pairs, inRoute: fragment, rawNames) }
    if rawNames.isEmpty, fragment == nil { return adding(pairs) }
    let raw = pairs.filter { rawNames.contains($0.name) }
    let page = adding(pairs.filter { !rawNames.contains($0.name) })
    guard var components = URLComponents(url: page, resolvingAgainstBaseURL: false) else { return page }
    let queries =
      [components.percentEncodedQuery ?? ""]
      + raw.map { "\(FormEncoding.escape($0.name))=\(FormEncoding.escapeForQuery($0.value))" }
    components.percentEncodedQuery = queries.filter { !$0.isEmpty }.joined(separator: "&")
    components.fragment = fragment
    return components.url ?? page
  }

  /// Returns this URL with the parameters in the query of a route, which is in the fragment.
  private func asking(
    for pairs: [(name: String, value: String)], inRoute fragment: String?, _ rawNames: [String]
  ) -> URL {
    guard var components = URLComponents(url: self, resolvingAgainstBaseURL: false) else { return self }
    components.fragment = fragment ?? ""
    let query = pairs.map { name, value in
      let isRaw = rawNames.contains(name)
      return "\(FormEncoding.escape(name))=\(isRaw ? FormEncoding.escapeForQuery(value) : FormEncoding.escape(value))"
    }
    let route = components.percentEncodedFragment ?? ""
    let separator = route.contains("?") ? "&" : "?"
    components.percentEncodedFragment = "\(route)\(separator)\(query.joined(separator: "&"))"
    return components.url ?? self
  }
}

extension ResolvedProvider {
  /// Returns the scopes to send: the required ones first, and no duplicates. The descriptor's templates are filled in.
  func scopes(_ wanted: [String], offline isOffline: Bool) throws(StepFailure) -> [String] {
    guard let rules = configuration.scopes else { return [] }
    var complete: [String] = []
    for scope in rules.required + wanted + (isOffline ? [rules.offline].compactMap { $0 } : []) {
      let isTemplate = scope.utf8.contains(UInt8(ascii: "{")) && (rules.defaults + rules.required).contains(scope)
      let text = isTemplate ? try values.text(TextTemplate(scope)) : scope
      if !complete.contains(text) { complete.append(text) }
    }
    return complete
  }
}
