/// The ways of authentication that a challenge offers (RFC 9110 §11.6.1).
struct ChallengeOffer: Sendable {
  var offersBearer = true
  var offersDPoP = false
  /// The algorithms of proofs (RFC 9449 §7.1).
  var algorithms: [SignatureAlgorithm] = []
  /// The scheme that the rejected request used. Its challenge contains the error. If it's `nil`, all contain it.
  var used: TokenScheme?
  /// The nonce for the next proof (RFC 9449 §9).
  var nonce: String?

  /// The scopes that a client without a valid token should request (RFC 6750 §3).
  var scopes: [String] = []

  /// The challenges, as the value of `WWW-Authenticate`.
  ///
  /// - Parameters:
  ///   - failure: The reason of the rejection.
  ///   - common: The parameters of all challenges, before and after those of the failure.
  func challenges(
    for failure: AccessFailure, _ common: (before: [ChallengeField], after: [ChallengeField])
  ) -> String {
    func text(_ scheme: TokenScheme, adding fields: [ChallengeField] = []) -> String {
      let reason = contains(failure, scheme) ? failure.challengeFields : []
      let error = reason + scopeFields(for: failure, after: reason)
      let list = (common.before + error + common.after + fields).map { "\($0.name)=\"\($0.value.quotable)\"" }
      return list.isEmpty ? scheme.rawValue : "\(scheme.rawValue) \(list.joined(separator: ", "))"
    }
    let names = algorithms.map(\.rawValue).joined(separator: " ")
    let bearer = offersBearer ? [text(.bearer)] : []
    let dpop = offersDPoP ? [text(.dpop, adding: names.isEmpty ? [] : [("algs", names)])] : []
    return (bearer + dpop).joined(separator: ", ")
  }

  /// The scopes, unless the failure names others or a token wouldn't help.
  private func scopeFields(for failure: AccessFailure, after error: [ChallengeField]) -> [ChallengeField] {
    guard !scopes.isEmpty, failure.isAboutToken, !error.contains(where: { $0.name == "scope" }) else { return [] }
    return [("scope", scopes.joined(separator: " "))]
  }

  private func contains(_ failure: AccessFailure, _ scheme: TokenScheme) -> Bool {
    if case .invalidProof = failure { return scheme == .dpop }
    // A scheme that isn't offered has no challenge.
    guard let used, used == .bearer ? offersBearer : offersDPoP else { return true }
    return scheme == used
  }
}

extension AccessFailure {
  /// Whether another token could help.
  fileprivate var isAboutToken: Bool {
    switch self {
    case .missingToken, .invalidToken, .insufficientScope: true
    default: false
    }
  }
}

/// A parameter of a challenge.
typealias ChallengeField = (name: String, value: String)
