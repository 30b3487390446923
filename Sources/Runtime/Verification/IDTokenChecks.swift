import Foundation

/// The rules for the claims of an ID token whose signature is right (OpenID Connect Core 1.0 §3.1.3.7). Each rule is one
/// function; here are those about whose token it is.
struct IDTokenChecks: Sendable {
  let claims: Claims
  /// What the token was signed with, and so what its hashes are made with.
  let algorithm: SignatureAlgorithm
  /// Whose rules these are.
  let verifier: IDTokenVerifier
  /// The time against which the token's are judged: the server's own, where that is asked for.
  let tokenTime: Date

  var provider: ResolvedProvider { verifier.provider }
  var rules: ProviderConfiguration.IDTokenRules { verifier.rules }

  /// Those about time come after the others: a clock that is wrong must not hide that the token is somebody else's. The hashes
  /// come last: a refresh tolerates hashes that don't fit, and nothing else may hide behind them.
  func checkAll(_ expectation: IDTokenVerifier.Expectation) throws(IDTokenRejection) {
    try checkIssuer()
    try checkSameIssuer(expectation.issuer)
    try checkAudience()
    try checkOtherAudiences()
    try checkAuthorizedParty()
    try checkNonce(expectation)
    try checkSubject(expectation.subject)
    try checkPrevious(expectation)
    try checkAskedClaims(expectation.parameters)
    try checkOwnRules(expectation.parameters)
    try checkExpiry()
    try checkIssueTime(expectation.maximumTokenAge)
    try checkNotBefore()
    try checkAuthenticationAge(expectation.maximumAge)
    try checkHashes(expectation)
  }

  func checkIssuer() throws(IDTokenRejection) {
    guard provider.isIssuer(of: claims.all) else { throw .issuerMismatch }
  }

  private func checkSameIssuer(_ issuer: String?) throws(IDTokenRejection) {
    guard let issuer else { return }
    guard claims.issuer?.isExactly(issuer) ?? false else { throw .issuerMismatch }
  }

  /// `aud`, a text or a list of texts; anything else names nobody.
  private var audiences: [String] { claims["aud"]?.names ?? [] }

  /// `aud` must name this client (rule 3).
  func checkAudience() throws(IDTokenRejection) {
    guard audiences.contains(where: verifier.audiences.isThisClient) else { throw .audienceMismatch }
  }

  /// Another audience that the descriptor does not trust could have asked for the token and replay it here (rule 3).
  private func checkOtherAudiences() throws(IDTokenRejection) {
    let others = audiences.filter { !verifier.audiences.isListed($0) }
    guard rules.otherAudiences == .refuse, let other = others.first else { return }
    throw .untrustedAudience(other)
  }

  /// `azp` must name this client: among several audiences it must be there, and wherever it is it must be right
  /// (rules 4 and 5). Whom the descriptor trusts beside it may not be the one that asked for the token.
  private func checkAuthorizedParty() throws(IDTokenRejection) {
    guard let claim = claims["azp"] else {
      guard audiences.count == 1 else { throw .audienceMismatch }
      return
    }
    guard let party = claim.string, verifier.audiences.isThisClient(party) else { throw .audienceMismatch }
  }

  private func checkSubject(_ subject: String?) throws(IDTokenRejection) {
    if let subject, !claims.subject.isExactly(subject) { throw .subjectChanged }
  }
}
