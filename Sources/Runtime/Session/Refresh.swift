import Foundation

/// One refresh, as callers asked for it.
struct Refresh: Sendable {
  let renewal: Renewal
  /// The access token that isn't good enough, if there was one.
  let known: Secret?
  /// The requirements for the new one.
  let need: TokenNeed
  /// The number of the sign-in.
  let generation: Int
  /// The time at which a caller asked.
  let date: Date

  /// The token to send for new ones.
  func token(of credential: Credential) -> Secret? { renewal.token(credential) }

  /// Whether the credential has what the refresh was asked for.
  func isDone(by credential: Credential, at now: Date) -> Bool {
    guard let token = credential.token(for: need.wish), token.token != known else { return false }
    // A token that another process refreshed meanwhile is as good as a new one, however short its lifetime is.
    return token.isGood(for: need.duration, at: now) || token.isFresh(since: date, at: now)
  }
}
