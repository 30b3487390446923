import AuthConfiguration

extension Row {
  /// The keys of every request to a token endpoint.
  static func request(
    _ method: Path<ProviderConfiguration.Method>, _ encoding: Path<ProviderConfiguration.RequestEncoding>,
    _ headers: Path<[String: TextTemplate]>, _ parameters: Path<[String: TextTemplate]>, at stage: TemplateStage
  ) -> [Row] {
    [
      Row("method", method, .enumeration(["GET", "POST"]), doc: "The HTTP method."),
      Row("encoding", encoding, doc: "The encoding of the parameters."),
      Row("headers", headers, doc: "Additional header fields.", uses: [.headerFields, .template(stage)]),
      Row("parameters", parameters, doc: "Additional parameters.", uses: [.parameterNames, .template(stage)]),
    ]
  }

  /// The grant type. The value `none` removes the parameter from the request.
  static func grantType(_ path: Path<String?>) -> Row {
    Row("grant_type", path, doc: "The grant type, or `none` to omit the parameter.") {
      .some($0.text == "none" ? nil : $0.text)
    }
  }

  static func omit(_ path: Path<[String]>) -> Row {
    Row("omit", path, doc: "Standard parameters that the provider doesn't accept.")
  }
}

extension ProviderConfiguration.TokenRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row.request(\.method, \.encoding, \.headers, \.parameters, at: .token)
    Row.grantType(\.grantType)
    Row.omit(\.omitted)
    Row("response", \.response, doc: "The rules for reading the response.")
    Row(
      "second_exchange", \.secondExchange, doc: "A second exchange, of the token that the first one returned.",
      formerly: "then")
    Row(\.isSignedByApp)
  }
}

extension ProviderConfiguration.SecondExchange: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row.request(\.method, \.encoding, \.headers, \.parameters, at: .secondExchange)
    Row(
      "endpoint", \.endpoint, doc: "The URL. By default, the token endpoint.", uses: [.url, .template(.secondExchange)])
    Row("response", \.response, doc: "Differences between this response and the first one.")
  }
}

extension ProviderConfiguration.RequestEncoding: DescribedEnumeration {}
extension ProviderConfiguration.Method: DescribedEnumeration {}

extension ProviderConfiguration.RefreshRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row.request(\.method, \.encoding, \.headers, \.parameters, at: .session)
    Row("endpoint", \.endpoint, doc: "The URL. By default, the token endpoint.", uses: [.url, .template(.session)])
    Row.grantType(\.grantType)
    Row("exchanged_token", \.exchangedToken, doc: "The token to exchange.", formerly: "with")
    Row.omit(\.omitted)
    Row(
      "rotation", \.rotation,
      doc:
        "The handling of a refresh token after its use. With `none`, the client doesn't record a refresh before sending it."
    )
    Row("on_reuse", .text, doc: "A description of the provider's reaction to a refresh token that is used twice.")
      .informational
    Row(
      "early", \.early, .integer(0...86_400),
      doc: "The time before a token's expiry at which the client refreshes it, in seconds.")
    Row(
      "session_ending_errors", \.sessionEndingErrors,
      doc: "The error codes that end the session. By default, `invalid_grant`. Other errors don't change the session.",
      formerly: "refusals")
    Row(
      "audience", \.audience,
      doc: "The parameter that selects another API. A refresh then returns an access token for it.",
      uses: [.parameterName])
    Row("response", \.response, doc: "Differences between this response and the response to a code.")
  }
}

extension ProviderConfiguration.RefreshRules.Rotation: DescribedEnumeration {}
extension ProviderConfiguration.RefreshRules.Token: DescribedEnumeration {}

