import Foundation

/// The answer to an authorization request, read from a callback (RFC 6749 §4.1.2).
struct AuthorizationResponse: Sendable {
  let code: Secret
  /// The callback's parameters that the descriptor names.
  let fields: [String: String]

  /// Reads a callback's query. The order of the checks matters: after the query was found to be readable and without
  /// repetitions, nothing of it is believed before its `state` has shown that it answers this request.
  ///
  /// - Throws: ``AuthFailure/callback(_:)``, or ``AuthFailure/server(_:_:)`` when the server said no.
  init(
    query: String, answering request: AuthorizationRequest, by configuration: ProviderConfiguration, issuer: String?,
    issuerIsPromised: Bool
  ) throws(StepFailure) {
    let rules = configuration.callback
    let fields = try Self.fields(of: query)
    let stateName = configuration.renames["state"] ?? "state"
    if let sent = request.state {
      guard let state = fields[stateName], constantTimeEquals(state, sent) else { throw .callback(.stateMismatch) }
    }
    if let issuer { try Self.checkIssuer(fields["iss"], issuer: issuer, promised: issuerIsPromised) }
    if let signature = rules.signature { try Self.check(signature, of: fields, request.values) }
    guard fields[rules.code] == nil || fields[rules.error] == nil else { throw .callback(.codeWithError) }
    if let code = fields[rules.error] {
      let known = configuration.errors[code]
      let error = ServerError(code: code, text: fields[rules.errorDescription], known: known)
      throw .server(AnyErrorCode(rawValue: code), error)
    }
    guard let code = fields[rules.code], !code.isEmpty else { throw .callback(.missingCode) }
    self.code = Secret(code)
    self.fields = try Self.checked(fields, by: rules.fields, request.values)
  }

  private static func fields(of query: String) throws(StepFailure) -> [String: String] {
    guard let pairs = FormEncoding.decode(query) else { throw .callback(.malformed) }
    var fields: [String: String] = [:]
    for pair in pairs {
      guard fields.updateValue(pair.value, forKey: pair.name) == nil else {
        throw .callback(.repeatedParameter(pair.name))
      }
    }
    return fields
  }

  /// Whoever sends `iss` must be the issuer that was asked; whoever promised to send it must (RFC 9207 §2.4).
  private static func checkIssuer(_ found: String?, issuer: String, promised: Bool) throws(StepFailure) {
    guard found?.isExactly(issuer) ?? !promised else { throw .callback(.issuerMixUp) }
  }

  /// Only the provider and this client know the key.
  private static func check(
    _ rule: ProviderConfiguration.CallbackRules.Signature, of fields: [String: String], _ values: TemplateValues
  ) throws(StepFailure) {
    let key = try configured { () throws(ConfigurationFailure) in try values.text(rule.key) }
    let others = fields.filter { $0.key != rule.parameter }.sorted { $0.key < $1.key }
    let signed = others.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
    guard let found = fields[rule.parameter], constantTimeEquals(found, Hex.hmacSHA256(of: signed, key: key)) else {
      throw .callback(.invalidSignature)
    }
  }

  private static func checked(
    _ found: [String: String], by rules: [ProviderConfiguration.CallbackRules.Field], _ values: TemplateValues
  ) throws(StepFailure) -> [String: String] {
    var fields: [String: String] = [:]
    for rule in rules {
      guard let value = found[rule.name], !value.isEmpty else {
        if rule.isOptional { continue }
        throw .callback(.missingField(rule.name))
      }
      let wanted = try configured { () throws(ConfigurationFailure) in
        try rule.equals.map { template throws(ConfigurationFailure) in try values.text(template) }
      }
      guard rule.kind.accepts(value), wanted.map(value.isExactly) ?? true else {
        throw .callback(.unexpectedField(rule.name))
      }
      fields[rule.name] = value
    }
    return fields
  }
}

extension ProviderConfiguration.CallbackRules.Field.Kind {
  fileprivate func accepts(_ value: String) -> Bool {
    switch self {
    case .string: true
    case .int: Int(value) != nil
    case .bool: value == "true" || value == "false"
    case .json: JSONValue(parsing: Data(value.utf8)) != nil
    case .url: URL(string: value)?.scheme != nil
    }
  }
}
