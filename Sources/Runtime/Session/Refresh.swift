import Foundation

/// One refresh that callers requested.
struct Refresh: Sendable {
  let renewal: Renewal
  /// The access token that doesn't meet the requirement, if there was one.
  let known: Secret?
  /// The requirements for the new token.
  let requirement: TokenRequirement
  /// The number of the sign-in.
  let generation: Int
  /// The time at which a caller asked.
  let date: Date

  /// The token to exchange for new ones.
  func token(of credential: Credential) -> Secret? { renewal.token(credential) }

  /// Whether the credential meets the requirement of the refresh.
  func isDone(by credential: Credential, at now: Date) -> Bool {
    guard let token = credential.token(for: requirement.derivedRequest), token.token != known else { return false }
    // A token that another process has just refreshed is new, however short its lifetime is.
    return token.isGood(for: requirement.duration, at: now) || token.isFresh(since: date, at: now)
  }
}
