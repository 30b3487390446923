import Crypto
import Foundation

// Checks that bind a token to the request, and to the other values of the response.
extension TokenClaims {
  /// A nonce that was sent must be returned exactly (OpenID Connect Core 1.0 §3.1.3.7 rule 11). Some servers write an
  /// empty one if the request had none, which is accepted.
  func checkNonce(
    _ expectation: IDTokenVerifier.Expectation, _ rule: ProviderConfiguration.IDTokenRules.Nonce
  ) throws(TokenRejection) {
    guard let sent = expectation.nonce else { return }
    let claim = self["nonce"]
    if expectation.nonceMayBeMissing, claim.map({ $0 == .string("") }) ?? true { return }
    if rule == .optional, !expectation.isFromBrowser, claim == nil { return }
    guard let returned = claim?.string else { throw .nonceMismatch }
    if constantTimeEquals(returned, sent) { return }
    let digest = Hex.encode(SHA256.hash(data: Data(sent.utf8)))
    guard rule == .exactOrSHA256, constantTimeEquals(returned, digest) else { throw .nonceMismatch }
  }

  /// A hash that is present must match, so that the access token or the code can't be replaced (OpenID Connect Core 1.0
  /// §3.1.3.8, §3.2.2.9, §3.3.2.10).
  func checkHash(
    _ name: String, of value: Secret?, _ algorithm: SignatureAlgorithm, isRequired: Bool
  ) throws(TokenRejection) {
    guard let claim = self[name] else {
      if isRequired { throw .missingHash(name) }
      return
    }
    guard let value = value?.reveal() else { return }
    guard let hash = claim.string, constantTimeEquals(hash, HalfHash.of(value, signedWith: algorithm)) else {
      throw .hashMismatch(name)
    }
  }

  /// A token that names a backchannel authentication must name this one (OpenID CIBA Core 1.0 §10.3.1).
  func checkAuthenticationRequest(_ id: Secret?) throws(TokenRejection) {
    let name = "urn:openid:params:jwt:claim:auth_req_id"
    guard let id, let claim = self[name] else { return }
    guard let found = claim.string, constantTimeEquals(found, id.reveal()) else { throw .unexpectedClaim(name) }
  }

  /// The user who approved a request must be the one that it named (OpenID CIBA Core 1.0 §7.1).
  func checkHintedSubject(_ subject: String?) throws(TokenRejection) {
    guard let subject else { return }
    guard self["sub"].flatMap(String.init(claim:))?.isExactly(subject) ?? false else {
      throw .unexpectedClaim("sub")
    }
  }

  /// Checks the requirements of the `claims` parameter for the ID token (OpenID Connect Core 1.0 §5.5). Most requests
  /// in it are voluntary.
  ///
  /// - Parameter parameter: The parameter's JSON.
  func checkRequestedClaims(_ parameter: String?) throws(TokenRejection) {
    let requested = parameter.flatMap { JSONValue(parsing: Data($0.utf8)) }?.object?["id_token"]?.object
    guard let requested else { return }
    // An essential `acr` must come back with one of the requested values (rule 12, §5.5.1.1). `acr_values` alone is voluntary.
    if let request = requested["acr"]?.object, request.isEssential {
      guard let found = self["acr"]?.string, request.accepts(found) else { throw .unexpectedClaim("acr") }
    }
    // Without an essential `auth_time` (§2), the age of the authentication is unknown.
    if let request = requested["auth_time"]?.object, request.isEssential {
      guard self["auth_time"].flatMap(Date.init(numericDate:)) != nil else { throw .unexpectedClaim("auth_time") }
    }
    // A request for one user must return that user or an error, whether it's essential or not (§3.1.2.2, §5.5.1).
    // Otherwise another user would be signed in.
    if let request = requested["sub"]?.object {
      guard self["sub"].flatMap(String.init(claim:)).map(request.accepts) ?? false else {
        throw .unexpectedClaim("sub")
      }
    }
  }

  /// Checks the claims that the descriptor requires.
  ///
  /// - Parameter request: The parameters of the request. A claim that wasn't requested isn't compared. Without a
  ///   request, a check whose template can't be filled fails.
  func checkDemands(_ checks: [String: ClaimCheck], request: [String: String]? = nil) throws(TokenRejection) {
    guard !checks.isEmpty else { return }
    var values = provider.values
    if let request { values = values.adding(tree: .object(request.mapValues(JSONValue.string)), as: "authorize") }
    for (name, check) in checks.sorted(by: { $0.key < $1.key }) {
      let expected: ClaimCheck.ExpectedValue?
      do throws(TemplateFailure) {
        expected = try check.expectedValue { values.value($0) }
      } catch {
        if request != nil, case .missing = error { continue }
        throw .unexpectedClaim(name)
      }
      guard expected?.isMet(by: all.claim(at: name)) ?? true else { throw .unexpectedClaim(name) }
    }
  }

  /// Whether the claims pass all checks.
  func passes(_ checks: [String: ClaimCheck]) -> Bool { (try? checkDemands(checks)) != nil }
}

extension [String: JSONValue] {
  /// Returns the claim with that name, or the value at that path.
  func claim(at name: String) -> JSONValue? {
    self[name].flatMap { $0 == .null ? nil : $0 } ?? JSONValue.object(self).value(at: FieldPath(name))
  }
}

extension ClaimCheck.ExpectedValue {
  /// Whether a claim has the expected value.
  func isMet(by claim: JSONValue?) -> Bool {
    switch self {
    case .present: claim.map { $0 != .null } ?? false
    case .anyText: claim?.string.map { !$0.isEmpty } ?? false
    case .text(let wanted): claim?.spelling?.isExactly(wanted) ?? false
    case .oneOf(let wanted): claim?.spelling.map { wanted.contains(where: $0.isExactly) } ?? false
    }
  }
}

extension [String: JSONValue] {
  fileprivate var isEssential: Bool { self["essential"]?.bool == true }

  /// Whether a claim is one of the requested values. If the request lists none, all values are accepted (OpenID Connect
  /// Core 1.0 §5.5.1).
  fileprivate func accepts(_ found: String) -> Bool {
    let accepted = (self["values"]?.array ?? []) + [self["value"]].compactMap { $0 }
    return accepted.isEmpty || accepted.contains { $0.string.map(found.isExactly) ?? false }
  }
}
