import AuthConfiguration

extension ProviderConfiguration: ConfigurationPart {
  static let standard = ProviderConfiguration(id: "", name: "")

  static let table = KeyTable<Self> {
    Row(\.id)
    Row(\.name)
    facts
    errorsRow
    derivedRow
    Row(\.console)
  }

  /// The keys that an environment may contain, too.
  static let facts = KeyTable<Self>.list {
    Row("variables", \.variables, doc: "What is filled into the URLs.", uses: [.parameterNames])
    Row("server", \.server, doc: "Authorization-server metadata (RFC 8414 §2); a discovery document can be pasted in.")
    // Only an issuer's metadata can be discovered.
    Row { _, it in if it.server.issuer == nil { it.discovery.mode = .none } }
    Row("discovery", \.discovery, doc: "Whether missing metadata may be fetched.")
    Row(
      "rename", \.renames, doc: "Standard parameter names and the provider's, in every request.", uses: [.parameterName]
    )
    Row("pkce", \.pkce, doc: "Proof Key for Code Exchange (RFC 7636).")
    Row("client", \.client, doc: "How the client presents itself.")
    Row("authorize", \.authorization, doc: "What an authorization request carries.")
    Row("scopes", orNone: \.scopes, doc: "How scopes are spelled, and which there are.")
    Row("callback", \.callback, doc: "How the answer to an authorization request is read.")
    Row("token", \.token, doc: "How the token endpoint is asked, and how its answer is read.")
    Row("device", \.device, doc: "How a user signs in on another device (RFC 8628).")
    Row("offline", doc: "How a refresh token is asked for.", orNone: true) {
      Row("scope", .text, doc: "The scope that asks for a refresh token.") { $1.scopes?.offline = $0.text }
      Row(
        "parameters", .dictionary(.text), doc: "The parameters that ask for a refresh token.", uses: [.parameterNames]
      ) { node, it in
        it.authorization.offlineParameters = [String: String].read(node, over: nil) ?? [:]
      }
    }
    Row("refresh", orNone: \.refresh, doc: "How tokens are refreshed.")
    Row("revocation", \.revocation, doc: "How tokens are revoked.")
    Row("logout", \.logout, doc: "How the browser session at the provider is ended.")
    Row("userinfo", \.userInfo, doc: "Who the user is.")
    Row("api", \.resources, doc: "How resource calls carry the token.")
    // A provider has ID tokens only if its descriptor or its family declares them.
    Row { _, it in it.idToken = nil }
    Row("id_token", orNone: \.idToken, doc: "How ID tokens are verified.")
    Row("access_token", \.accessToken, doc: "What access tokens look like to an API.")
    Row("lifetimes", \.lifetimes, doc: "How long tokens live, in seconds, when an answer does not say.")
    Row(reading: combined)
  }

  static let errorsRow = Row<Self>(
    "errors", \.errors, doc: "Errors that the provider is known to answer, by code.", uses: [.parameterNames])

  static let derivedRow = Row<Self>("derive", \.derived, doc: "Computed values, used as `{derive.name}`.")

  @Sendable private static func combined(_ tree: LocatedNode, _ it: inout ProviderConfiguration) {
    if tree["flows"]?.texts?.contains("refresh_token") == false { it.refresh = nil }
    if let node = tree["refresh"]?["response"] {
      it.refresh?.response = ResponseRules.read(node, over: it.token.response)
    }
    if let endpoint: TextTemplate = tree["userinfo"]?.value("endpoint") { it.server.userInfoEndpoint = endpoint }
  }
}

extension ProviderConfiguration.KnownError: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row("case", \.caseName, doc: "Another name in Swift.")
    Row("recovery", \.recovery, required: true, doc: "What helps.")
    Row("match", \.match, doc: "Recognises it in a body whose `error` says something else.")
    Row("doc", \.summary, doc: "For people, in a sentence.")
  }

  static func read(_ entry: LocatedNode.Entry) -> Self? {
    read(entry.value, over: Self(SwiftName.lowerCamel(entry.key), .retry, "The server answered `\(entry.key)`."))
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
