import AuthConfiguration

extension ProviderConfiguration.PKCERules: ConfigurationPart {
  static let shape = Shape.either([Method.shape, .record(table.keys)])

  static let table = KeyTable<Self> {
    Row("send", \.method, doc: "The method that derives the challenge.")
    Row("encoding", \.encoding, doc: "The encoding of the challenge.")
    Row("provider", \.support, doc: "The provider's support for PKCE.").informational
  }

  /// Reads a method or a map.
  static func read(_ node: LocatedNode, over standard: Self?) -> Self? {
    var rules = standard ?? Self()
    rules.method = Method.read(node, over: nil) ?? rules.method
    table.read(node, into: &rules)
    return rules
  }
}

extension ProviderConfiguration.PKCERules.Method: DescribedEnumeration {}
extension ProviderConfiguration.PKCERules.Encoding: DescribedEnumeration {}
extension ProviderConfiguration.PKCERules.Support: DescribedEnumeration {}

extension ProviderConfiguration.AuthorizationRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("response_type", \.responseType, doc: "The response type.")
    Row(
      "response_mode", \.responseMode,
      doc: "The part of the response that contains its parameters. By default, the response type determines it.")
    Row(
      "par", \.par,
      doc:
        "Whether the client sends requests directly to the server, so that only a reference goes through the browser (RFC 9126). Metadata can require it, too."
    )
    Row(
      "request_object", \.requestObject,
      doc:
        "Whether the client signs requests with the key in `client.assertion`, or with the key that the app passes for `private_key_jwt` (RFC 9101). `by_reference` requires `par: required`."
    )
    Row("state", \.state, doc: "The way in which a response is tied to its request.")
    Row(
      "placement", \.placement,
      doc: "The part of the URL that contains the parameters. `fragment_route` puts them after the route in `fragment`."
    )
    Row(
      "fragment", \.fragment,
      doc: "The URL's fragment, the part after `#`, such as a page's route. It isn't a template.")
    Row("encoding", doc: "The encoding of parameters.") {
      Row("raw", \.rawParameters, doc: "Parameters that aren't percent-encoded.")
    }
    Row(
      "omit", \.omitted, doc: "Parameters of the protocol or of a family that the provider doesn't accept.",
      as: { $0.texts?.filter(ParameterOmission.ofTheProtocol.contains) })
    Row("parameters", \.parameters, doc: "The provider's own parameters.", uses: [.parameterNames, .declaredNames])
    Row(\.offlineParameters)
    Row(
      "resources", \.resources, doc: "Whether a request names the APIs that its access token is for (RFC 8707).",
      uses: [.generatedType])
    Row(
      "details", \.details, doc: "The types of authorization details, by their names in Swift (RFC 9396).",
      uses: [.declaredNames])
  }
}

extension ProviderConfiguration.ResponseType: DescribedEnumeration {}
extension ProviderConfiguration.ResponseMode: DescribedEnumeration {
  var unexpectedName: String? {
    switch self {
    case .query, .fragment, .formPost, .jwt: nil
    case .queryJWT: "queryJWT"
    case .fragmentJWT: "fragmentJWT"
    case .formPostJWT: "formPostJWT"
    }
  }
}
extension ProviderConfiguration.AuthorizationRules.PushRule: DescribedEnumeration {}
extension ProviderConfiguration.AuthorizationRules.RequestObjectRule: DescribedEnumeration {}
extension ProviderConfiguration.AuthorizationRules.StateRule: DescribedEnumeration {}
extension ProviderConfiguration.AuthorizationRules.Placement: DescribedEnumeration {}

