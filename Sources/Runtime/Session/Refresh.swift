import Foundation

/// One refresh that callers requested.
struct Refresh: Sendable {
  let renewal: Renewal
  /// The access token that doesn't meet the need, if there was one.
  let known: Secret?
  /// The requirements for the new token.
  let need: TokenNeed
  /// The number of the sign-in.
  let generation: Int
  /// The time at which a caller asked.
  let date: Date

  /// The token to exchange for new ones.
  func token(of credential: Credential) -> Secret? { renewal.token(credential) }

  /// Whether the credential meets the need of the refresh.
  func isDone(by credential: Credential, at now: Date) -> Bool {
    guard let token = credential.token(for: need.wish), token.token != known else { return false }
    // A token that another process has refreshed in the meantime counts as new, however short its lifetime is.
    return token.isGood(for: need.duration, at: now) || token.isFresh(since: date, at: now)
  }
}
