import Foundation

/// An API beside the one that the user signed in for, and what is wanted there.
struct AudienceWish: Sendable, Hashable {
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
  var wish: AudienceWish?
  /// For how long it has to be good.
  var duration = Duration.seconds(60)
  /// How long before its end the provider advises to renew a token.
  var early = Duration.zero
}

/// An access token, and until when it is good.
struct TimedToken: Sendable {
  let token: Secret
  let expiresAt: Date?

  /// Whether it is good for so long, as far as anybody has said.
  func isGood(for duration: Duration, at date: Date) -> Bool {
    expiresAt.map { $0 >= date.addingTimeInterval(duration.seconds) } ?? true
  }
}

extension Credential {
  /// The access token for the session's own API, or for another one, if there is one.
  func token(for wish: AudienceWish?) -> TimedToken? {
    guard let wish else { return TimedToken(token: accessToken, expiresAt: expiresAt) }
    return audienceTokens.first { $0.audience == wish.audience && $0.requestedScopes == wish.scopes }
      .map { TimedToken(token: $0.accessToken, expiresAt: $0.expiresAt) }
  }
}
