import AuthConfiguration

extension ProviderConfiguration.UserInfoRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row(
      "source", \.sources, .textOrList,
      doc: "The sources of claims: `userinfo`, `id_token`, `token.path`, or `callback.field`.")
    // A part of `ProviderConfiguration.server`.
    Row(
      "endpoint", TextTemplate.shape, doc: "The URL. By default, the userinfo endpoint.",
      uses: [.url, .template(.userInfo)])
    Row(inline: \.request)
    Row("format", \.format, doc: "The format of the response. A signed response is verified regardless of this value.")
    Row("root", \.root, doc: "The path of the object that contains the claims. The selectors of `map` start there.")
    Row("error", \.error, doc: "The rules for recognizing an error. Its paths start at the whole response.")
    Row("map", \.map, standardClaims, doc: "The sources of standard claims.")
    Row("further_requests", \.furtherRequests, doc: "Additional requests for missing claims.", formerly: "also")
    Row(\.isSignedByApp)
  }

  fileprivate static let standardClaims = Shape.record(
    claimNames.map { Key($0, Selector.shape, doc: "The source of `\($0)`.") })

  /// Standard claims (OpenID Connect Core 1.0 §5.1), and `id`, the key under which to store data.
  private static let claimNames = [
    "id", "name", "given_name", "family_name", "middle_name", "nickname", "username", "profile", "picture", "website",
    "email", "email_verified", "gender", "birthdate", "zoneinfo", "locale", "phone_number", "phone_number_verified",
    "address", "updated_at",
  ]
}

extension ProviderConfiguration.UserInfoRules.Format: DescribedEnumeration {}

extension ProviderConfiguration.UserInfoRules.Source: DescribedValue {
  static let shape = Shape.text

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? { node.text.flatMap(Self.init(described:)) }

  /// Reads `userinfo`, `id_token`, `token`, `token.path`, or `callback.field`.
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
    Row("method", \.method, .enumeration(["GET", "POST"]), doc: "The HTTP method.")
    Row("token", \.token, doc: "The way to send the token.")
    Row("headers", \.headers, doc: "Additional header fields.", uses: [.headerFields, .template(.userInfo)])
    Row("parameters", \.parameters, doc: "Additional parameters.", uses: [.parameterNames, .template(.userInfo)])
    Row { _, it in if it.method == .post { it.encoding = .form } }
    Row("encoding", \.encoding, doc: "The encoding of the parameters.")
    Row(
      "body", \.body, .either([TextTemplate.shape, .dictionary(TextTemplate.shape)]),
      doc: "The body of the request, or the members of a JSON object.", uses: [.memberNames, .template(.userInfo)],
      as: body)
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
    Row("when", \.condition, doc: "The condition on the known claims under which the request is sent.")
    Row("endpoint", \.endpoint, required: true, doc: "The URL of the request.", uses: [.url, .template(.userInfo)])
    Row("method", \.method, .enumeration(["GET", "POST"]), doc: "The HTTP method.")
    Row("headers", \.headers, doc: "Additional header fields.", uses: [.headerFields, .template(.userInfo)])
    Row("root", \.root, doc: "The path of the object that contains the claims. The selectors of `map` start there.")
    Row(
      "map", \.map, ProviderConfiguration.UserInfoRules.standardClaims, required: true,
      doc: "The sources of standard claims.")
  }
}

extension ProviderConfiguration.ResourceRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row(
      "token", \.token, ProviderConfiguration.TokenPresentation.shape(or: ["bearer"]), doc: "The way to send the token."
    )
    Row("headers", \.headers, doc: "Additional header fields.", uses: [.headerFields, .template(.session)])
  }
}

extension ProviderConfiguration.TokenPresentation: DescribedValue {
  static let shape: Shape = shape(or: ["bearer", "none"])

  /// Returns the shape of a header, a query, a scheme, or one of `words`. Of these, `parameter` isn't read as a
  /// presentation.
  static func shape(or words: [String]) -> Shape {
    .either([
      .enumeration(words),
      .record([
        Key("header", .text, doc: "A separate header.", uses: [.headerName]),
        Key("prefix", .characters, doc: "The text before the token in the header.", uses: [.headerValue]),
        Key("query", .text, doc: "A query parameter.", uses: [.parameterName]),
        Key("scheme", .text, doc: "A scheme other than Bearer.", uses: [.headerName]),
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
