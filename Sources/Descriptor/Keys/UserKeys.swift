import AuthConfiguration

extension ProviderConfiguration.UserInfoRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("source", \.sources, .textOrList, doc: "`userinfo`, `id_token`, `token.path`, `callback.field`.")
    // A part of `ProviderConfiguration.server`.
    Row("endpoint", TextTemplate.shape, doc: "Where; the userinfo endpoint.", uses: [.url, .template(.userInfo)])
    Row(inline: \.request)
    Row("format", \.format, doc: "How the answer is written; a signed one is verified whatever stands here.")
    Row("root", \.root, doc: "Where the facts stand.")
    Row("error", \.error, doc: "How an error is recognised.")
    Row("map", \.map, facts, doc: "What standard facts are made of.")
    Row("further_requests", \.furtherRequests, doc: "Further calls for what is still missing.", formerly: "also")
  }

  fileprivate static let facts = Shape.record(
    factNames.map { Key($0, Selector.shape, doc: "What `\($0)` is made of.") })

  /// Standard claims (OpenID Connect Core 1.0 §5.1), and `id`: the key to file data under.
  private static let factNames = [
    "id", "name", "given_name", "family_name", "middle_name", "nickname", "username", "profile", "picture", "website",
    "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number", "phone_number_verified",
    "address", "updated_at",
  ]
}

extension ProviderConfiguration.UserInfoRules.Format: DescribedEnumeration {}

extension ProviderConfiguration.UserInfoRules.Source: DescribedValue {
  static let shape = Shape.text

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? { node.text.flatMap(Self.init(described:)) }

  /// `userinfo`, `id_token`, `token`, `token.path` or `callback.field`.
  init?(described text: String) {
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case _ where text == "userinfo": self = .endpoint
    case _ where text == "id_token": self = .idToken
    case _ where text == "token": self = .token(".")
    case ("token", let path?): self = .token(FieldPath(path))
    case ("callback", let path?):
      let field = path.split(separator: ".", maxSplits: 1).map(String.init)
      self = .callback(field[0], FieldPath(field.count == 2 ? field[1] : "."))
    default: return nil
    }
  }

  var expression: SwiftExpression {
    switch self {
    case .idToken: .text(".idToken")
    case .endpoint: .text(".endpoint")
    case .token(let path): .choice(".token", path)
    case .callback(let name, let path): .choice(".callback", name, path)
    }
  }
}

extension ProviderConfiguration.UserInfoRequest: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("method", \.method, .word(["GET", "POST"]), doc: "The HTTP method.")
    Row("token", \.token, doc: "How the token travels.")
    Row("headers", \.headers, doc: "Further header fields.", uses: [.headerFields, .template(.userInfo)])
    Row("parameters", \.parameters, doc: "Parameters.", uses: [.parameterNames, .template(.userInfo)])
    Row { _, it in if it.method == .post { it.encoding = .form } }
    Row("encoding", \.encoding, doc: "How the parameters are written.")
    Row(
      "body", \.body, .either([.text, .dictionary(.text)]),
      doc: "A body as it is sent, or the members of a JSON object.", uses: [.template(.userInfo)], as: body)
  }

  /// Turns a map into a JSON object with literal braces. Its values are templates.
  @Sendable private static func body(_ node: LocatedNode) -> TextTemplate? {
    guard let entries = node.entries else { return node.text.map { TextTemplate($0) } }
    let members = entries.map { entry in
      "\(entry.key.jsonQuoted):\((entry.value.text ?? "").jsonQuoted)"
    }
    return TextTemplate("{{" + members.joined(separator: ",") + "}}")
  }
}

extension ProviderConfiguration.FurtherRequest: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row("when", \.condition, doc: "Looked at in the facts that are known already.")
    Row("endpoint", \.endpoint, required: true, doc: "Where.", uses: [.url, .template(.userInfo)])
    Row("method", \.method, .word(["GET", "POST"]), doc: "The HTTP method.")
    Row("headers", \.headers, doc: "Further header fields.", uses: [.headerFields, .template(.userInfo)])
    Row("root", \.root, doc: "Where the facts stand.")
    Row(
      "map", \.map, ProviderConfiguration.UserInfoRules.facts, required: true, doc: "What standard facts are made of.")
  }
}

extension ProviderConfiguration.ResourceRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("token", \.token, ProviderConfiguration.TokenPresentation.shape(or: ["bearer"]), doc: "How the token travels.")
    Row("headers", \.headers, doc: "Further header fields.", uses: [.headerFields, .template(.later)])
  }
}

extension ProviderConfiguration.TokenPresentation: DescribedValue {
  static let shape: Shape = shape(or: ["bearer", "none"])

  /// A header, a query, a scheme or one of `words`. Among these, `parameter` has no presentation.
  static func shape(or words: [String]) -> Shape {
    .either([
      .word(words),
      .record([
        Key("header", .text, doc: "A header of its own.", uses: [.headerName]),
        Key("prefix", .characters, doc: "What stands before the token in the header.", uses: [.headerValue]),
        Key("query", .text, doc: "A parameter of the query.", uses: [.parameterName]),
        Key("scheme", .text, doc: "Another scheme than Bearer.", uses: [.headerName]),
      ]),
    ])
  }

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? {
    if node.text == "bearer" { return .bearer }
    if node.text == "none" { return Self.none }
    if let name = node["header"]?.text { return .header(name, prefix: node["prefix"]?.text ?? "") }
    if let name = node["query"]?.text { return .query(name) }
    return node["scheme"]?.text.map { .scheme($0) }
  }

  var expression: SwiftExpression {
    switch self {
    case .bearer: .text(".bearer")
    case .scheme(let name): .choice(".scheme", name)
    case .header(let name, let prefix):
      .call(".header", [.init(label: "", value: name.expression), .init(label: "prefix", value: prefix.expression)])
    case .query(let name): .choice(".query", name)
    case .none: .text(".none")
    }
  }
}
