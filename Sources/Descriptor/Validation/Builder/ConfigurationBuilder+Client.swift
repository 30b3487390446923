import AuthConfiguration

extension ConfigurationBuilder {
  func client() -> Configuration.ClientRules {
    var rules = Configuration.ClientRules()
    guard let node = tree["client"] else { return rules }
    node.read("authentication", into: &rules.authentication)
    node.read("secret_header", into: &rules.secretHeader)
    node["basic"]?.read("encode", into: &rules.basic.isEncoded)
    node["basic"]?.read("empty_secret", into: &rules.basic.sendsEmptySecret)
    node["basic"]?.read("client_id_in_body", into: &rules.basic.repeatsClientID)
    node.read("exchange", into: &rules.exchange)
    rules.settings = (node["settings"]?.entries ?? []).map { entry in
      var setting = Configuration.Setting(name: entry.key)
      entry.value.read("secret", into: &setting.isSecret)
      entry.value.read("optional", into: &setting.isOptional)
      if entry.value["type"]?.text == "pem" { setting.isSecret = true }
      return setting
    }
    rules.secretJWT = secretJWT(node["secret_from"]?["jwt"])
    rules.callbacks = callbacks(node["callbacks"])
    return rules
  }

  private func secretJWT(_ node: LocatedNode?) -> Configuration.SecretJWT? {
    guard let node else { return nil }
    var jwt = Configuration.SecretJWT()
    node.read("alg", into: &jwt.algorithm)
    node.read("kid", into: &jwt.keyID)
    node.read("key", into: &jwt.key)
    node.read("lifetime", into: &jwt.lifetime)
    node.read("claims", into: &jwt.claims)
    return jwt
  }

  private func callbacks(_ node: LocatedNode?) -> Configuration.CallbackKinds {
    var kinds = Configuration.CallbackKinds()
    kinds.customScheme = callbackKind(node?["custom_scheme"])
    kinds.https = callbackKind(node?["https"])
    kinds.loopback = callbackKind(node?["loopback"])
    return kinds
  }

  private func callbackKind(_ node: LocatedNode?) -> Configuration.CallbackKind {
    var kind = Configuration.CallbackKind()
    kind.isAllowed = node?.text != "forbidden"
    node?.read("hosts", into: &kind.hosts)
    node?.read("port", into: &kind.port)
    node?.read("forbids", into: &kind.forbidden)
    return kind
  }

  func authorization() -> Configuration.AuthorizationRules {
    var rules = Configuration.AuthorizationRules()
    tree["offline"]?.read("parameters", into: &rules.offlineParameters)
    guard let node = tree["authorize"] else { return rules }
    node.read("response_type", into: &rules.responseType)
    node.read("response_mode", into: &rules.responseMode)
    node.read("state", into: &rules.state)
    node.read("fragment", into: &rules.fragment)
    node["encoding"]?.read("raw", into: &rules.rawParameters)
    rules.omitted = (node["omit"]?.texts ?? []).filter(ParameterOmission.ofTheProtocol.contains)
    rules.parameters = (node["parameters"]?.entries ?? []).map(parameter)
    return rules
  }

  private func parameter(_ entry: LocatedNode.Entry) -> Configuration.AuthorizationRules.Parameter {
    var parameter = Configuration.AuthorizationRules.Parameter(entry.key, .string)
    let node = entry.value
    parameter.kind = kind(node)
    node.read("delimiter", into: &parameter.delimiter)
    node.read("const", into: &parameter.constant)
    node.read("default", into: &parameter.defaultValue)
    node.read("required", into: &parameter.isRequired)
    node.read("requires", into: &parameter.requires)
    node.read("requests", into: &parameter.requests)
    return parameter
  }

  private func kind(_ node: LocatedNode) -> Configuration.AuthorizationRules.Parameter.Kind {
    let words = node["values"]?.list?.compactMap(\.text) ?? node["values"]?.entries?.map(\.key) ?? []
    return switch node["type"]?.text.flatMap(ProviderDescriptor.Parameter.Kind.init) {
    case .string, nil: .string
    case .bool: .bool
    case .int: .int
    case .seconds: .seconds
    case .url: .url
    case .email: .email
    case .json: .json
    case .enum: .oneOf(words)
    case .set: .set(words)
    case .list, .locales: .list
    }
  }

  func scopes() -> Configuration.ScopeRules? {
    guard tree["scopes"]?.text != "none" else { return nil }
    var rules = Configuration.ScopeRules()
    tree["offline"]?.read("scope", into: &rules.offline)
    guard let node = tree["scopes"] else { return rules }
    node.read("parameter", into: &rules.parameter)
    node.read("default", into: &rules.defaults)
    node.read("delimiter", into: &rules.delimiter)
    rules.required = (node["values"]?.entries ?? []).filter { $0.value["required"]?.flag == true }.map(\.key)
    rules.groups = (node["groups"]?.entries ?? []).map { entry in
      var group = Configuration.ScopeRules.Group(name: entry.key, delimiter: rules.delimiter)
      entry.value.read("parameter", into: &group.parameter)
      entry.value.read("delimiter", into: &group.delimiter)
      entry.value.read("default", into: &group.defaults)
      return group
    }
    return rules
  }

  func callback() -> Configuration.CallbackRules {
    var rules = Configuration.CallbackRules()
    guard let node = tree["callback"] else { return rules }
    node.read("code", into: &rules.code)
    node.read("error", into: &rules.error)
    node.read("error_description", into: &rules.errorDescription)
    rules.fields = (node["fields"]?.entries ?? []).map { entry in
      var field = Configuration.CallbackRules.Field(name: entry.key)
      entry.value.read("type", into: &field.kind)
      entry.value.read("optional", into: &field.isOptional)
      entry.value.read("equals", into: &field.equals)
      return field
    }
    if let signature = node["signature"] {
      var rule = Configuration.CallbackRules.Signature()
      signature.read("parameter", into: &rule.parameter)
      signature.read("algorithm", into: &rule.algorithm)
      rule.key = TextTemplate("{\(signature["key"]?.text ?? "client_secret")}")
      rules.signature = rule
    }
    return rules
  }
}
