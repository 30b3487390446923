import Foundation

/// The rules for the claims of an access token whose signature is right, or that its server has vouched for (RFC 9068 §4,
/// RFC 8725 §3). Each rule is one function.
struct AccessTokenChecks {
  let core: ResourceCore
  let claims: [String: JSONValue]
  /// Its header or its server says that it is an access token.
  let isTyped: Bool
  let now: Date

  private var rules: ProviderConfiguration.AccessTokenRules { core.rules }
  private var tree: JSONValue { .object(claims) }
  private var tolerance: TimeInterval { (core.provider.configuration.idToken?.leeway ?? .seconds(60)).seconds }

  /// `typ` must be one that the descriptor lists: a token that was made for something else, such as an ID token of the same
  /// server and key, must not pass (RFC 9068 §4, RFC 8725 §3.11). Without a list only `at+jwt` does.
  ///
  /// - Returns: Whether it says that it is an access token.
  static func checkType(of token: SignedToken, allowed: [String]) throws(AccessFailure) -> Bool {
    let allowed = allowed.isEmpty ? ["at+jwt"] : allowed.map(SignedToken.mediaType)
    let type = token.mediaType
    guard allowed.contains(type ?? "jwt") else { throw .invalidToken(.wrongTokenType(type ?? "none")) }
    return type == "at+jwt"
  }

  func verifiedToken() throws(AccessTokenRejection) -> VerifiedToken {
    try checkIssuer()
    try checkAudience()
    try checkTimes()
    try checkIsAccessToken()
    return try accepted()
  }

  /// What the server itself says about a token need not say whose it is, but must not say otherwise (RFC 7662 §2.2).
  func introspectedToken() throws(AccessTokenRejection) -> VerifiedToken {
    guard claims["active"]?.bool == true else { throw .inactive }
    try checkIsBearer()
    if claims["iss"] != nil { try checkIssuer() }
    // Without it, a token that was made for another API would be good here.
    try checkAudience()
    try checkTimes(mustExpire: false)
    return try accepted()
  }

  /// Servers say `active` of refresh tokens too, and some of ID tokens. Whoever says more is believed (RFC 7662 §2.2).
  private func checkIsBearer() throws(AccessTokenRejection) {
    if claims["token_use"]?.string == "refresh_token" { throw .unexpectedClaim("token_use") }
    switch claims["token_type"]?.string?.lowercased() {
    case nil, "bearer", "access_token": break
    case "dpop": throw .senderConstrained
    default: throw .unexpectedClaim("token_type")
    }
  }

  private func accepted() throws(AccessTokenRejection) -> VerifiedToken {
    try checkOwnRules()
    try checkIsUnbound()
    return try VerifiedToken(claims, rules: rules, audiences: audiences)
  }

  private func checkIssuer() throws(AccessTokenRejection) {
    guard core.provider.isIssuer(of: claims) else { throw .issuerMismatch }
  }

  private var audiences: [String] { tree.select(rules.audience)?.names ?? [] }

  /// This API must be meant (RFC 9068 §4).
  private func checkAudience() throws(AccessTokenRejection) {
    guard core.audiences.contains(where: { name in audiences.contains(where: name.isExactly) }) else {
      throw .audienceMismatch
    }
  }

  /// `exp` must lie ahead, `nbf` and `iat` must not (RFC 7519 §4.1.4 to §4.1.6).
  private func checkTimes(mustExpire: Bool = true) throws(AccessTokenRejection) {
    let expiration = try date("exp")
    if expiration == nil, mustExpire { throw .claim(.missingClaim("exp")) }
    if let expiration, expiration.addingTimeInterval(tolerance) <= now { throw .expired }
    for name in ["nbf", "iat"] {
      if let date = try date(name), date.addingTimeInterval(-tolerance) > now { throw .notYetValid }
    }
  }

  private func date(_ name: String) throws(AccessTokenRejection) -> Date? {
    guard let claim = claims[name], claim != .null else { return nil }
    guard let date = Date(numericDate: claim) else {
      throw .claim(.wrongClaimType(name, expected: Date.claimExpectation))
    }
    return date
  }

  /// Where the header does not tell them apart, what only other tokens have does: hashes and a nonce are an ID token's
  /// (OpenID Connect Core 1.0 §2), events a logout token's or another security event's (RFC 8417 §2.2).
  private func checkIsAccessToken() throws(AccessTokenRejection) {
    guard !isTyped else { return }
    var foreign = ["at_hash", "c_hash", "s_hash", "events"]
    // Some servers copy the nonce, and are told apart by a rule of their own.
    if rules.checks.isEmpty { foreign.append("nonce") }
    if let name = foreign.first(where: { claims[$0] != nil }) { throw .unexpectedClaim(name) }
    try checkIsMarked()
  }

  /// An ID token is for its client, and in the code flow it may have neither hash nor nonce. A token that is for its client
  /// needs what an ID token has not: a name of its own, which RFC 9068 §2.2 demands of access tokens, or scopes.
  private func checkIsMarked() throws(AccessTokenRejection) {
    guard rules.checks.isEmpty, let client = claims["client_id"]?.string ?? claims["azp"]?.string ?? audiences.first,
      audiences.contains(where: client.isExactly)
    else { return }
    guard claims["jti"] != nil || tree.select(rules.scopes) != nil else { throw .claim(.missingClaim("jti")) }
  }

  private func checkOwnRules() throws(AccessTokenRejection) {
    for (name, check) in rules.checks.sorted(by: { $0.key < $1.key }) {
      do {
        guard let demand = try check.demand({ core.provider.values.value($0) }) else { continue }
        if demand.isMet(by: tree.value(at: FieldPath(name)) ?? claims[name]) { continue }
      } catch {
        // What cannot be filled in accepts nothing.
      }
      throw .unexpectedClaim(name)
    }
  }

  /// A token that is bound to a key is good only together with a proof of it, which a bearer does not bring
  /// (RFC 9449 §7.2, RFC 8705 §3).
  private func checkIsUnbound() throws(AccessTokenRejection) {
    let confirmation = claims["cnf"] ?? .null
    guard confirmation == .null || confirmation == [:] else { throw .senderConstrained }
  }
}

extension JSONValue {
  /// A text, or a list of texts; nothing when a member is something else.
  var names: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values) where values.allSatisfy { $0.string != nil }: values.compactMap(\.string)
    default: []
    }
  }

  /// Words: a text with blanks between them, or a list.
  var words: [String] {
    if case .string(let text) = self { return text.split(separator: " ").map(String.init) }
    return names
  }
}
