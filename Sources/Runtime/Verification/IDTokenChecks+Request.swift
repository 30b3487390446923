import Crypto
import Foundation

/// The rules that bind a token to the request, and to what came with it.
extension IDTokenChecks {
  /// Whenever a nonce was sent it must come back, exactly (rule 11). Some servers write an empty one for none: that is no other
  /// nonce where none was sent with this request.
  func checkNonce(_ expectation: IDTokenVerifier.Expectation) throws(IDTokenRejection) {
    guard let sent = expectation.nonce else { return }
    if expectation.nonceMayBeMissing, claims["nonce"].map({ $0 == .string("") }) ?? true { return }
    if rules.nonce == .optional, !expectation.isFromBrowser, claims["nonce"] == nil { return }
    guard let returned = claims["nonce"]?.string else { throw .nonceMismatch }
    if constantTimeEquals(returned, sent) { return }
    let digest = Hex.encode(SHA256.hash(data: Data(sent.utf8)))
    guard rules.nonce == .exactOrSHA256, constantTimeEquals(returned, digest) else { throw .nonceMismatch }
  }

  func checkHashes(_ expectation: IDTokenVerifier.Expectation) throws(IDTokenRejection) {
    try checkHash("at_hash", of: expectation.accessToken?.reveal(), isRequired: expectation.requiresAccessTokenHash)
    try checkHash("c_hash", of: expectation.code?.reveal(), isRequired: expectation.requiresCodeHash)
    try checkHash("s_hash", of: expectation.state, isRequired: false)
  }

  /// A hash that is there must be right, so that nobody can put another access token or code beside the ID token
  /// (OpenID Connect Core 1.0 §3.1.3.8, §3.2.2.9, §3.3.2.10).
  private func checkHash(_ name: String, of value: String?, isRequired: Bool) throws(IDTokenRejection) {
    guard let claim = claims[name] else {
      if isRequired { throw .missingHash(name) }
      return
    }
    guard let value else { return }
    guard let hash = claim.string, constantTimeEquals(hash, HalfHash.of(value, signedWith: algorithm)) else {
      throw .hashMismatch(name)
    }
  }

  /// A refreshed token comes from the same issuer for the same client (OpenID Connect Core 1.0 §12.2). `auth_time` is
  /// compared only after a sign-in with `max_age`, because some servers put the user's latest sign-in there, on any device.
  /// What the descriptor compares at sign-in, such as the user's organization, stays too.
  func checkPrevious(_ expectation: IDTokenVerifier.Expectation) throws(IDTokenRejection) {
    guard let previous = expectation.previous else { return }
    for name in ["iss", "aud", "azp"] + (expectation.comparesAuthenticationTime ? ["auth_time"] : []) {
      guard let before = previous[name], before != .null, let after = claims[name] else { continue }
      let isSame = name == "aud" ? after.names(all: before) : after.isSame(as: before)
      guard isSame else { throw .changedAfterRefresh(name) }
    }
    // Without an ID token before, nothing is new.
    guard previous["iss"] != nil else { return }
    try checkNewParty(previous)
    // What is compared in small letters is a name for people, which may change while the organisation stays.
    for (name, check) in rules.checks.sorted(by: { $0.key < $1.key }) where check.comparison?.isLowercased != true {
      guard let after = claims[name] else { continue }
      guard let before = previous[name], after.isSame(as: before) else { throw .changedAfterRefresh(name) }
    }
  }

  /// Where no party was named before, none may be named now but this client itself.
  private func checkNewParty(_ previous: [String: JSONValue]) throws(IDTokenRejection) {
    guard previous["azp"] ?? .null == .null, let party = claims["azp"] else { return }
    guard party.string.map(provider.clientID.isExactly) ?? false else { throw .changedAfterRefresh("azp") }
  }

