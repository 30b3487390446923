import AuthConfiguration

/// Makes the facts of a merged tree whose shape was checked.
struct ConfigurationBuilder {
  typealias Configuration = ProviderConfiguration

  let tree: LocatedNode

  func build(id: String, name: String) -> ProviderConfiguration {
    ProviderConfiguration(id: id, name: name) { it in
      it.variables = variables()
      it.server = server()
      it.discovery = discovery()
      tree.read("rename", into: &it.renames)
      it.pkce = pkce()
      it.client = client()
      it.authorization = authorization()
      it.scopes = scopes()
      it.callback = callback()
      it.token = token()
      it.device = device()
      it.refresh = refresh(after: it.token.response)
      it.revocation = revocation()
      it.logout = logout()
      it.userInfo = userInfo()
      it.resources = resources()
      it.idToken = idToken()
      it.accessToken = accessToken()
      tree.read("derive", into: &it.derived)
      it.lifetimes = lifetimes()
      it.errors = errors()
      it.console = console()
    }
  }

  private func variables() -> [Configuration.Variable] {
    (tree["variables"]?.entries ?? []).map { entry in
      var variable = Configuration.Variable(entry.key, .host)
      let node = entry.value
      node.read("kind", into: &variable.kind)
      if node["scope"]?.text == "request" { variable.source = .request }
      if let from = node["from"]?.text { variable.source = Self.source(from) ?? variable.source }
      node.read("default", into: &variable.defaultValue)
      node.read("pattern", into: &variable.pattern)
      node.read("allow", into: &variable.allowedHosts)
      node.read("example", into: &variable.example)
      variable.values = node["enum"]?.list?.compactMap(\.text) ?? node["enum"]?.entries?.map(\.key) ?? []
      if variable.example.isEmpty { variable.example = variable.defaultValue ?? variable.values.first ?? "" }
      return variable
    }
  }

  /// `callback.x` or `token.path`.
  static func source(_ text: String) -> Configuration.Variable.Source? {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "callback": return .callback(parts[1])
    case "token": return .token(parts[1])
    default: return nil
    }
  }

  private func server() -> Configuration.ServerMetadata {
    var server = Configuration.ServerMetadata()
    guard let node = tree["server"] else { return server }
    node.read("issuer", into: &server.issuer)
    node.read("authorization_endpoint", into: &server.authorizationEndpoint)
    node.read("token_endpoint", into: &server.tokenEndpoint)
    node.read("jwks_uri", into: &server.jwksURI)
    node.read("userinfo_endpoint", into: &server.userInfoEndpoint)
    node.read("revocation_endpoint", into: &server.revocationEndpoint)
    node.read("end_session_endpoint", into: &server.endSessionEndpoint)
    node.read("device_authorization_endpoint", into: &server.deviceAuthorizationEndpoint)
    node.read("introspection_endpoint", into: &server.introspectionEndpoint)
    node.read(ServerMetadataNames.issuerParameter, into: &server.promisesIssuerParameter)
    tree["userinfo"]?.read("endpoint", into: &server.userInfoEndpoint)
    return server
  }

  /// A pinned document has become part of `server` before: nothing is left to discover.
  private func discovery() -> Configuration.DiscoveryRules {
    var rules = Configuration.DiscoveryRules()
    if server().issuer == nil { rules.mode = .none }
    if tree["discovery"]?.text == "none" { rules.mode = .none }
    guard let node = tree["discovery"], node.entries != nil else { return rules }
    guard node["mode"]?.text != "pinned" else {
      rules.mode = .none
      return rules
    }
    node.read("mode", into: &rules.mode)
    node.read("url", into: &rules.url)
    node.read("issuer", into: &rules.issuer)
    node.read("remove", into: &rules.removed)
    return rules
  }

  private func pkce() -> Configuration.PKCERules {
    var rules = Configuration.PKCERules()
    tree.read("pkce", into: &rules.method)
    tree["pkce"]?.read("send", into: &rules.method)
    tree["pkce"]?.read("encoding", into: &rules.encoding)
    tree["pkce"]?.read("provider", into: &rules.support)
    return rules
  }

  private func lifetimes() -> Configuration.Lifetimes {
    var lifetimes = Configuration.Lifetimes()
    guard let node = tree["lifetimes"] else { return lifetimes }
    node.read("access_token", into: &lifetimes.accessToken)
    node.read("refresh_token", into: &lifetimes.refreshToken)
    node.read("id_token", into: &lifetimes.idToken)
    node.read("authorization_code", into: &lifetimes.authorizationCode)
    return lifetimes
  }

  private func errors() -> [String: Configuration.KnownError] {
    let known = (tree["errors"]?.entries ?? []).map { entry in
      var error = Configuration.KnownError(entry.swiftName, .retry, "")
      entry.value.read("recovery", into: &error.recovery)
      entry.value.read("match", into: &error.match)
      error.summary = entry.doc ?? "The server answered `\(entry.key)`."
      return (entry.key, error)
    }
    return Dictionary(known) { first, _ in first }
  }
}
