import Foundation

/// Whether a claim may be missing.
enum Presence: Sendable {
  case required, optional
  /// It may also be `null`.
  case nullable
}

/// The claims of a token, and the values to check them against. The signature has been verified, or the claims came directly
/// from the server.
struct TokenClaims: Sendable {
  let all: [String: JSONValue]
  /// The audiences in `aud`, which is a string or a list of strings. Empty if `aud` is missing or has another type.
  let audiences: [String]
  let provider: ResolvedProvider
  /// The allowed clock difference.
  let leeway: TimeInterval
  let now: Date

  init(_ all: [String: JSONValue], of provider: ResolvedProvider, leeway: Duration, now: Date) {
    self.all = all
    audiences = all["aud"]?.names ?? []
    self.provider = provider
    self.leeway = leeway.seconds
    self.now = now
  }

  /// Returns one claim, or `nil` if it's missing or `null`.
  subscript(name: String) -> JSONValue? { all[name].flatMap { $0 == .null ? nil : $0 } }
}

// The checks for each kind of token. Each function throws at the first failure.
extension TokenClaims {
  /// OpenID Connect Core 1.0 §3.1.3.7 and §12.2.
  ///
  /// Times are checked after the origin, so that a wrong clock doesn't hide that the token is for another client.
  /// Hashes are checked last, because a refresh tolerates wrong hashes and all other checks must have passed.
  func checkIDToken(
    _ verifier: IDTokenVerifier, _ expectation: IDTokenVerifier.Expectation, signedWith algorithm: SignatureAlgorithm
  ) throws(TokenRejection) {
    try checkIssuer()
    try checkSameIssuer(as: expectation.issuer)
    try checkAudience(of: verifier.audiences)
    try checkOtherAudiences(verifier.rules.otherAudiences, trustedBy: verifier.audiences)
    try checkAuthorizedParty(verifier.audiences)
    try checkNonce(expectation, verifier.rules.nonce)
    try checkSubject(expectation.subject)
    try checkHintedSubject(expectation.hintedSubject)
    try checkAuthenticationRequest(expectation.authenticationRequestID)
    try checkUnchanged(
      since: expectation.previous, comparing: expectation.comparesAuthenticationTime, verifier.rules.checks)
    try checkRequestedClaims(expectation.parameters["claims"])
    try checkDemands(verifier.rules.checks, request: expectation.parameters)
    try checkExpiry(mayBePast: expectation.mayBeExpired)
    try checkIssueTime(maximumAge: expectation.maximumTokenAge)
    try checkNotInFuture("nbf")
    try checkAuthenticationAge(expectation.maximumAge)
    try checkHash("at_hash", of: expectation.accessToken, algorithm, isRequired: expectation.requiresAccessTokenHash)
    try checkHash("c_hash", of: expectation.code, algorithm, isRequired: expectation.requiresCodeHash)
    try checkHash("s_hash", of: expectation.state.map { Secret($0) }, algorithm, isRequired: false)
  }

  /// OpenID Connect Core 1.0 §5.3.2: signed userinfo may omit issuer, audience, and times, because it comes directly
  /// from the server. Claims that are present must be valid.
  func checkUserInfo(_ verifier: IDTokenVerifier) throws(TokenRejection) {
    try checkIssuer(.optional)
    try checkAudience(of: verifier.audiences, .optional)
    try checkExpiry(.optional)
    try checkNotInFuture("nbf")
  }

  /// OpenID Connect Back-Channel Logout 1.0 §2.6.
  func checkLogoutToken(_ verifier: IDTokenVerifier) throws(TokenRejection) {
    try checkIssuer()
    try checkAudience(of: verifier.audiences)
    try checkNotInFuture("iat", .required)
    try checkExpiry()
    try checkIsLogoutToken()
  }
}
