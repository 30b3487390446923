import Foundation

/// An API beside the one that the user signed in for, and what is wanted there.
struct AudienceRequest: Sendable, Hashable {
  let audience: String
  /// Sorted, so that the same wish is the same token; empty for what the server gives.
  let scopes: [String]

  init(_ audience: String, scopes: [String]) {
    (self.audience, self.scopes) = (audience, Set(scopes).sorted())
  }
}

/// What a caller needs an access token for.
struct TokenNeed: Sendable {
  /// Another API than the sign-in's; usually none.
  var wish: AudienceRequest?
  /// How long the token must stay valid; `nil` for a minute, or a fifth of the token's lifetime if that is less. Tokens that live for
  /// a minute or less would otherwise be renewed with every call.
  var duration: Duration?
  /// How long before its end the provider advises to renew a token.
  var early = Duration.zero
}

/// An access token, and until when it is good.
struct TimedToken: Sendable {
  let token: Secret
  let obtainedAt: Date?
  let expiresAt: Date?

  /// Whether it is good for that long, as far as the server has said.
  ///
  /// - Parameter duration: `TokenNeed.duration`.
  func isGood(for duration: Duration?, at date: Date) -> Bool {
    expiresAt.map { $0 >= date.addingTimeInterval(duration?.seconds ?? margin) } ?? true
  }

  /// How long before its end a token is renewed, in seconds.
  private var margin: TimeInterval {
    guard let obtainedAt, let expiresAt else { return 60 }
    return min(60, max(0, expiresAt.timeIntervalSince(obtainedAt)) / 5)
  }

  /// Whether it came at that time or later, and is still good.
  func isFresh(since date: Date, at now: Date) -> Bool {
    guard let obtainedAt, obtainedAt >= date, obtainedAt <= now else { return false }
    return isGood(for: .zero, at: now)
  }
}

extension Credential {
  /// The access token for the session's own API, or for another one, if there is one.
  func token(for wish: AudienceRequest?) -> TimedToken? {
    guard let wish else { return TimedToken(token: accessToken, obtainedAt: obtainedAt, expiresAt: expiresAt) }
    return audienceTokens.first { $0.audience == wish.audience && $0.requestedScopes == wish.scopes }
      .map { TimedToken(token: $0.accessToken, obtainedAt: $0.obtainedAt, expiresAt: $0.expiresAt) }
  }
}
