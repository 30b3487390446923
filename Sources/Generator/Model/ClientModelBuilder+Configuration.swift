import AuthDescriptor

extension ClientModelBuilder {
  /// The facts as arguments of `ProviderConfiguration`, in the order of its initializer.
  mutating func configuration() -> ConfigurationModel {
    ConfigurationModel(
      id: text.literal(descriptor.id, "id"),
      name: text.literal(descriptor.name, "name"),
      variables: variableCalls(),
      server: serverArguments(),
      discovery: descriptor.discovery.rawValue,
      authentication: members(descriptor.client.authentication.map { "\($0)" }, column: 34, indentation: 4),
      parameters: parameterCalls(),
      scopes: scopeArguments(),
      encoding: descriptor.tokenEncoding.rawValue,
      refresh: descriptor.refresh.map { ".init(rotation: .\($0.rotation))" } ?? "nil",
      revocation: revocation,
      logout: logoutArguments(),
      idToken: idToken,
      errors: errorCalls()
    )
  }

  /// `[.one, .two]`. Cases of the descriptor's enumerations have the runtime's names: the reference files, where every
  /// word stands, would not compile otherwise.
  private func members(_ cases: [String], column: Int, indentation: Int) -> String {
    ExpressionLayout.array(cases.map { "." + $0 }, column: column, indentation: indentation)
  }

  private var revocation: String {
    let tokens = members(descriptor.revocation.tokens.map { "\($0)" }, column: 48, indentation: 4)
    return "style: .\(descriptor.revocation.style), tokens: \(tokens)"
  }

  private var idToken: [ArgumentModel] {
    let algorithms = members(descriptor.idToken.algorithms.map { "\($0)" }, column: 18, indentation: 6)
    return [
      ArgumentModel(label: "required", value: "\(descriptor.idToken.required)"),
      ArgumentModel(label: "algorithms", value: algorithms),
      ArgumentModel(label: "leeway", value: ".seconds(\(descriptor.idToken.leewaySeconds))"),
    ].separated(trailing: false)
  }

  private mutating func variableCalls() -> [CallModel] {
    var calls: [CallModel] = []
    for variable in descriptor.variables {
      let name = text.literal(variable.name, "variables", variable.name)
      let example = text.literal(variable.example, "variables", variable.name, "example")
      let call = CallModel(arguments: [name, ".\(variable.kind.rawValue)", "example: \(example)"])
      calls.append(call.laidOut(column: 6))
    }
    return calls.separated(trailing: true)
  }

  private mutating func serverArguments() -> [ArgumentModel] {
    let server = descriptor.server
    let endpoints: [(label: String, key: String, url: String?)] = [
      ("issuer", "issuer", server.issuer),
      ("authorizationEndpoint", "authorization_endpoint", server.authorizationEndpoint),
      ("tokenEndpoint", "token_endpoint", server.tokenEndpoint),
      ("jwksURI", "jwks_uri", server.jwksURI),
      ("revocationEndpoint", "revocation_endpoint", server.revocationEndpoint),
      ("endSessionEndpoint", "end_session_endpoint", server.endSessionEndpoint),
    ]
    var arguments: [ArgumentModel] = []
    for endpoint in endpoints {
      guard let url = endpoint.url else { continue }
      arguments.append(ArgumentModel(label: endpoint.label, value: text.literal(url, "server", endpoint.key)))
    }
    return arguments.separated(trailing: false)
  }

  private mutating func parameterCalls() -> [CallModel] {
    var calls: [CallModel] = []
    for parameter in descriptor.parameters {
      var words: [String] = []
      for value in parameter.values {
        words.append(text.literal(value.word, "authorize", "parameters", parameter.name, "values", value.word))
      }
      var required: [String] = []
      for name in parameter.requires {
        required.append(text.literal(name, "authorize", "parameters", parameter.name, "requires"))
      }
      var call = CallModel(arguments: [
        text.literal(parameter.name, "authorize", "parameters", parameter.name), parameter.kindExpression(words),
      ])
      if !required.isEmpty {
        let list = ExpressionLayout.array(required, column: 20, indentation: 10)
        call.arguments.append("requires: \(list)")
      }
      calls.append(call.laidOut(column: 8))
    }
    return calls.separated(trailing: true)
  }