  /// What the parameter `claims` demands of the ID token (§5.5). Of most claims it is a wish.
  func checkAskedClaims(_ parameters: [String: String]) throws(IDTokenRejection) {
    let asked = parameters["claims"].flatMap { JSONValue(parsing: Data($0.utf8)) }
    guard let wishes = asked?.object?["id_token"]?.object else { return }
    if let wish = wishes["acr"]?.object { try checkContextClass(wish) }
    if let wish = wishes["auth_time"]?.object { try checkAuthenticationTime(wish) }
    if let wish = wishes["sub"]?.object { try checkAskedSubject(wish) }
  }

  /// An `acr` that was asked for as essential must come back, with one of the values that were named (rule 12, and §5.5.1.1).
  /// `acr_values` alone is a wish.
  private func checkContextClass(_ wish: [String: JSONValue]) throws(IDTokenRejection) {
    guard wish["essential"]?.bool == true else { return }
    guard let found = claims["acr"]?.string, wish.accepts(found) else { throw .unexpectedClaim("acr") }
  }

  /// An `auth_time` that was asked for as essential is required (§2): without it nobody knows how old the authentication is.
  private func checkAuthenticationTime(_ wish: [String: JSONValue]) throws(IDTokenRejection) {
    guard wish["essential"]?.bool == true else { return }
    guard claims["auth_time"].flatMap(Date.init(numericDate:)) != nil else { throw .unexpectedClaim("auth_time") }
  }

  /// Whoever asks about one user gets that user or an error (§3.1.2.2, §5.5.1), essential or not: another one would be signed
  /// in in that user's place.
  private func checkAskedSubject(_ wish: [String: JSONValue]) throws(IDTokenRejection) {
    guard wish.accepts(claims.subject) else { throw .unexpectedClaim("sub") }
  }

  /// Claims that the descriptor compares with what was asked for.
  func checkOwnRules(_ parameters: [String: String]) throws(IDTokenRejection) {
    guard !rules.checks.isEmpty else { return }
    let values = provider.values.adding(tree: .object(parameters.mapValues(JSONValue.string)), as: "authorize")
    for (name, check) in rules.checks.sorted(by: { $0.key < $1.key }) {
      guard isMet(check, by: claims[name], values) else { throw .unexpectedClaim(name) }
    }
  }

  private func isMet(_ check: ClaimCheck, by claim: JSONValue?, _ values: TemplateValues) -> Bool {
    do throws(TemplateFailure) {
      guard let demand = try check.demand({ values.value($0) }) else { return true }
      return demand.isMet(by: claim)
    } catch {
      // What was not asked for is not compared; what is no check lets nothing through.
      if case .missing = error { return true }
      return false
    }
  }
}

extension ClaimCheck.Demand {
  /// Whether a claim is what it has to be.
  func isMet(by claim: JSONValue?) -> Bool {
    switch self {
    case .present: claim.map { $0 != .null } ?? false
    case .anyText: claim?.string.map { !$0.isEmpty } ?? false
    case .text(let wanted): claim?.spelling?.isExactly(wanted) ?? false
    }
  }
}

extension [String: JSONValue] {
  /// Whether a claim is one of the values that were asked for; any is where none was (§5.5.1).
  fileprivate func accepts(_ found: String) -> Bool {
    let accepted = (self["values"]?.array ?? []) + [self["value"]].compactMap { $0 }
    return accepted.isEmpty || accepted.contains { $0.string.map(found.isExactly) ?? false }
  }
}

extension JSONValue {
  /// A text, or the texts of a list.
  private var texts: [String] { string.map { [$0] } ?? array?.compactMap(\.string) ?? [] }

  /// Whether whoever stands there stands here as well.
  fileprivate func names(all other: JSONValue) -> Bool {
    other.texts.allSatisfy { name in texts.contains(where: name.isExactly) }
  }

  /// A number may be written in two ways, and stored claims may have been; what userinfo told may be a text for a truth value.
  /// Texts are compared byte by byte.
  fileprivate func isSame(as other: JSONValue) -> Bool {
    if let number, let another = other.number { return number == another }
    if let spelling, let another = other.spelling { return spelling.isExactly(another) }
    return self == other
  }
}
