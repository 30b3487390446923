import Foundation

/// Checks a callback's signature and parameters, in addition to its state.
struct CallbackCheck: Sendable {
  let rules: ProviderConfiguration.CallbackRules
  let values: TemplateValues

  /// Whether the key of the signature is available. On a device it isn't, so the app's server checks the signature.
  var hasKey: Bool { rules.signature?.key.placeholders.allSatisfy { values.value($0) != nil } ?? false }

  /// Checks the signature. Only the provider and the holders of the client secret know the key.
  func checkSignature(of found: [String: String]) throws(StepFailure) {
    guard let rule = rules.signature else { return }
    let key = try values.text(rule.key)
    let others = found.filter { $0.key != rule.parameter }.sorted { $0.key < $1.key }
    // The encoding prevents a value from looking like another parameter.
    let signed = FormEncoding.encode(others.map { (name: $0.key, value: $0.value) })
    guard let signature = found[rule.parameter], constantTimeEquals(signature, Hex.hmacSHA256(of: signed, key: key))
    else {
      throw .callback(.invalidSignature)
    }
  }

  /// Returns the parameters that the descriptor lists.
  func fields(of found: [String: String]) throws(StepFailure) -> [String: String] {
    var fields: [String: String] = [:]
    for rule in rules.fields {
      guard let value = found[rule.name], !value.isEmpty else {
        if rule.isOptional { continue }
        throw .callback(.missingField(rule.name))
      }
      let wanted = try rule.equals.map { template throws(StepFailure) in try values.text(template) }
      guard rule.kind.accepts(value), wanted.map(value.isExactly) ?? true else {
        throw .callback(.unexpectedField(rule.name))
      }
      fields[rule.name] = value
    }
    return fields
  }

  /// Checks the parameters again, because the grant may come from a device.
  func check(_ grant: AuthorizationGrant) throws(StepFailure) {
    _ = try fields(of: grant.fields)
    guard rules.signature != nil else { return }
    try checkSignature(of: grant.signed)
    let isSigned = grant.signed[rules.code].map { Secret($0) } == grant.code
    guard isSigned, try fields(of: grant.signed) == grant.fields else { throw .callback(.invalidSignature) }
  }
}