extension ProviderConfiguration.AuthorizationRules.Parameter: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row(
      "type", ProviderDescriptor.Parameter.Kind.shape, requiredUnless: "const",
      doc: "The type of the value. With `const`, it's `string` by default.", uses: [.generatedType])
    Row("values", .namedWords, doc: "The allowed values of an `enum` or a `set`.", uses: [.generatedType])
    Row(
      "const", \.constant, doc: "A constant value that is always sent. The app can't change it.",
      uses: [.template(.browser)])
    Row("default", \.defaultValue, doc: "The value to send if the app doesn't supply one.")
    Row("required", \.isRequired, doc: "Whether the app must supply a value.", uses: [.generatedType])
    Row(
      "requires", \.requires, doc: "Parameters that must accompany this one, because otherwise the server rejects it.")
    Row(
      "requests", \.requests,
      doc: "The requests that contain the parameter. By default, only the authorization request.",
      uses: [.generatedType])
    Row("delimiter", \.delimiter, .characters, doc: "The delimiter between the values of a list or a set.")
    Row.naming
    Row(\.kind)
    Row { node, it in it.kind = Kind(node.value("type") ?? .string, words: node["values"]?.words ?? []) }
  }
}

extension ProviderConfiguration.AuthorizationRules.Parameter.Request: DescribedEnumeration {
  var unexpectedName: String? {
    switch self {
    case .authorization: "authorization"
    case .backchannel: "backchannel"
    case .firstParty: "firstParty"
    case .device, .clientCredentials: nil
    }
  }
}

extension ProviderConfiguration.AuthorizationRules.Parameter.Kind: DescribedValue {
  /// `type` and `values` set this property together.
  static let shape = Shape.unsupported

  static func read(_ node: LocatedNode, over standard: Self?) -> Self? { nil }

  init(_ kind: ProviderDescriptor.Parameter.Kind, words: [String]) {
    self =
      switch kind {
      case .string: .string
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

  var expression: SwiftExpression {
    switch self {
    case .string: .text(".string")
    case .bool: .text(".bool")
    case .int: .text(".int")
    case .seconds: .text(".seconds")
    case .url: .text(".url")
    case .email: .text(".email")
    case .json: .text(".json")
    case .oneOf(let words): .choice(".oneOf", words)
    case .set(let words): .choice(".set", words)
    case .list: .text(".list")
    }
  }
}

extension ProviderConfiguration.CallbackRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("code", \.code, doc: "The parameter that contains the code.", uses: [.parameterName])
    Row(
      "state", \.state, doc: "The parameter that contains the state, also in the callback of a sign-out.",
      uses: [.parameterName])
    Row("error", \.error, doc: "The parameter that contains the error code.", uses: [.parameterName])
    Row(
      "error_description", \.errorDescription, doc: "The parameter that contains the error description.",
      uses: [.parameterName])
    Row(
      "scope", \.scope, doc: "The parameter that contains the granted scopes, if the token response doesn't.",
      uses: [.parameterName])
    Row(
      "fields", \.fields, doc: "Additional parameters that the app needs.", uses: [.parameterNames, .declaredNames])
    Row(
      "signature", \.signature,
      doc: "A message authentication code over the other parameters, which the client verifies.")
  }
}

extension ProviderConfiguration.CallbackRules.Field: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("type", \.kind, required: true, doc: "The type of the value.", uses: [.generatedType])
    Row("optional", \.isOptional, doc: "Whether it may be missing.", uses: [.generatedType])
    Row("equals", \.equals, doc: "The only accepted value.", uses: [.template(.callback)])
    Row.naming
  }
}

extension ProviderConfiguration.CallbackRules.Field.Kind: DescribedEnumeration {}

extension ProviderConfiguration.CallbackRules.Signature: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row(
      "parameter", \.parameter, required: true, doc: "The parameter that contains the signature.",
      uses: [.parameterName])
    Row("algorithm", \.algorithm, required: true, doc: "The algorithm that signs the other parameters, sorted by name.")
    Row(
      "key", \.key, .text, required: true, doc: "The key: `client_secret` or `settings.name`.",
      as: { $0.text.map { TextTemplate("{\($0)}") } })
  }
}

extension ProviderConfiguration.CallbackRules.Signature.Algorithm: DescribedEnumeration {
  var unexpectedName: String? { self == .hmacSHA256Hex ? "hmacSHA256Hex" : nil }
}
