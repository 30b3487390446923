import AuthConfiguration

extension ProviderConfiguration: ConfigurationPart {
  static let standard = ProviderConfiguration(id: "", name: "")

  static let table = KeyTable<Self> {
    Row(\.id)
    Row(\.name)
    facts
    errorsRow
    derivedRow
    Row(\.decodesResponses)
    Row(\.console)
  }

  /// The keys that an environment may contain too.
  static let facts = KeyTable<Self>.list {
    Row("variables", \.variables, doc: "The variables in the URLs.", uses: [.parameterNames, .declaredNames])
    Row("server", \.server, doc: "The server's metadata (RFC 8414 §2). You can paste a discovery document here.")
    // Only an issuer's metadata can be discovered.
    Row { _, it in if it.server.issuer == nil { it.discovery.mode = .none } }
    Row("discovery", \.discovery, doc: "The rules for fetching missing metadata.")
    Row(
      "rename", \.renames,
      doc:
        "The provider's names for standard parameters, in every request. They don't apply to callbacks and responses.",
      uses: [.parameterName])
    Row("pkce", \.pkce, doc: "Proof Key for Code Exchange (RFC 7636).")
    Row("client", \.client, doc: "The rules for client authentication.")
    Row(
      "headers", \.headers,
      doc:
        "Header fields of every request with the client's credentials or a token, such as an API version. A request's own fields take precedence. Discovery, keys, and registration don't have them.",
      uses: [.headerFields, .template(.everyRequest)])
    Row("authorize", \.authorization, doc: "The content of authorization requests.")
    Row("scopes", orNone: \.scopes, doc: "The scopes, and the rules for requesting them.")
    Row("callback", \.callback, doc: "The rules for reading authorization responses.")
    Row("token", \.token, doc: "The rules for token requests and responses.")
    Row("device", \.device, doc: "The rules for signing in on another device (RFC 8628).")
    Row(
      "ciba", \.backchannel,
      doc: "The rules for sign-ins that the user approves on their device (OpenID CIBA Core 1.0).")
    Row(
      "first_party", \.firstParty,
      doc:
        "The steps of sign-ins without a browser, in the provider's own app. The specification, draft-ietf-oauth-first-party-apps, is a draft."
    )
    Row(
      "exchanges", \.exchanges, doc: "The token exchanges, by their names in Swift (RFC 8693).",
      uses: [.declaredNames])
    Row("jwt_bearer", \.jwtBearer, doc: "The content of a service account's JWT (RFC 7523).")
    Row("offline", doc: "The way to request a refresh token.", orNone: true) {
      Row("scope", .text, doc: "The scope that requests a refresh token.") { $1.scopes?.offline = $0.text }
      Row(
        "parameters", .dictionary(.text), doc: "The parameters that request a refresh token.", uses: [.parameterNames]
      ) { node, it in
        it.authorization.offlineParameters = [String: String].read(node, over: nil) ?? [:]
      }
    }
    Row("refresh", orNone: \.refresh, doc: "The rules for refreshing tokens.")
    Row("revocation", \.revocation, doc: "The rules for revoking tokens.")
    Row("logout", \.logout, doc: "The rules for ending the browser's session with the provider.")
    Row("userinfo", \.userInfo, doc: "The rules for obtaining claims about the user.")
    Row("api", \.resources, doc: "The rules for sending tokens to APIs.")
    // A provider has ID tokens only if its descriptor or its family declares them.
    Row { _, it in it.idToken = nil }
    Row("id_token", orNone: \.idToken, doc: "The rules for verifying ID tokens.")
    Row(
      "access_token", \.accessToken, .either([.enumeration(["none"]), AccessTokenRules.shape]),
      doc: "The rules by which an API reads access tokens, or `none` if token responses contain only an ID token.")
    Row("lifetimes", \.lifetimes, doc: "The lifetimes of tokens in seconds, if a response doesn't contain them.")
    Row(reading: combined)
  }

  static let errorsRow = Row<Self>(
    "errors", \.errors, doc: "The provider's known errors, by code.", uses: [.parameterNames])

  static let derivedRow = Row<Self>("derive", \.derived, doc: "Computed values, used as `{derive.name}`.")

  @Sendable private static func combined(_ tree: LocatedNode, _ it: inout ProviderConfiguration) {
    if tree["flows"]?.texts?.contains("refresh_token") == false { it.refresh = nil }
    if tree["access_token"]?.text == "none" { it.token.response.hasAccessToken = false }
    if let node = tree["refresh"]?["response"] {
      it.refresh?.response = ResponseRules.read(node, over: it.token.response)
    }
    if let node = tree["token"]?["second_exchange"]?["response"] {
      it.token.secondExchange?.response = ResponseRules.read(node, over: it.token.response)
    }
    if let endpoint: TextTemplate = tree["userinfo"]?.value("endpoint") { it.server.userInfoEndpoint = endpoint }
  }
}

extension ProviderConfiguration.KnownError: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row("case", \.caseName, doc: "A different name in Swift.")
    Row("recovery", \.recovery, required: true, doc: "The recovery from the error.")
    Row("match", \.match, doc: "A condition that recognizes the error in a response whose `error` has another value.")
    Row("doc", \.summary, doc: "A human-readable description, in one sentence.")
  }

  static func read(_ entry: LocatedNode.Entry) -> Self? {
    read(entry.value, over: Self(SwiftName.lowerCamel(entry.key), .retry, "The server returned `\(entry.key)`."))
  }
}

extension ProviderConfiguration.RecoveryKind: DescribedEnumeration {
  var unexpectedName: String? { self == .contactAdministrator ? "contactAdministrator" : nil }
}

extension ProviderConfiguration.ConsoleRules: ConfigurationPart {
  /// The row `docs` covers all of these properties.
  static let table = KeyTable<Self> {
    Row(\.name)
    Row(\.callbackURLs)
    Row(\.logoutURLs)
    Row(\.grantTypes)
    Row(\.scopes)
    Row(\.idTokenAlgorithm)
  }
}
