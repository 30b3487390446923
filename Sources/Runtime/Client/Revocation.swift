/// The outcome of revoking the tokens of a credential.
struct Revocation: Sendable {
  /// Whether the server has revoked the refresh token, so that the session can't be renewed.
  var endsSession = false
  var failures: [(kind: ProviderConfiguration.RevocationRules.Token, reason: StepFailure)] = []

  /// - Throws: The first failure. A server that doesn't revoke access tokens isn't a failure if the refresh token is
  ///   revoked: servers don't have to support it (RFC 7009 §2), and access tokens expire soon.
  func check() throws(StepFailure) {
    let first = failures.first { !(endsSession && $0.kind == .accessToken && $0.reason.saysUnsupportedTokenType) }
    if let first { throw first.reason }
  }
}

extension StepFailure {
  /// RFC 7009 §2.2.1.
  fileprivate var saysUnsupportedTokenType: Bool {
    guard case .server(_, let error) = self else { return false }
    return error.code == "unsupported_token_type"
  }
}
