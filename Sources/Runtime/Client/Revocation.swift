import Foundation

/// The outcome of revoking the tokens of a credential.
struct Revocation: Sendable {
  /// Whether the server has revoked the refresh token, so that the session can't be renewed.
  var endsSession = false
  private var failures: [(kind: ProviderConfiguration.RevocationRules.Token, reason: StepFailure)] = []

  /// Notes a failure.
  mutating func note(_ reason: StepFailure, of token: RevocableToken) {
    // The server may only have passed an exchanged token on, so that another server issued it.
    if token.isExchanged, case .server = reason { return }
    failures.append((token.kind, reason))
  }

  /// - Throws: The first failure. A server that doesn't revoke access tokens isn't a failure if the refresh token is
  ///   revoked: servers don't have to support it (RFC 7009 §2), and access tokens expire soon.
  func check() throws(StepFailure) {
    let first = failures.first { !(endsSession && $0.kind == .accessToken && $0.reason.saysUnsupportedTokenType) }
    if let first { throw first.reason }
  }
}

/// A token of a credential that can be revoked.
struct RevocableToken: Sendable {
  let kind: ProviderConfiguration.RevocationRules.Token
  let token: Secret
  /// Whether the token comes from a token exchange.
  var isExchanged = false
}

extension Credential {
  /// The tokens of these kinds, including those of additional sets, for other APIs, and of token exchanges. A sign-in that
  /// returned only an ID token doesn't have an access token.
  ///
  /// - Parameter date: The current time. Tokens for other APIs and exchanged tokens aren't revoked if they have expired.
  func revocableTokens(
    _ kinds: [ProviderConfiguration.RevocationRules.Token], at date: Date
  ) -> [RevocableToken] {
    let further = sets.sorted { $0.key < $1.key }.map(\.value).filter { $0 != accessToken }
    let derived = audienceTokens.filter { $0.expiresAt.map { $0 > date } ?? true }.map(\.accessToken)
    let exchanged = exchangedTokens.sorted { $0.key < $1.key }.map(\.value).filter { token in
      token.isAccessToken && token.expiresAt.map { $0 > date } ?? true
    }
    let all = kinds.flatMap { kind -> [RevocableToken] in
      guard kind == .accessToken else {
        return [refreshToken].compactMap { $0 }.map { RevocableToken(kind: kind, token: $0) }
      }
      return ([accessToken] + further + derived).map { RevocableToken(kind: kind, token: $0) }
        + exchanged.map { RevocableToken(kind: kind, token: $0.token, isExchanged: true) }
    }
    return all.filter { !$0.token.reveal().isEmpty }
  }
}

extension StepFailure {
  /// RFC 7009 §2.2.1.
  fileprivate var saysUnsupportedTokenType: Bool {
    guard case .server(_, let error) = self else { return false }
    return error.code == "unsupported_token_type"
  }
}