  private mutating func scopeArguments() -> [ArgumentModel] {
    let scopes = descriptor.scopes
    var defaults: [String] = []
    for name in scopes.defaults { defaults.append(text.literal(name, "scopes", "default")) }
    var required: [String] = []
    for scope in scopes.values where scope.isRequired {
      required.append(text.literal(scope.name, "scopes", "values", scope.name))
    }
    var arguments = [
      ArgumentModel(label: "defaults", value: ExpressionLayout.array(defaults, column: 16, indentation: 6)),
      ArgumentModel(label: "required", value: ExpressionLayout.array(required, column: 16, indentation: 6)),
      ArgumentModel(label: "delimiter", value: text.literal(scopes.delimiter, "scopes", "delimiter")),
    ]
    if let offline = scopes.offline {
      arguments.append(ArgumentModel(label: "offline", value: text.literal(offline, "offline", "scope")))
    }
    return arguments.separated(trailing: false)
  }

  private mutating func logoutArguments() -> [ArgumentModel] {
    let logout = descriptor.logout
    var arguments = [ArgumentModel(label: "style", value: ".\(logout.style)")]
    if let endpoint = logout.endpoint {
      arguments.append(ArgumentModel(label: "endpoint", value: text.literal(endpoint, "logout", "endpoint")))
    }
    let redirect = text.literal(logout.redirectParameter, "logout", "redirect_parameter")
    arguments.append(ArgumentModel(label: "redirectParameter", value: redirect))
    arguments.append(ArgumentModel(label: "idTokenHint", value: ".\(logout.idTokenHint)"))
    arguments.append(ArgumentModel(label: "parameters", value: fixedParameters()))
    var flags: [String] = []
    for flag in logout.flags { flags.append(text.literal(flag.name, "logout", "flags", flag.name)) }
    arguments.append(
      ArgumentModel(label: "flags", value: ExpressionLayout.array(flags, column: 13, indentation: 6)))
    return arguments.separated(trailing: false)
  }

  private mutating func fixedParameters() -> String {
    var pairs: [String] = []
    // Sorted: a dictionary has no order, and generated files must not differ from run to run.
    for (name, value) in descriptor.logout.parameters.sorted(by: { $0.key < $1.key }) {
      let key = text.literal(name, "logout", "parameters", name)
      pairs.append("\(key): \(text.literal(value, "logout", "parameters", name))")
    }
    return pairs.isEmpty ? "[:]" : ExpressionLayout.array(pairs, column: 18, indentation: 6)
  }

  private mutating func errorCalls() -> [CallModel] {
    var calls: [CallModel] = []
    for error in descriptor.errors {
      let key = text.literal(error.code, "errors", error.code) + ": "
      let arguments = [
        text.literal(error.caseName, "errors", error.code), ".\(error.recovery)",
        text.literal(error.summary, "errors", error.code, "doc"),
      ]
      calls.append(CallModel(key: key, arguments: arguments).laidOut(column: 6))
    }
    return calls.separated(trailing: true)
  }
}

extension CallModel {
  /// Breaks the call where it would pass the end of the line.
  fileprivate func laidOut(column: Int) -> CallModel {
    let line = "\(key).init(\(arguments.joined(separator: ", ")))"
    var call = self
    call.isLong = line.contains("\n") || !ExpressionLayout.fits(line, column: column)
    return call
  }
}

extension ProviderDescriptor.Parameter {
  /// The runtime's kind of parameter: how the value looks on the wire, not what it means.
  fileprivate func kindExpression(_ words: [String]) -> String {
    let list = ExpressionLayout.array(words, column: 18, indentation: 10)
    return switch kind {
    case .string, .url: ".string"
    case .bool: ".bool"
    case .int: ".int"
    case .seconds: ".seconds"
    case .enum: ".oneOf(\(list))"
    case .set: ".set(\(list))"
    case .list, .locales: ".list"
    }
  }
}
