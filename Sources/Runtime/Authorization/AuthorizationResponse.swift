import Foundation

/// The answer to an authorization request, read from a callback (RFC 6749 §4.1.2).
struct AuthorizationResponse: Sendable {
  let code: Secret

  /// Reads a callback's query. The order of the checks matters: after the query was found to be readable and without
  /// repetitions, nothing of it is believed before its `state` has shown that it answers this request.
  ///
  /// - Throws: ``AuthFailure/callback(_:)``, or ``AuthFailure/server(_:_:)`` when the server said no.
  init(
    query: String, answering request: AuthorizationRequest, issuer: String, issuerIsPromised: Bool,
    knownErrors: [String: ProviderConfiguration.KnownError]
  ) throws(StepFailure) {
    let fields = try Self.fields(of: query)
    guard let state = fields["state"], constantTimeEquals(state, request.state) else { throw .callback(.stateMismatch) }
    try Self.checkIssuer(fields["iss"], issuer: issuer, promised: issuerIsPromised)
    guard fields["code"] == nil || fields["error"] == nil else { throw .callback(.codeWithError) }
    if let code = fields["error"] {
      let error = ServerError(code: code, text: fields["error_description"], known: knownErrors[code])
      throw .server(AnyErrorCode(rawValue: code), error)
    }
    guard let code = fields["code"], !code.isEmpty else { throw .callback(.missingCode) }
    self.code = Secret(code)
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
