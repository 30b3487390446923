/// What became of the tokens that the server was to forget.
struct Revocation: Sendable {
  /// Whether the server has forgotten the refresh token: nobody can renew this session any more.
  var endsSession = false
  var failures: [(kind: ProviderConfiguration.RevocationRules.Token, reason: StepFailure)] = []

  /// - Throws: The first failure. That a server does not revoke access tokens is none once the refresh token is revoked: it
  ///   need not (RFC 7009 §2), and the access token soon ends by itself.
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
