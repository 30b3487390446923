import AuthConfiguration

extension ConfigurationBuilder {
  func userInfo() -> Configuration.UserInfoRules {
    var rules = Configuration.UserInfoRules()
    guard let node = tree["userinfo"] else { return rules }
    if let sources = node["source"]?.texts { rules.sources = sources.compactMap(Self.userSource) }
    node.read("format", into: &rules.format)
    node.read("root", into: &rules.root)
    error(node["error"], into: &rules.error)
    node.read("map", into: &rules.map)
    rules.request = request(node)
    rules.also = (node["also"]?.list ?? []).map(furtherCall)
    return rules
  }

  /// `userinfo`, `id_token`, `token`, `token.path` or `callback.field`.
  static func userSource(_ text: String) -> Configuration.UserInfoRules.Source? {
    switch text {
    case "userinfo": return .endpoint
    case "id_token": return .idToken
    case "token": return .token(".")
    default: break
    }
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "token": return .token(FieldPath(parts[1]))
    case "callback":
      let field = parts[1].split(separator: ".", maxSplits: 1).map(String.init)
      return .callback(field[0], FieldPath(field.count == 2 ? field[1] : "."))
    default: return nil
    }
  }

  private func request(_ node: LocatedNode) -> Configuration.UserInfoRequest {
    var request = Configuration.UserInfoRequest()
    node.read("method", into: &request.method)
    if let presentation = presentation(node["token"]) { request.token = presentation }
    node.read("headers", into: &request.headers)
    node.read("parameters", into: &request.parameters)
    if request.method == .post { request.encoding = .form }
    node.read("encoding", into: &request.encoding)
    request.body = body(node["body"])
    return request
  }

  /// A map becomes a JSON object whose braces are literal and whose values are templates.
  private func body(_ node: LocatedNode?) -> TextTemplate? {
    if let text = node?.text { return TextTemplate(text) }
    guard let entries = node?.entries else { return nil }
    let members = entries.map { entry in
      "\(entry.key.jsonQuoted):\((entry.value.text ?? "").jsonQuoted)"
    }
    return TextTemplate("{{" + members.joined(separator: ",") + "}}")
  }

  private func furtherCall(_ node: LocatedNode) -> Configuration.FurtherCall {
    var call = Configuration.FurtherCall()
    node.read("when", into: &call.condition)
    node.read("endpoint", into: &call.endpoint)
    node.read("method", into: &call.method)
    node.read("headers", into: &call.headers)
    node.read("root", into: &call.root)
    node.read("map", into: &call.map)
    return call
  }

  func resources() -> Configuration.ResourceRules {
    var rules = Configuration.ResourceRules()
    if let presentation = presentation(tree["api"]?["token"]) { rules.token = presentation }
    tree["api"]?.read("headers", into: &rules.headers)
    return rules
  }

  /// A provider without an issuer has ID tokens only if it says so.
  func idToken() -> Configuration.IDTokenRules? {
    guard let node = tree["id_token"], node.text != "none" else { return nil }
    var rules = Configuration.IDTokenRules()
    node.read("required", into: &rules.required)
    rules.issuers = (node["issuer"]?.texts ?? []).filter { $0 != "server" }.map { TextTemplate($0) }
    if let audiences = node["audience"]?.texts { rules.audiences = audiences.map(Self.audience) }
    node.read("other_audiences", into: &rules.otherAudiences)
    node.read("nonce", into: &rules.nonce)
    node.read("algorithms", into: &rules.algorithms)
    node.read("leeway", into: &rules.leeway)
    node.read("checks", into: &rules.checks)
    return rules
  }

  /// `client_id` and `settings.x` are names, everything else is the text itself.
  private static func audience(_ text: String) -> TextTemplate {
    text == "client_id" || text.hasPrefix("settings.") ? TextTemplate("{\(text)}") : TextTemplate(text)
  }

  func accessToken() -> Configuration.AccessTokenRules {
    var rules = Configuration.AccessTokenRules()
    guard let node = tree["access_token"] else { return rules }
    node.read("format", into: &rules.format)
    node.read("types", into: &rules.types)
    node.read("algorithms", into: &rules.algorithms)
    node.read("audience", into: &rules.audience)
    node.read("scopes", into: &rules.scopes)
    node.read("permissions", into: &rules.permissions)
    node.read("roles", into: &rules.roles)
    node.read("organization", into: &rules.organization)
    node.read("client_subject", into: &rules.clientSubject)
    node.read("checks", into: &rules.checks)
    return rules
  }
}
