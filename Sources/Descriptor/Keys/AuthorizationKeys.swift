import AuthConfiguration

extension ProviderConfiguration.PKCERules: ConfigurationPart {
  static let shape = Shape.either([Method.shape, .record(table.keys)])

  static let table = KeyTable<Self> {
    Row("send", \.method, doc: "The challenge's method.")
    Row("encoding", \.encoding, doc: "How the challenge is written.")
    Row("provider", \.support, doc: "What the provider makes of it.")
  }

  /// Reads a method alone, or a map.
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
    Row("response_type", \.responseType, doc: "What the browser brings.")
    Row("response_mode", \.responseMode, doc: "Where the answer stands; without it, where the response type has it.")
    Row("state", \.state, doc: "How request and answer are bound.")
    Row("fragment", \.fragment, doc: "What stands after `#`.")
    Row("encoding", doc: "How parameters are written.") {
      Row("raw", \.rawParameters, doc: "Parameters that are not percent-encoded.")
    }
    Row(
      "omit", \.omitted, doc: "Parameters of the protocol or of a family that the provider does not take.",
      as: { $0.texts?.filter(ParameterOmission.ofTheProtocol.contains) })
    Row("parameters", \.parameters, doc: "What the provider knows beyond the protocol.", uses: [.parameterNames])
    Row("par", .later)
    Row(\.offlineParameters)
  }
}

extension ProviderConfiguration.ResponseType: DescribedEnumeration {}
extension ProviderConfiguration.ResponseMode: DescribedEnumeration {}
extension ProviderConfiguration.AuthorizationRules.StateRule: DescribedEnumeration {}

extension ProviderConfiguration.AuthorizationRules.Parameter: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("type", ProviderDescriptor.Parameter.Kind.shape, required: true, doc: "What a value is.")
    Row("values", .namedWords, doc: "The words of an `enum` or a `set`.")
    Row("const", \.constant, doc: "Always sent; the app is not asked.", uses: [.template(.browser)])
    Row("default", \.defaultValue, doc: "Sent when the app says nothing.")
    Row("required", \.isRequired, doc: "The app must say a value.")
    Row("requires", \.requires, doc: "Parameters without which the server rejects this one.")
    Row("requests", \.requests, doc: "The requests that carry it: without it, the one through the browser.")
    Row("delimiter", \.delimiter, .characters, doc: "Between the words of a list or a set.")
    Row.naming
    Row(\.kind)
    Row { node, it in it.kind = Kind(node.value("type") ?? .string, words: node["values"]?.words ?? []) }
  }
}

extension ProviderConfiguration.AuthorizationRules.Parameter.Request: DescribedEnumeration {
  var unexpectedName: String? { self == .authorization ? "authorization" : nil }
}

extension ProviderConfiguration.AuthorizationRules.Parameter.Kind: DescribedValue {
  /// `type` and `values` set this property together.
  static let shape = Shape.later

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
    Row("code", \.code, doc: "The parameter that holds the code.", uses: [.parameterName])
    Row("error", \.error, doc: "The parameter that holds an error's code.", uses: [.parameterName])
    Row(
      "error_description", \.errorDescription, doc: "The parameter that holds an error's text.", uses: [.parameterName])
    Row("fields", \.fields, doc: "Further parameters that the app needs.", uses: [.parameterNames])
    Row("signature", \.signature, doc: "A code over the other parameters that is checked.")
  }
}

extension ProviderConfiguration.CallbackRules.Field: ConfigurationItem, DescribedByName {
  static let table = KeyTable<Self> {
    Row(\.name)
    Row("type", \.kind, required: true, doc: "What a value is.")
    Row("optional", \.isOptional, doc: "May be missing.")
    Row("equals", \.equals, doc: "The only value that is accepted.", uses: [.template(.callback)])
    Row.naming
  }
}

extension ProviderConfiguration.CallbackRules.Field.Kind: DescribedEnumeration {}

extension ProviderConfiguration.CallbackRules.Signature: ConfigurationItem {
  static let table = KeyTable<Self> {
    Row("parameter", \.parameter, required: true, doc: "The parameter that holds it.", uses: [.parameterName])
    Row("algorithm", \.algorithm, required: true, doc: "How it is made of the other parameters, sorted by name.")
    Row(
      "key", \.key, .text, required: true, doc: "`client_secret`, or `settings.name`.",
      as: { $0.text.map { TextTemplate("{\($0)}") } })
  }
}

extension ProviderConfiguration.CallbackRules.Signature.Algorithm: DescribedEnumeration {
  var unexpectedName: String? { self == .hmacSHA256Hex ? "hmacSHA256Hex" : nil }
}
