import AuthConfiguration

extension ConfigurationBuilder {
  func token() -> Configuration.TokenRules {
    var rules = Configuration.TokenRules()
    rules.isSignedByApp = tree["hooks"]?.texts?.contains("signTokenRequest") ?? false
    guard let node = tree["token"] else { return rules }
    node.read("method", into: &rules.method)
    node.read("encoding", into: &rules.encoding)
    if let grant = node["grant_type"]?.text { rules.grantType = grant == "none" ? nil : grant }
    node.read("headers", into: &rules.headers)
    node.read("parameters", into: &rules.parameters)
    node.read("omit", into: &rules.omitted)
    rules.then = secondExchange(node["then"])
    rules.response = response(node["response"], over: Configuration.ResponseRules())
    return rules
  }

  private func secondExchange(_ node: LocatedNode?) -> Configuration.SecondExchange? {
    guard let node else { return nil }
    var rules = Configuration.SecondExchange()
    node.read("endpoint", into: &rules.endpoint)
    node.read("method", into: &rules.method)
    node.read("encoding", into: &rules.encoding)
    node.read("headers", into: &rules.headers)
    node.read("parameters", into: &rules.parameters)
    return rules
  }

  private func response(
    _ node: LocatedNode?, over standard: Configuration.ResponseRules
  ) -> Configuration.ResponseRules {
    var rules = standard
    guard let node else { return rules }
    node.read("format", into: &rules.format)
    node.read("prefix", into: &rules.prefix)
    node.read("root", into: &rules.root)
    if let names = node["rename"] {
      names.read("access_token", into: &rules.accessToken)
      names.read("refresh_token", into: &rules.refreshToken)
      names.read("id_token", into: &rules.idToken)
      names.read("scope", into: &rules.scope)
    }
    error(node["error"], into: &rules.error)
    expiry(node["expires"], "expires_in", renamedBy: node["rename"], into: &rules.expires)
    expiry(
      node["refresh_expires"], "refresh_token_expires_in", renamedBy: node["rename"], into: &rules.refreshExpires)
    node.read("token_type", into: &rules.tokenType)
    if node["scope"]?.text == "none" { rules.scope = nil }
    node["scope"]?.read("delimiter", into: &rules.scopeDelimiter)
    if let fields = node["fields"]?.entries { rules.fields = fields.map(field) }
    if let sets = node["tokens"]?.entries { rules.sets = sets.map(tokenSet) }
    return rules
  }

  func error(_ node: LocatedNode?, into rule: inout Configuration.ErrorRule) {
    node?.read("when", into: &rule.condition)
    node?.read("code", into: &rule.code)
    node?.read("description", into: &rule.description)
  }

  /// What is renamed does not stand where a family says by default.
  private func expiry(
    _ node: LocatedNode?, _ standard: String, renamedBy names: LocatedNode?, into rule: inout Configuration.ExpiryRule
  ) {
    names?.read(standard, into: &rule.field)
    if names?[standard] == nil || node?["field"]?.text != standard { node?.read("field", into: &rule.field) }
    node?.read("as", into: &rule.format)
    node?.read("default", into: &rule.lifetime)
    if node?["default"]?.text == "never" { rule.neverExpires = true }
  }

  private func field(_ entry: LocatedNode.Entry) -> Configuration.ResponseField {
    var field = Configuration.ResponseField(name: entry.key)
    entry.value.read("path", into: &field.path)
    entry.value.read("optional", into: &field.isOptional)
    return field
  }

  private func tokenSet(_ entry: LocatedNode.Entry) -> Configuration.TokenSet {
    var set = Configuration.TokenSet(name: entry.key)
    entry.value.read("root", into: &set.root)
    entry.value.read("optional", into: &set.isOptional)
    entry.value.read("primary", into: &set.isPrimary)
    return set
  }

  func refresh(after standard: Configuration.ResponseRules) -> Configuration.RefreshRules? {
    let isFlow = tree["flows"]?.texts?.contains("refresh_token") ?? true
    guard isFlow, tree["refresh"]?.text != "none" else { return nil }
    var rules = Configuration.RefreshRules()
    guard let node = tree["refresh"] else { return rules }
    node.read("rotation", into: &rules.rotation)
    node.read("with", into: &rules.with)
    node.read("endpoint", into: &rules.endpoint)
    node.read("method", into: &rules.method)
    node.read("encoding", into: &rules.encoding)
    if let grant = node["grant_type"]?.text { rules.grantType = grant == "none" ? nil : grant }
    node.read("headers", into: &rules.headers)
    node.read("parameters", into: &rules.parameters)
    node.read("omit", into: &rules.omitted)
    node.read("early", into: &rules.early)
    node.read("refusals", into: &rules.refusals)
    node.read("audience", into: &rules.audience)
    if node["response"] != nil { rules.response = response(node["response"], over: standard) }
    return rules
  }

  func revocation() -> Configuration.RevocationRules {
    var rules = Configuration.RevocationRules()
    guard let node = tree["revocation"] else { return rules }
    node.read("style", into: &rules.style)
    node.read("tokens", into: &rules.tokens)
    node.read("endpoint", into: &rules.endpoint)
    node.read("method", into: &rules.method)
    node.read("encoding", into: &rules.encoding)
    node.read("client", into: &rules.authentication)
    rules.presentation = presentation(node["token"])
    node.read("headers", into: &rules.headers)
    node.read("parameters", into: &rules.parameters)
    return rules
  }

  /// `nil` for words that say nothing of a presentation.
  func presentation(_ node: LocatedNode?) -> Configuration.TokenPresentation? {
    switch node?.text {
    case "bearer": return .bearer
    case "none": return Configuration.TokenPresentation.none
    default: break
    }
    if let name = node?["header"]?.text { return .header(name, prefix: node?["prefix"]?.text ?? "") }
    if let name = node?["query"]?.text { return .query(name) }
    return node?["scheme"]?.text.map { .scheme($0) }
  }

  func logout() -> Configuration.LogoutRules {
    var rules = Configuration.LogoutRules()
    guard let node = tree["logout"] else { return rules }
    node.read("style", into: &rules.style)
    node.read("endpoint", into: &rules.endpoint)
    node.read("redirect_parameter", into: &rules.redirectParameter)
    node.read("id_token_hint", into: &rules.idTokenHint)
    node.read("parameters", into: &rules.parameters)
    rules.flags = node["flags"]?.entries?.map(\.key) ?? []
    return rules
  }
}
