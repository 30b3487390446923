import Foundation

/// One check of a token's claims. The signature has been verified, or the claims came directly from the server.
struct TokenCheck: Sendable {
  let check: @Sendable (TokenClaims) throws(TokenRejection) -> Void

  init(_ check: @escaping @Sendable (TokenClaims) throws(TokenRejection) -> Void) {
    self.check = check
  }
}

/// Whether a claim may be missing.
enum Presence: Sendable {
  case required, optional
  /// It may also be `null`.
  case nullable
}

/// The claims of a token, and the values to check them against.
struct TokenClaims: Sendable {
  let all: [String: JSONValue]
  let provider: ResolvedProvider
  /// The allowed clock difference.
  let leeway: TimeInterval
  let now: Date

  init(_ all: [String: JSONValue], of provider: ResolvedProvider, leeway: Duration, now: Date) {
    self.all = all
    self.provider = provider
    self.leeway = leeway.seconds
    self.now = now
  }

  /// Returns one claim, or `nil` if it's missing or `null`.
  subscript(name: String) -> JSONValue? { all[name].flatMap { $0 == .null ? nil : $0 } }

  /// Runs the checks in order and stops at the first failure.
  func check(_ checks: [TokenCheck]) throws(TokenRejection) {
    for check in checks { try check.check(self) }
  }
}

// The checks for each kind of token.
extension TokenCheck {
  /// OpenID Connect Core 1.0 §3.1.3.7 and §12.2.
  ///
  /// Times are checked after the origin, so that a wrong clock doesn't hide that the token is for another client.
  /// Hashes are checked last, because a refresh tolerates wrong hashes and all other checks must have passed.
  static func idToken(
    _ verifier: IDTokenVerifier, _ expectation: IDTokenVerifier.Expectation, signedWith algorithm: SignatureAlgorithm
  ) -> [TokenCheck] {
    [
      .issuer(), .sameIssuer(as: expectation.issuer),
      .audience(of: verifier.audiences),
      .otherAudiences(verifier.rules.otherAudiences, trustedBy: verifier.audiences),
      .authorizedParty(verifier.audiences),
      .nonce(expectation, verifier.rules.nonce),
      .subject(expectation.subject), .hintedSubject(expectation.hintedSubject),
      .authenticationRequest(expectation.authenticationRequestID),
      .unchanged(since: expectation.previous, comparing: expectation.comparesAuthenticationTime, verifier.rules.checks),
      .requestedClaims(expectation.parameters["claims"]),
      .demands(verifier.rules.checks, request: expectation.parameters),
      .expiry(mayBePast: expectation.mayBeExpired), .issueTime(maximumAge: expectation.maximumTokenAge),
      .notInFuture("nbf"),
      .authenticationAge(expectation.maximumAge),
      .hash("at_hash", of: expectation.accessToken, algorithm, isRequired: expectation.requiresAccessTokenHash),
      .hash("c_hash", of: expectation.code, algorithm, isRequired: expectation.requiresCodeHash),
      .hash("s_hash", of: expectation.state.map { Secret($0) }, algorithm, isRequired: false),
    ]
  }

  /// OpenID Connect Core 1.0 §5.3.2: signed userinfo may omit issuer, audience, and times, because it comes directly
  /// from the server. Claims that are present must be valid.
  static func userInfo(_ verifier: IDTokenVerifier) -> [TokenCheck] {
    [
      .issuer(.optional), .audience(of: verifier.audiences, .optional), .expiry(.optional), .notInFuture("nbf"),
    ]
  }

  /// OpenID Connect Back-Channel Logout 1.0 §2.6.
  static func logoutToken(_ verifier: IDTokenVerifier) -> [TokenCheck] {
    [
      .issuer(), .audience(of: verifier.audiences), .notInFuture("iat", .required), .expiry(), .isLogoutToken,
    ]
  }
}
