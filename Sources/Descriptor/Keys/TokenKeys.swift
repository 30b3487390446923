import AuthConfiguration

extension Row {
  /// The keys of every request to a token endpoint.
  static func request(
    _ method: Path<ProviderConfiguration.Method>, _ encoding: Path<ProviderConfiguration.RequestEncoding>,
    _ headers: Path<[String: TextTemplate]>, _ parameters: Path<[String: TextTemplate]>, at stage: TemplateStage
  ) -> [Row] {
    [
      Row("method", method, .word(["GET", "POST"]), doc: "The HTTP method."),
      Row("encoding", encoding, doc: "How the parameters are written."),
      Row("headers", headers, doc: "Further header fields.", uses: [.headerFields, .template(stage)]),
      Row("parameters", parameters, doc: "Further parameters.", uses: [.parameterNames, .template(stage)]),
    ]
  }

  /// The grant, which `none` leaves out of the request.
  static func grantType(_ path: Path<String?>) -> Row {
    Row("grant_type", path, doc: "The grant's name, or `none`.") { .some($0.text == "none" ? nil : $0.text) }
  }

  static func omit(_ path: Path<[String]>) -> Row {
    Row("omit", path, doc: "Parameters of the protocol that the provider does not take.")
  }
}

extension ProviderConfiguration.TokenRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row.request(\.method, \.encoding, \.headers, \.parameters, at: .token)
    Row.grantType(\.grantType)
    Row.omit(\.omitted)
    Row(
      "second_exchange", \.secondExchange, doc: "A second exchange, of the token that the first one gave.",
      formerly: "then")
    Row("response", \.response, doc: "How the answer is read.")
    Row(\.isSignedByApp)
  }
}

extension ProviderConfiguration.SecondExchange: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row.request(\.method, \.encoding, \.headers, \.parameters, at: .secondExchange)
    Row("endpoint", \.endpoint, doc: "Where; the token endpoint.", uses: [.url, .template(.secondExchange)])
  }
}

extension ProviderConfiguration.RequestEncoding: DescribedEnumeration {}
extension ProviderConfiguration.Method: DescribedEnumeration {}

extension ProviderConfiguration.RefreshRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row.request(\.method, \.encoding, \.headers, \.parameters, at: .later)
    Row("endpoint", \.endpoint, doc: "Where; the token endpoint.", uses: [.url, .template(.later)])
    Row.grantType(\.grantType)
    Row("exchanged_token", \.exchangedToken, doc: "What is exchanged.", formerly: "with")
    Row.omit(\.omitted)
    Row(
      "rotation", \.rotation,
      doc: "What becomes of a used refresh token. With `none`, no refresh is noted before it is sent.")
    Row("on_reuse", .text, doc: "What the provider does about a refresh token that is used twice, for people.")
    Row("early", \.early, .integer(0...86_400), doc: "How long before its end a token is renewed, in seconds.")
    Row(
      "session_ending_errors", \.sessionEndingErrors,
      doc: "The error codes that end the session, `invalid_grant` unless given; any other error leaves it as it was.",
      formerly: "refusals")
    Row(
      "audience", \.audience, doc: "The parameter that names another API, for which a refresh brings an access token.")
    Row("response", \.response, doc: "Where the answer differs from that to a code.")
  }
}

extension ProviderConfiguration.RefreshRules.Rotation: DescribedEnumeration {}
extension ProviderConfiguration.RefreshRules.Token: DescribedEnumeration {}

extension ProviderConfiguration.ResponseRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("format", \.format, doc: "How the answer is written.")
    Row("prefix", \.prefix, doc: "Text before the answer that is cut off.")
    Row("root", \.root, doc: "Where the members stand.")
    Row("rename", doc: "Where standard members stand.") {
      Row("access_token", \.accessToken, doc: "Where `access_token` stands.")
      Row("refresh_token", \.refreshToken, doc: "Where `refresh_token` stands.")
      Row("id_token", \.idToken, doc: "Where `id_token` stands.")
      Row("expires_in", FieldPath.shape, doc: "Where `expires_in` stands.")
      Row("refresh_token_expires_in", FieldPath.shape, doc: "Where `refresh_token_expires_in` stands.")
      Row("scope", \.scope, doc: "Where `scope` stands.")
    }
    Row("error", \.error, doc: "How an error is recognised, whatever the status is.")
    Row("expires", \.expires, doc: "How the access token's expiry is written.")
    Row("refresh_expires", \.refreshExpires, doc: "How the refresh token's expiry is written.")
    Row("token_type", \.tokenType, doc: "Which token types are accepted, and whether a response must name one.")
    Row("scope", .either([.word(["auto", "none"]), delimiter]), doc: "How the granted scopes are written.") {
      node, it in
      if node.text == "none" { it.scope = nil }
      it.scopeDelimiter = node["delimiter"]?.text ?? it.scopeDelimiter
    }
    Row(\.scopeDelimiter)
    Row("fields", \.fields, doc: "Further members that the app needs, by their names in Swift.")
    Row("tokens", \.sets, doc: "Several sets of tokens in one answer.")
    Row { node, it in
      it.expires.rename("expires_in", in: node["rename"], unless: node["expires"])
      it.refreshExpires.rename("refresh_token_expires_in", in: node["rename"], unless: node["refresh_expires"])
    }
  }

  private static let delimiter = Shape.record([Key("delimiter", .characters, required: true)])
}

extension ProviderConfiguration.ResponseRules.Format: DescribedEnumeration {}
extension ProviderConfiguration.ResponseRules.TokenType: DescribedEnumeration {}

extension ProviderConfiguration.ErrorRule: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("when", \.condition, doc: "What makes an answer an error.")
    Row("code", \.code, doc: "Where its code stands.")
    Row("description", \.description, doc: "Where its text stands.")
  }
}

extension ProviderConfiguration.ExpiryRule: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row("field", \.field, doc: "Where it stands.")
    Row("as", \.format, doc: "What it counts.")
    Row(
      "default", \.lifetime, .either([.word(["never"]), Duration.shape]), doc: "Seconds when it is missing, or `never`."
    )
    Row(\.neverExpires)
    Row { node, it in if node["default"]?.text == "never" { it.neverExpires = true } }
  }

  /// Applies `rename` again if `field` is only the default name, which a family may set.
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
    Row("path", \.path, required: true, doc: "Where it stands.")
    Row("type", ProviderDescriptor.ValueType.shape, required: true, doc: "What a value is.")
    Row("optional", \.isOptional, doc: "May be missing.")
    Row.forPeople
  }
}

extension ProviderConfiguration.TokenSet: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("root", \.root, required: true, doc: "Where its members stand.")
    Row("optional", \.isOptional, doc: "May be missing.")
    Row("primary", \.isPrimary, doc: "The session's own.")
    Row.forPeople
  }
}
