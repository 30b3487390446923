import Foundation

/// The answer to an authorization request, read from a callback (RFC 6749 §4.1.2).
struct AuthorizationResponse: Sendable {
  let code: Secret
  /// The callback's parameters that the descriptor names.
  let fields: [String: String]
  /// All parameters.
  let all: [String: String]

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
    let check = CallbackCheck(rules: rules, values: request.values)
    if check.hasKey { try check.checkSignature(of: fields) }
    guard fields[rules.code] == nil || fields[rules.error] == nil else { throw .callback(.codeWithError) }
    if let code = fields[rules.error] {
      let known = configuration.errors[code]
      let error = ServerError(code: code, text: fields[rules.errorDescription], known: known)
      throw .server(AnyErrorCode(rawValue: code), error)
    }
    guard let code = fields[rules.code], !code.isEmpty else { throw .callback(.missingCode) }
    self.code = Secret(code)
    self.fields = try check.fields(of: fields)
    all = fields
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
}