extension ProviderConfiguration.ResponseRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("format", \.format, doc: "The format of the response.")
    Row("prefix", \.prefix, doc: "A prefix of the response to remove before it's read.")
    Row(
      "root", \.root,
      doc:
        "The path of the object that contains the tokens. The paths of `rename`, `expires`, and `refresh_expires` start there."
    )
    Row("rename", doc: "The paths of standard members. They start at `root`, or at the `root` of a token set.") {
      Row("access_token", \.accessToken, doc: "The path of `access_token`.")
      Row("refresh_token", \.refreshToken, doc: "The path of `refresh_token`.")
      Row("id_token", \.idToken, doc: "The path of `id_token`.")
      Row("expires_in", FieldPath.shape, doc: "The path of `expires_in`.")
      Row("refresh_token_expires_in", FieldPath.shape, doc: "The path of `refresh_token_expires_in`.")
      Row("scope", \.scope, doc: "The path of `scope`.")
    }
    Row(
      "error", \.error,
      doc: "The rules for recognizing an error, regardless of the status. Its paths start at the whole response.")
    Row("expires", \.expires, doc: "The rules for reading the access token's expiry.")
    Row("refresh_expires", \.refreshExpires, doc: "The rules for reading the refresh token's expiry.")
    Row("token_type", \.tokenType, doc: "The accepted token types, and whether a response must contain one.")
    Row("scope", .either([.enumeration(["auto", "none"]), delimiter]), doc: "The format of the granted scopes.") {
      node, it in
      if node.text == "none" { it.scope = nil }
      it.scopeDelimiter = node["delimiter"]?.text ?? it.scopeDelimiter
    }
    Row(\.scopeDelimiter)
    Row(\.hasAccessToken)
    Row(
      "fields", \.fields,
      doc: "Additional members that the app needs, by their names in Swift. Their paths start at the whole response.",
      uses: [.declaredNames])
    Row("tokens", \.sets, doc: "Sets of tokens, if one response contains several.", uses: [.declaredNames])
    Row { node, it in
      it.expires.rename("expires_in", in: node["rename"], unless: node["expires"])
      it.refreshExpires.rename("refresh_token_expires_in", in: node["rename"], unless: node["refresh_expires"])
    }
  }

  private static let delimiter = Shape.record([
    Key("delimiter", .characters, required: true, doc: "The delimiter between two scopes.")
  ])
}

extension ProviderConfiguration.ResponseRules.Format: DescribedEnumeration {}
extension ProviderConfiguration.ResponseRules.TokenType: DescribedEnumeration {}

extension ProviderConfiguration.ErrorRule: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("when", \.condition, doc: "The condition under which a response is an error.")
    Row("code", \.code, doc: "The path of the error code, regardless of `root`.")
    Row("description", \.description, doc: "The path of the error description, regardless of `root`.")
  }
}

extension ProviderConfiguration.ExpiryRule: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row("field", \.field, doc: "The path of the time. It starts at `root`.")
    Row("as", \.format, doc: "The format of the time.")
    Row(
      "default", \.lifetime, .either([.enumeration(["never"]), Duration.shape]),
      doc: "The lifetime in seconds if the field is missing, or `never`."
    )
    Row(\.neverExpires)
    Row { node, it in if node["default"]?.text == "never" { it.neverExpires = true } }
  }

  /// Applies `rename` again if `field` has only the default name, which a family may set.
  fileprivate mutating func rename(_ standard: String, in names: LocatedNode?, unless node: LocatedNode?) {
    let field = node?["field"]?.text
    if let name = names?[standard]?.text, field == nil || field == standard { self.field = FieldPath(name) }
  }
}

extension ProviderConfiguration.ExpiryRule.Format: DescribedEnumeration {
  var unexpectedName: String? { self == .unixMilliseconds ? "unixMilliseconds" : nil }
}

extension ProviderConfiguration.ResponseField: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("path", \.path, required: true, doc: "The path of the member, regardless of `root`.")
    Row(
      "type", ProviderDescriptor.ValueType.shape, required: true, doc: "The type of the value.", uses: [.generatedType])
    Row("optional", \.isOptional, doc: "Whether it may be missing.", uses: [.generatedType])
    Row.forPeople
  }
}

extension ProviderConfiguration.TokenSet: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row(
      "root", \.root, required: true,
      doc: "The path of the object that contains the set's members, regardless of the other `root`.")
    Row("optional", \.isOptional, doc: "Whether it may be missing.")
    Row("primary", \.isPrimary, doc: "Whether the session uses this set.")
    Row.forPeople
  }
}
